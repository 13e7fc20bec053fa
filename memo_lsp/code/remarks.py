"""Which comment lines tell a reader something: no licence, no tool's instruction, no code that was put out."""

from __future__ import annotations

import re

_FEWEST_WORDS = 3
_LICENCE = re.compile(
    r"\bcopyright\b|\(c\) \d{4}|©|\bspdx-|\blicen[sc]ed? (?:under|to you)\b|\blicen[sc]e[sd]?: |\ball rights reserved\b"
    r"|\b(?:mit|bsd|isc|apache|gpl|lgpl|agpl|mpl|public|software) licen[sc]e\b|\bsee (?:the )?licen[sc]e\b"
    r"|\bwithout (?:any )?warrant|\bpermission is hereby\b|\bredistribution and use\b|[\"']as[ -]is[\"']"
    r"|\bas[ -]is basis\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"noqa\b|type: |pylint:|pragma\b|fmt: |isort:|ruff:|mypy:|pyright:|flake8[:-]|nosec\b|coding[:=]|-\*-|vim?:"
    r"|#?(?:end)?region(?:\s+\w+){0,2}$|eslint-|[jt]s[hl]int\b|prettier-|biome-|@ts-|@flow\b|istanbul |[cv]8 ignore"
    r"|webpack\w+:|globals? \w+(?:,|$)|[@#] ?sourcemapping|nolint\b|go:\w+|\+build\b|lint:|rubocop:"
    r"|frozen_string_literal:"
    r"|clang-format |cppcheck-|nopmd\b|checkstyle:|spotless:|@?suppress(?:warnings|lint)\b"
    r"|swiftlint:|ktlint-|phpcs:"
    r"|@?phpstan-|@?psalm-|shellcheck |resharper |stylua:|luacheck:|selene:|</?\w+>$"
    r"|@(?:params?|returns?|throws|type|typedef|template|deprecated|override|see|author|since|version)\b",
    re.IGNORECASE,
)
_CODE_START = re.compile(
    r"(?:return|import|from\s+[\w.]+\s+import|def|class|func|fn|let|const|var|if\s*\(|elif|else\b[:{ ]|for\s*\("
    r"|while\s*\(|switch\s*\(|try\b\s*[:{]|raise|throw|print|console\.|require|include|using|#include|export|assert|await"
    r"|yield|del|public|private|protected|static|end$|fi$|done$|@\w+|>>>|\$ )(?=\W|$)"
)
_WHOLE = re.compile(
    r"(?:return|del|yield|raise|throw) [\w.]+(?:, [\w.]+)*"
    r"|(?:from [\w.]+ )?import [\w.]+(?: as \w+)?(?:, ?[\w.]+(?: as \w+)?)*"
)
_CALL = re.compile(r"[\w.$:>\[\]\"'-]+\([^()]*(?:\([^()]*\)[^()]*)*\)[;,]?")
_ASSIGNMENT = re.compile(r"[\w.$\[\]\"'*& <>]+?\s*(?:[-+*/|&:]?=|<-|\+\+|--)\s*\S.*")
_ASSIGNED = re.compile(r"([-+*/|&:]?=|<-)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_RULE = re.compile(r"[\W_]*")


def tells(text: str) -> bool:
    """Whether a comment line, without its signs, is worth keeping by itself: words of a person to a reader."""
    if not is_told(text) or is_licence(text):
        return False
    return len(_WORD.findall(text)) >= _FEWEST_WORDS or len(_cjk(text)) >= _FEWEST_WORDS


def is_told(text: str) -> bool:
    """Whether a line may be part of what a comment tells: no rule, no instruction, no code."""
    text = text.strip()
    return not (_RULE.fullmatch(text) or is_instruction(text) or is_code(text))


def is_instruction(text: str) -> bool:
    """Whether a line is for a tool: a linter, a type checker, a documentation generator."""
    return _INSTRUCTION.match(text.strip()) is not None


def is_licence(text: str) -> bool:
    """Whether a line is one of a licence or copyright notice."""
    return _LICENCE.search(text) is not None


def _cjk(text: str) -> str:
    """Letters of scripts that set no spaces between words."""
    return "".join(char for char in text if "\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3")


def is_code(text: str) -> bool:
    """Whether a comment line is code that was put out."""
    text = text.strip()
    if text.endswith((";", "{", "}", "):", "=>", "&&", "||", "({", "})", "],", "),")) or text in (")", "]", "end"):
        return True
    if _CALL.fullmatch(text) or _WHOLE.fullmatch(text) or text.startswith((".", "->", "<", "}", ")")):
        return True
    if _CODE_START.match(text) and (re.search(r"[(){}\[\]=;<>]|::|\.\w", text) or len(text.split()) <= 2):
        return True
    if "==" in text or not _ASSIGNMENT.fullmatch(text):
        return False
    target, value = _ASSIGNED.split(text, maxsplit=1)[::2] if _ASSIGNED.search(text) else (text, "")
    return len(target.split()) <= 3 and len(_WORD.findall(value)) < 5
