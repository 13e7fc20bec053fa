"""Text into markdown without becoming markdown: what a memory says is shown as it was written, never obeyed."""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_SPECIAL = re.compile(r"[\\`*\[\]~|]|(?<![^\W_])_|_(?![^\W_])|!(?=\[)")
_LINK = re.compile(r"(?<=\w):(?=//)|(?<=\bmailto):|(?<=\bxmpp):|(?<=\bwww)\.|@(?=\w)", re.IGNORECASE)
_HTML = re.compile(r"<|^(?P<blank>[ ]*)>|&(?=#?\w{1,31};)", re.MULTILINE)
_MARK = re.compile(r"^([ \t]*)(?:([#+=-])|(\d{1,9})([.)]))", re.MULTILINE)
_INDENT = re.compile(r"^(?:[ ]{4,}|[ ]*\t[ \t]*)", re.MULTILINE)


def plain(text: str) -> str:
    """The text without control characters, terminal sequences and marks that turn writing round; lines end in `\n`."""
    text = _ESCAPE_SEQUENCE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def escape(text: str) -> str:
    """Markdown that shows exactly this text: no link, image, HTML, autolink, list, heading or code comes of it."""
    text = _INDENT.sub(lambda indent: "\u00a0" * len(indent[0].expandtabs(4)), plain(text))
    text = _LINK.sub(r"\\\g<0>", _SPECIAL.sub(r"\\\g<0>", text))
    return _HTML.sub(_entity, _MARK.sub(r"\1\3\\\2\4", text))


def _entity(found: re.Match[str]) -> str:
    sign = found[0][-1]
    return (found["blank"] or "") + {"<": "&lt;", ">": "&gt;", "&": "&amp;"}[sign]
