"""Where settings and the store are found: the environment, two memo.toml files, the platform's folders."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memo_lsp.settings.parse import Layer, parse
from memo_lsp.settings.tree import DECLARATION, Settings, Source

FILE = "memo.toml"
WORKSPACE = "workspace"
_LARGEST = 1 << 20
_BY_ENV = {setting.env: setting.name for setting in DECLARATION}
_KEYS = {setting.env: setting.default for setting in DECLARATION if setting.name.endswith(".key_env")}
_GROUPS = tuple({env.rsplit("_", env.count("_") - 1)[0] + "_" for env in _BY_ENV if env.count("_") > 1})


def environment(environ: Mapping[str, str]) -> Layer:
    """`MEMO_…` variables; an empty one counts as not set. Others' variables that begin alike are left alone."""
    values = {name: environ[env] for env, name in _BY_ENV.items() if environ.get(env)}
    keys = {environ.get(env) or default for env, default in _KEYS.items()}
    strangers = (env for env in environ if env.startswith(_GROUPS) and env not in _BY_ENV and env not in keys)
    problems = tuple(f"{env}: no such setting{_meant(env)}" for env in sorted(strangers))
    return Layer("environment", values, problems=problems)


def editor(raw: Any) -> tuple[Layer, Layer]:
    """What an editor answers for the section `memo`: what the person set, and beneath `workspace` what a file of the
    workspace says, which comes with a cloned repository."""
    if not isinstance(raw, Mapping):
        return Layer("workspace", None), Layer("editor", raw)
    own = {name: value for name, value in raw.items() if name != WORKSPACE}
    return Layer("workspace", raw.get(WORKSPACE), "the workspace's settings"), Layer("editor", own)


def project_file(root: Path | None) -> Layer:
    """memo.toml in the project's root."""
    return _file("project", root / FILE, "the project's memo.toml") if root else Layer("project", None)


def user_file(path: Path | None = None) -> Layer:
    """memo.toml in the platform's configuration folder."""
    path = path or config_folder() / FILE
    return _file("user", path, str(path))


def layers(environ: Mapping[str, str], root: Path | None = None, raw_editor: Any = None) -> tuple[Layer, ...]:
    """All layers that can be read from here."""
    return (environment(environ), *editor(raw_editor), project_file(root), user_file())


def config_folder() -> Path:
    import platformdirs

    return platformdirs.user_config_path("memo-lsp", appauthor=False)


def store_folder(settings: Settings) -> Path:
    """The store's folder: `memo.home`, else the platform's data folder."""
    if settings.home:
        return Path(settings.home).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("memo-lsp", appauthor=False)


def load(environ: Mapping[str, str], root: Path | None = None, raw_editor: Any = None) -> tuple[Settings, list[str]]:
    """Read every layer and parse them."""
    return parse(layers(environ, root, raw_editor))


def _file(source: Source, path: Path, where: str) -> Layer:
    try:
        if path.stat().st_size > _LARGEST:
            return Layer(source, None, where, ("larger than 1 MB, not read",))
        return Layer(source, tomllib.loads(path.read_bytes().decode("utf-8-sig")), where)
    except (FileNotFoundError, NotADirectoryError):
        return Layer(source, None, where)
    except OSError as trouble:
        return Layer(source, None, where, (f"cannot be read: {trouble.strerror or trouble}",))
    except (ValueError, RecursionError) as trouble:
        return Layer(source, None, where, (f"is not valid TOML: {' '.join(str(trouble).split())}",))


def _meant(env: str) -> str:
    near = difflib.get_close_matches(env[:100], _BY_ENV, 1, 0.8)
    return f"; did you mean {near[0]}?" if near else ""
