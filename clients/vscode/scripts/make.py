"""What the extension takes from the server, written down: settings in package.json, names in src/protocol.ts.

Run `python clients/vscode/scripts/make.py` after a change of memo_lsp/settings/tree.py or memo_lsp/server/protocol.py;
a test holds both files equal to what this makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from memo_lsp.model import KINDS
from memo_lsp.server import protocol
from memo_lsp.server.arguments import Argument
from memo_lsp.settings import DECLARATION, Setting
from memo_lsp.settings.kinds import Choice, Number, Switch, Texts
from memo_lsp.settings.reference import LIMITS

CLIENT = Path(__file__).resolve().parent.parent
TITLES = {
    "embed": "Vectors",
    "lens": "Code lens",
    "dream": "Consolidation",
    "idle": "Consolidation",
    "summarize": "Language model",
}  # the others are called as their section is
SCOPES = {"folder": "resource", "window": "window", "machine": "machine"}
TYPES = {
    "text": "string",
    "whole": "number",
    "number": "number",
    "flag": "boolean",
    "texts": "string[]",
    "time": "string",
    "range": "Range",
    "pairs": "[string, string][]",
}


# --- settings
def sections() -> list[dict[str, Any]]:
    """The made sections of `contributes.configuration`, in the order of the declaration."""
    shown = [setting for setting in DECLARATION if setting.editor]
    return [
        {"title": title, "properties": {setting.name: _property(setting) for setting in group}}
        for title, group in groupby(shown, _title)
    ]


def _title(setting: Setting) -> str:
    parts = setting.name.split(".")
    return TITLES.get(parts[1], parts[1].capitalize()) if len(parts) == 3 else "Project"


def _property(setting: Setting) -> dict[str, Any]:
    takes, default = _type(setting), setting.default
    if default is None:
        takes, default = _unset(takes)
    return {
        **takes,
        "default": _plain(default),
        "markdownDescription": setting.doc + LIMITS[setting.project],
        "scope": _scope(setting),
    }


def _scope(setting: Setting) -> str:
    """What no project's file may set is no business of a workspace's settings either."""
    scope = SCOPES[setting.scope]
    return "application" if setting.project == "never" and scope != "machine" else scope


def _plain(value: Any) -> Any:
    """As one would write it in JSON: 32, not 32.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return list(value) if isinstance(value, tuple) else value


def _type(setting: Setting) -> dict[str, Any]:
    match setting.kind:
        case Switch():
            return {"type": "boolean"}
        case Number(low, high, whole):
            return {"type": "integer" if whole else "number", "minimum": _plain(low), "maximum": _plain(high)}
        case Choice(options):
            return {"type": "string", "enum": list(options)}
        case Texts():
            return {"type": "array", "items": {"type": "string"}}
        case _:
            return {"type": "string"}


def _unset(takes: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """How a setting without a default is shown: an empty text, or null where only some values are allowed."""
    if takes == {"type": "string"}:
        return takes, ""
    choices = {"enum": [None, *takes["enum"]]} if "enum" in takes else {}
    return {**takes, **choices, "type": [takes["type"], "null"]}, None


def package_json(given: str) -> str:
    """package.json with the made sections anew; the first section, the extension's own settings, stays."""
    package = json.loads(given)
    contributes = package["contributes"]
    contributes["configuration"] = [contributes["configuration"][0], *sections()]
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


# --- names
def protocol_ts() -> str:
    """Names and arguments of the protocol, typed."""
    return "".join((
        "// Made by scripts/make.py from memo_lsp/server/protocol.py: change that instead.\n\n",
        "export interface Position {\n    line: number;\n    character: number;\n}\n\n",
        "export interface Range {\n    start: Position;\n    end: Position;\n}\n\n",
        f"export const PROTOCOL = {protocol.PROTOCOL};\n\n",
        "/** Kinds there are; a memory that was imported may have any other. */\n",
        "export const KINDS: readonly string[] = [\n", *(f"    '{kind}',\n" for kind in KINDS), "];\n\n",
        "export const Method = {\n", *_methods(), "} as const;\n\n",
        "export interface Arguments {\n", *map(_command, protocol.COMMANDS), "}\n\n",
        "export type CommandName = keyof Arguments;\n",
    ))  # fmt: skip


def _methods() -> Iterable[str]:
    for value in vars(protocol).values():
        if isinstance(value, str) and value.startswith("memo/"):
            name = value.removeprefix("memo/")
            yield f"    {name[0].upper()}{name[1:]}: '{value}',\n"


def _command(command: protocol.Command) -> str:
    fields = "".join(f"        {argument.shape}: {_field(argument)};\n" for argument in command.arguments)
    shape = f"{{\n{fields}    }}" if fields else "Record<string, never>"
    return f"    '{command.name}': {shape};\n"


def _field(argument: Argument) -> str:
    if not argument.choices:
        return TYPES[argument.kind]
    choices = " | ".join(f"'{choice}'" for choice in argument.choices)
    return f"({choices})[]" if argument.kind == "texts" else choices


def made() -> dict[Path, str]:
    """Every made file and what it has to hold."""
    package = CLIENT / "package.json"
    return {package: package_json(package.read_text("utf-8")), CLIENT / "src" / "protocol.ts": protocol_ts()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")
