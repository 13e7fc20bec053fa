"""An `origin` URL, read from a repository's own config, and the one key all its spellings share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_SECTION = re.compile(r'\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]')
_KEY = re.compile(r"\s*([A-Za-z][\w-]*)\s*(=?)")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}
_SCP = re.compile(r"(?:[^@/\\]*@)?(\[[^\]]+\]|[^:/\\]{2,}):(?!//)(.*)", re.DOTALL)
_PORT = re.compile(r":\d*\Z")


@dataclass(frozen=True, slots=True)
class Origin:
    """Either a key that holds for every clone (`host/owner/name`) or, for an origin on this machine, its path."""

    key: str | None = None
    path: str | None = None


def origin_of(config: Path) -> Origin | None:
    """The origin a config file names; None if it names none or cannot be read."""
    try:
        text = config.read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return None
    url = next(config_values(text, "remote", "origin", "url"), "")
    return parse_origin(url) if url.strip() else None


def parse_origin(url: str) -> Origin:
    """ssh, git, http(s), scp-like and local spellings; user, password, port, `.git` and a trailing slash drop out."""
    url = url.strip()
    scheme, _, rest = url.partition("://")
    if not rest:
        scp = _SCP.fullmatch(url)
        return _remote(scp[1], scp[2]) if scp else Origin(path=url)
    if scheme.lower() == "file":
        return Origin(path=unquote(rest.removeprefix("localhost")))
    return _split(rest)


def _split(rest: str) -> Origin:
    try:
        parts = urlsplit(f"//{rest}")
        return _remote(parts.netloc.rpartition("@")[2], parts.path)
    except ValueError:  # a host no URL can have
        host, _, path = rest.rpartition("@")[2].partition("/")
        return _remote(host, path)


def _remote(host: str, path: str) -> Origin:
    name = "/".join(part for part in unquote(path).split("/") if part)
    name = name.removesuffix(".git").rstrip("/")
    host = host.strip("[]") if ":" in host and host.endswith("]") else _PORT.sub("", host).strip("[]")
    return Origin(key=f"{host.lower()}/{name}" if name else host.lower())


def config_values(text: str, section: str, subsection: str | None, key: str) -> Iterator[str]:
    """Every value of `section.subsection.key` in git's config syntax, in order; what cannot be read is passed over.

    Included files and URL rewriting are not followed: they belong to a machine, not to the project.
    """
    here = False
    rest = text.lstrip("\ufeff")
    while rest:
        line, _, rest = rest.partition("\n")
        header = _SECTION.match(line.lstrip())
        if header:
            here = _names(header, section, subsection)
            line = line.lstrip()[header.end() :]
        found = _KEY.match(line)
        if not found:
            continue
        value, rest = _value(line[found.end() :], rest)
        if here and found[1].lower() == key.lower() and found[2]:
            yield value


def _names(header: re.Match[str], section: str, subsection: str | None) -> bool:
    name, sub = header[1], header[2]
    if sub is None:
        name, _, sub = name.partition(".")  # the old spelling, [remote.origin]
        return name.lower() == section and (sub.lower() or None) == subsection
    return name.lower() == section and re.sub(r"\\(.)", r"\1", sub) == subsection


def _value(line: str, rest: str) -> tuple[str, str]:
    """A value that starts in `line` and may go on in `rest` after a backslash: (value, what is left of the file)."""
    out: list[str] = []
    quoted = False
    kept = 0  # how much of `out` ends in something else than a bare space
    characters = iter(line.rstrip("\r"))
    while (char := next(characters, None)) is not None:
        if char == "\\":
            escaped = next(characters, None)
            if escaped is None:
                line, _, rest = rest.partition("\n")
                characters = iter(line.rstrip("\r"))
                continue
            out.append(_ESCAPES.get(escaped, escaped))
        elif char == '"':
            quoted = not quoted
            continue
        elif char in "#;" and not quoted:
            break
        elif char.isspace() and not quoted:
            if out:
                out.append(char)
            continue
        else:
            out.append(char)
        kept = len(out)
    return "".join(out[:kept]), rest
