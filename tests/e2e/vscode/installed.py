"""The editors that are driven here, installed where nothing but the tests sees them.

VS Code comes as code-server, which is its workbench and extension host behind a web page: the same code, and it runs
without a screen. Nothing of it is compiled; two inner installs bring what its own installation would build.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
CACHE = ROOT / ".editors"
CLIENT = ROOT / "clients" / "vscode"
VSIX = CLIENT / "memo-lsp.vsix"
NPM = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error")
PATIENCE = 600


@dataclass(frozen=True)
class VSCode:
    """A version of VS Code, the code-server that carries it, and the Node that runs that."""

    version: str
    server: str
    node: int

    def __str__(self) -> str:
        return self.version


OLDEST = VSCode("1.100", "4.100.3", 20)
NEWEST = VSCode("1.139", "4.139.1", 24)
BOTH = (OLDEST, NEWEST)


@functools.cache
def entry(code: VSCode) -> Path:
    """The script that is the editor; installed when first asked for."""
    folder = CACHE / f"vscode-{code.version}"
    start = folder / "node_modules" / "code-server" / "out" / "node" / "entry.js"
    done = folder / "done"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        package = {"name": "vscode-under-test", "private": True, "overrides": {"argon2": "0.44.0"}}
        (folder / "package.json").write_text(json.dumps(package))
        env = _with(code.node)
        run((*NPM, f"code-server@{code.server}"), folder, env)
        inside = folder / "node_modules" / "code-server" / "lib" / "vscode"
        run((*NPM, "--omit=dev"), inside, env)
        run((*NPM, "--omit=dev"), inside / "extensions", env)
        done.touch()
    return start


@functools.cache
def node(major: int) -> Path:
    """A Node of that version: the machine's own, or one of ours."""
    own = shutil.which("node")
    if own and run((own, "--version")).startswith(f"v{major}."):
        return Path(own)
    found = CACHE / f"node-{major}" / "node_modules" / ".bin" / "node"
    if not found.exists():
        folder = CACHE / f"node-{major}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        run((*(part for part in NPM if part != "--ignore-scripts"), f"node@{major}"), folder)
    return found


def _with(major: int) -> dict[str, str]:
    """The environment in which that Node is the first one found."""
    return os.environ | {"PATH": f"{node(major).parent}{os.pathsep}{os.environ['PATH']}"}


@functools.cache
def extension() -> Path:
    """The extension as it is now: checked, its pure tests passed, packed, and those of the extension host bundled."""
    env = _with(OLDEST.node)
    if not (CLIENT / "node_modules" / ".package-lock.json").exists():
        run(tuple(part for part in NPM if part != "--ignore-scripts"), CLIENT, env)
    for script in ("check", "unit", "package", "build:tests"):
        run(("npm", "run", "--silent", script), CLIENT, env)
    return VSIX


@functools.cache
def with_extension(code: VSCode) -> Path:
    """A folder of extensions that holds ours, for all windows of this run."""
    folder = CACHE / f"extensions-{code.version}"
    shutil.rmtree(folder, ignore_errors=True)
    data = str(folder / "data")
    run(
        command(code, "--user-data-dir", data, "--extensions-dir", str(folder), "--install-extension", str(extension()))
    )
    return folder


def command(code: VSCode, *arguments: str) -> tuple[str, ...]:
    """What starts this version."""
    return str(node(code.node)), str(entry(code)), *arguments


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def run(command: tuple[str, ...], cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
