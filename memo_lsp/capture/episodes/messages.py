"""What a tool's message says apart from the names it is about: the same mistake elsewhere has the same mask."""

from __future__ import annotations

import re
from hashlib import blake2b

from memo_lsp.text.identifiers import is_code_shaped

LONGEST = 600
_FINGERPRINT = re.compile(r"error_[0-9a-f]{16}")
PART = "…"
_QUOTED = re.compile(
    r"`[^`'\n]{1,200}'(?!\w)|`{1,3}[^`\n]{1,200}`{1,3}|\"[^\"\n]{0,200}\"|(?<!\w)'[^'\n]{0,200}'(?!\w)|‘[^’\n]{0,200}’|"
    r"“[^”\n]{0,200}”|«[^»\n]{0,200}»"
)
_PATH = re.compile(r"(?<![\w./\\])(?:[A-Za-z]:\\|\.{0,2}/)?(?:[\w@~.+-]+[/\\])+[\w@~.+-]+(?::\d+)*")
_NUMBER = re.compile(
    r"(?<![\w…])[-+]?(?:0[xX][0-9A-Fa-f]+|\d[\d_]*(?:[.,:]\d+)*)(?:[eE][-+]?\d+)?(?!\w)|\b[0-9a-f]{7,64}\b"
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[\w$]+)*(?:\(\))?")
# Names that some tools leave unquoted, told by where they stand.
_BARE = re.compile(
    r"(?P<before>^|: +)(?P<name>[\w$.]+)(?= (?:declared (?:and|but) not used|redeclared|cannot be resolved|"
    r"is not (?:defined|declared|used)|undeclared|undefined|already defined|has already been)\b)"
    r"|(?P<label>(?:undefined|unknown|unresolved|undeclared|unused|not used|not found|symbol|variable|method|class|"
    r"function|identifier|module|package|reference|reference to|location|name|constant|type|field|import):? *: +"
    r"(?:(?:variable|class|method|package|interface|local variable|of type) +)*)(?P<labelled>[\w$.()<>]+)",
    re.IGNORECASE,
)


def mask(message: str) -> str:
    """The message with quoted names, paths, numbers and identifiers replaced by `…`, in one line, lower case."""
    text = message[:LONGEST]
    text = _QUOTED.sub(PART, text)
    text = _PATH.sub(PART, text)
    text = _BARE.sub(_without_name, text)
    text = _NUMBER.sub(PART, text)
    text = _WORD.sub(lambda found: PART if is_code_shaped(found[0]) else found[0], text)
    text = re.sub(rf"{PART}(?:[\s,|&]*(?:{PART}|\b(?:and|or)\b(?= *{PART})))+", PART, text)
    return " ".join(text.lower().split())


def _without_name(found: re.Match[str]) -> str:
    return f"{found['before']}{PART}" if found["label"] is None else f"{found['label']}{PART}"


def fingerprint(message: str, code: str, source: str) -> str:
    """One word for all errors that are the same but for their names: what past fixes are looked up by."""
    told = "\0".join((mask(message), code.strip().lower(), source.strip().lower()))
    return f"error_{blake2b(told.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def is_fingerprint(name: str) -> bool:
    """Whether a name among a memory's symbols is one of these: nothing for a person to read."""
    return _FINGERPRINT.fullmatch(name) is not None
