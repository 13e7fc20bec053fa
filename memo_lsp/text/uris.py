"""Paths of `file:` URIs and back: decoded once, here and nowhere else.

Other schemes (`untitled:`, `git:`, output panes) have no path. Bytes that are no UTF-8 survive the round trip as the
operating system's own surrogates.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/?([A-Za-z]):(?=/|$)")
_NAME = re.compile(r"[\w.-]+", re.ASCII)  # of a file, with nothing in it to decode
_WINDOWS = os.name == "nt"


def to_path(uri: str, windows: bool = _WINDOWS) -> str | None:
    """The file path a URI names, None for any other scheme or a relative one.

    `file:///a%20b` is `/a b`; `file://srv/share/a` is `//srv/share/a`; with `windows`, `file:///c%3A/x` is `c:/x`.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    path = unquote(parts.path, errors="surrogateescape")
    if not path.startswith("/") or "\x00" in path:
        return None
    host = unquote(parts.netloc)
    if host and host.lower() != "localhost":
        return f"//{host}{path}"
    return path[1:] if windows and _DRIVE.match(path) else path


def to_paths(uris: Iterable[str], windows: bool = _WINDOWS) -> Iterator[str | None]:
    """The path of each URI, as `to_path` has it; quick with thousands that lie in a few folders."""
    folders: dict[str, str | None] = {}
    for uri in uris:
        folder, _, name = uri.rpartition("/")
        if not _NAME.fullmatch(name) or "?" in folder or "#" in folder:
            yield to_path(uri, windows)
            continue
        if folder not in folders:
            folders[folder] = to_path(f"{folder}/", windows)
        yield None if (beneath := folders[folder]) is None else beneath + name


def to_uri(path: str, windows: bool = _WINDOWS) -> str:
    """The URI of an absolute path, everything but unreserved characters encoded, as editors do it."""
    path = str(path)
    if windows:
        path = path.replace("\\", "/")
    if windows and (drive := _DRIVE.match(path)):
        path = f"/{drive[1].lower()}:{path[drive.end() :]}"
    host = ""
    if path.startswith("//") and not path.startswith("///") and "/" in path[2:]:
        host, _, path = path[2:].partition("/")
        path = "/" + path
    return f"file://{quote(host, safe='')}{quote(path, safe='/', errors='surrogateescape')}"
