"""Which files are never captured, and why: by name before anything is read, then by size and by what they hold. Pure.

Reasons are shown to people. A person may let a name in again by a glob; never what is too large, no text, or a version
control's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.text.commits import only_locks
from memo_lsp.text.secrets import secret_file

LARGEST = 1_000_000  # bytes
LONGEST_LINE = 2_000  # characters
HEAD = 2_000  # characters in which a file says that it is generated

OUTSIDE = "outside the workspace"
IGNORED = "git ignores it"
BY_SETTINGS = "excluded by your settings"
VERSION_CONTROL = "version control's own file"
SECRET = "a secret file"
TEMPORARY = "temporary file"
LOCK = "lock file"
EDITORS = "the editor's own settings"
PACKAGE = "somebody else's package"
GENERATED = "generated"
BINARY = "binary"
LONG_LINES = "long lines"
TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class Globs:
    """What a person's settings add: globs of files never captured, and of files captured although their name is one
    that is passed over."""

    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()


NO_GLOBS = Globs()


def why_not(path: str, size: int | None = None, text: str | bytes | None = None, globs: Globs = NO_GLOBS) -> str | None:
    """Why a file is not captured, in words for a person; None if it may be.

    `path` is relative to the workspace, `/` between parts; `size` in bytes and `text` as far as they are known."""
    return by_name(path, globs) or by_content(size, text)


def by_name(path: str, globs: Globs = NO_GLOBS) -> str | None:
    """The reason its name gives, before anything is read."""
    folders, name = _taken_apart(path)
    if not _VERSION_CONTROL.isdisjoint(folders) or name in _VERSION_CONTROL:
        return VERSION_CONTROL
    if matches(path, globs.exclude):
        return BY_SETTINGS
    return None if matches(path, globs.include) else _by_usual_name(path, folders, name)


def _by_usual_name(path: str, folders: tuple[str, ...], name: str) -> str | None:
    if secret_file(path):
        return SECRET
    if _TEMPORARY.fullmatch(name) or _is_write_test(name):
        return TEMPORARY
    if only_locks((name,)) or name.endswith((".lock", ".lockb")):
        return LOCK
    if not _EDITORS.isdisjoint(folders) or name.endswith(_EDITORS_FILES):
        return EDITORS
    if not _PACKAGES.isdisjoint(folders) or folders[:1] in _PACKAGES_ON_TOP:
        return PACKAGE
    if _MINIFIED.search(name):  # what being minified amounts to
        return LONG_LINES
    if not _MADE.isdisjoint(folders) or folders[:1] in _MADE_ON_TOP or _GENERATED_NAME.search(name):
        return GENERATED
    return BINARY if _BINARY.search(name) else None


def by_content(size: int | None, text: str | bytes | None) -> str | None:
    """The reason its size or text gives. A long line is told first: it is what a person can do something about."""
    if isinstance(text, bytes):
        if b"\0" in text:
            return BINARY
        text = text.decode("utf-8", "replace")
    if text is not None:
        if "\0" in text:
            return BINARY
        if any(len(line) > LONGEST_LINE for line in text.replace("\r", "\n").split("\n")):
            return LONG_LINES
        size = len(text.encode("utf-8", "replace")) if size is None else size
    if size is not None and size > LARGEST:
        return TOO_LARGE
    return GENERATED if text is not None and _says_generated(text) else None


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether a path matches one of the globs as `.gitignore` reads them: `*` within a part, `**` across parts, a glob
    without `/` anywhere, a folder's glob all beneath it."""
    return any(_compiled(glob).match(path) for glob in globs)


@lru_cache(maxsize=512)
def _compiled(glob: str) -> re.Pattern[str]:
    glob = glob.strip().removeprefix("./")
    anywhere = "/" not in glob.rstrip("/")
    pattern = "".join(_token(token) for token in _TOKENS.findall(glob.strip("/")))
    return re.compile(("(?:.*/)?" if anywhere else "") + pattern + r"(?:/.*)?\Z", re.DOTALL)


_TOKENS = re.compile(r"/\*\*/|\*\*/|/\*\*|\*\*|\*|\?|\{[^{}]*\}|\[[^\]]+\]|.", re.DOTALL)
_PATTERNS = {"/**/": "/(?:.*/)?", "**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _token(token: str) -> str:
    if token in _PATTERNS:
        return _PATTERNS[token]
    if len(token) > 1 and token[0] == "{":
        return "(?:" + "|".join(re.escape(choice) for choice in token[1:-1].split(",")) + ")"
    if len(token) > 2 and token[0] == "[":
        return _one_of(token)
    return re.escape(token)


def _one_of(token: str) -> str:
    """`[a-c]`, `[!ab]`; a range that is none is taken as it is written."""
    inner = token[1:-1]
    opens = "[^/" if inner[0] in "!^" else "["
    letters = "".join(char if char == "-" else re.escape(char) for char in inner.lstrip("!^")).replace("--", r"\-\-")
    try:
        re.compile(pattern := f"{opens}{letters}]")
    except re.error:
        return re.escape(token)
    return pattern


def _taken_apart(path: str) -> tuple[tuple[str, ...], str]:
    *folders, name = path.replace("\\", "/").lower().split("/")
    return tuple(folders), name


_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj", ".bzr", ".pijul", "_darcs", ".fossil"))
_TEMPORARY = re.compile(
    r".*~|~\$.*|#.*#|\.#.*|.*\.(?:sw[a-p]|swx|un~|tmp|temp|bak|backup|orig|rej|old|part|partial|crdownload|kate-swp)"
    r"|\.~lock\..*|.*___jb_(?:tmp|old)___|\.goutputstream-.*|\.fuse_hidden.*|\.nfs[0-9a-f]{8,}.*|\.ds_store|thumbs\.db"
    r"|.*\.(?:tmp|temp)[.-]\w+|tmp[a-z0-9_]{8}|.*\.log"
)
_EDITORS = frozenset((".vscode", ".idea", ".vs", ".zed", ".fleet", ".settings", ".nova", ".cursor", ".history"))
_EDITORS_FILES = (".code-workspace", ".sublime-project", ".sublime-workspace", ".iml", ".classpath")
_PACKAGES = frozenset(
    (
        "node_modules", "bower_components", "jspm_packages", "site-packages", "dist-packages", "__pypackages__",
        ".venv", "venv", ".tox", ".nox", ".eggs", ".bundle", ".cargo", ".gradle", ".m2", ".pnpm-store", ".yarn",
        "elm-stuff", "third_party", "third-party",
    )
)  # fmt: skip
_PACKAGES_ON_TOP = (("vendor",), ("pods",), ("carthage",))  # further down such a name is somebody's subject
_MADE = frozenset(
    (
        "dist", "__pycache__", ".cache", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".next",
        ".nuxt", ".output", ".svelte-kit", ".parcel-cache", ".turbo", ".angular", ".dart_tool", ".terraform",
        "htmlcov", "cmakefiles", ".ipynb_checkpoints", "__generated__", "deriveddata",
    )
)  # fmt: skip
_MADE_ON_TOP = (("build",), ("out",), ("target",), ("coverage",), ("_build",), ("_site",))  # else a package's name
_MINIFIED = re.compile(r"[.-]min\.(?:[cm]?js|css|html|svg|json)$|\.(?:bundle|chunk)\.(?:[cm]?js|css)$")
_GENERATED_NAME = re.compile(
    r"\.map$|_pb2(?:_grpc)?\.pyi?$|\.pb\.(?:go|cc|h|swift|gw\.go)$|\.(?:g|freezed|gr)\.dart$|\.(?:designer|g|g\.i)\.cs$"
    r"|[._-](?:generated|gen)\.\w+$|^zz_generated|\.snap$|\.min\.\w+$|\.tsbuildinfo$"
)
_BINARY = re.compile(
    r"\.(?:png|jpe?g|gif|bmp|ico|webp|avif|tiff?|psd|heic|pdf|docx?|xlsx?|pptx?|od[tsp]|zip|gz|tgz|bz2|xz|zst|7z|rar|tar"
    r"|jar|war|ear|whl|egg|so|dylib|dll|exe|bin|o|a|lib|obj|class|py[cod]|wasm|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg"
    r"|flac|avi|mov|mkv|webm|sqlite3?|db|parquet|npy|npz|pkl|pickle|onnx|pt|safetensors|iso|dmg|apk|ipa)$"
)


def _is_write_test(name: str) -> bool:
    """Vim asks whether a folder can be written with a file called 4913, or 123 further on while that is taken."""
    return name.isascii() and name.isdigit() and 4913 <= int(name[:6]) < 10_000 and (int(name[:6]) - 4913) % 123 == 0


_SAYS_GENERATED = re.compile(
    r"@generated\b|\bcode generated\b.*\bdo not edit\b"
    r"|\b(?:auto-?\s?|automatically )generated\b.*\b(?:do not|don't|by|from)\b"
    r"|\bgenerated\b[^\n]*\n?[^\n]*\bdo not (?:edit|modify|change)\b"
    r"|\bdo not (?:edit|modify)\b[^\n]*\n?[^\n]*\bgenerated\b"
    r"|\bthis file (?:was|is|has been) (?:automatically |auto-?)?generated\b",
    re.IGNORECASE,
)
_COMMENTED = re.compile(r"\s*(?:#|//|/\*|\*|--|;|<!--|%|\"\"\"|''')")


def _says_generated(text: str) -> bool:
    """Whether its first lines, as far as they are comments, say that a program wrote it."""
    kept = []
    for line in text.lstrip("\ufeff")[:HEAD].splitlines():
        if _COMMENTED.match(line):
            kept.append(line)
        elif line.strip() and not line.startswith(("<?", "package ", "/*", "use strict")):
            break
    return _SAYS_GENERATED.search("\n".join(kept)) is not None
