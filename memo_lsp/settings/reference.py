"""docs/settings.md, made from the declaration."""

from __future__ import annotations

from itertools import groupby

from memo_lsp.settings.tree import DECLARATION, Setting

_HEAD = """\
# Settings

<!-- Made by `memo-lsp config --markdown > docs/settings.md`: change memo_lsp/settings/tree.py instead. -->

The nearest place that sets a value wins:

1. the environment: `MEMO_` and the name in capitals, `memo.recall.profile` is `MEMO_RECALL_PROFILE`
2. the editor: its folder, workspace and user settings, section `memo`; in VS Code the first two are files of the
   project, and may do what its `memo.toml` may
3. the project: `memo.toml` in its root
4. you: `memo.toml` in the platform's configuration folder (`~/.config/memo-lsp/` on Linux,
   `~/Library/Application Support/memo-lsp/` on macOS, `%LOCALAPPDATA%\\memo-lsp\\` on Windows)
5. what an evaluation has accepted, then the default

A wrong value is named and its default used; an unknown name is told. `memo-lsp config` shows every setting with its
value and where it came from. Where no default is given, the setting's sentence says what holds. In a file, a dot is a
table:

```toml
[recall]
profile = "v2"
```

A project's file comes with a cloned repository, so it may not set where vectors come from, which language model
is asked, where the store lies, when and how the whole of it is consolidated, or whose commits are yours. It may turn
recording off, never on; it may add files that are not captured, never take any from those that are not. The same goes
for settings in its `.vscode` folder or in a `.code-workspace` file.
"""


def markdown() -> str:
    """The whole page."""
    return _HEAD + "".join(_section(name, list(group)) for name, group in groupby(DECLARATION, _group))


def _group(setting: Setting) -> str:
    return f"memo.{setting.name.split('.')[1]}" if setting.name.count(".") == 2 else "The store and the project"


def _section(title: str, settings: list[Setting]) -> str:
    head = f"\n## {title}\n\n| setting | takes | default | scope |\n| --- | --- | --- | --- |\n"
    return head + "".join(_row(setting) for setting in settings) + "\n" + "".join(_entry(s) for s in settings)


def _row(setting: Setting) -> str:
    return f"| `{setting.name}` | {setting.kind.words} | {_default(setting)} | {setting.scope} |\n"


def _default(setting: Setting) -> str:
    return f"`{setting.kind.show(setting.default)}`" if setting.default not in (None, ()) else ""


def _entry(setting: Setting) -> str:
    return f"- `{setting.name}`: {setting.doc}{LIMITS[setting.project]}{'' if setting.editor else _NO_EDITOR}\n"


LIMITS = {
    "set": "",
    "narrow": " A project's file may turn it off, not on.",
    "add": " A project's file may add to it.",
    "never": " Not from a project's file.",
}
_NO_EDITOR = " Not from an editor either: it is needed before one can be asked."
