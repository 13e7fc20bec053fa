"""Settings: layers in, values and problems out; every case a row."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.recall import profiles
from memo_lsp.settings import (
    DECLARATION,
    PROFILES,
    Layer,
    Settings,
    editor,
    environment,
    load,
    parse,
    project_file,
    store_folder,
    user_file,
)
from memo_lsp.settings.reference import markdown
from memo_lsp.settings.tree import BY_NAME, CLONED, CONSTANTS, NEAREST_FIRST

DOCS = Path(__file__).parents[2] / "docs"
GOOD: dict[str, Any] = {
    "memo.home": "/elsewhere",
    "memo.embed.provider": "none",
    "memo.embed.url": "http://localhost:1/embed",
    "memo.embed.key_env": "MY_KEY",
    "memo.recall.profile": "legacy",
    "memo.recall.fusion_mode": "rrf",
    "memo.recall.log": False,
    "memo.git.mails": ["me@host.invalid"],
    "memo.capture.exclude": ["*.sql", "legacy/**"],
    "memo.capture.include": ["notes.txt"],
    "memo.capture.marks": ["NOTE", "PERF"],
    "memo.dream.edges": "published",
    "memo.summarize.provider": "http",
    "memo.summarize.url": "http://localhost:1/v1/chat/completions",
    "memo.summarize.key_env": "MY_KEY",
}


def good(name: str) -> Any:
    """A value for the setting that is right and not its default."""
    if name in GOOD:
        return GOOD[name]
    default = BY_NAME[name].default
    if isinstance(default, bool):
        return not default
    return {"int": 2, "float": 2.0, "NoneType": 1}[type(default).__name__] if "text" not in words(name) else "some"


def words(name: str) -> str:
    return BY_NAME[name].kind.words.replace("a name", "text")


def check(
    name: str, *layers: tuple[str, Any], value: Any, source: str | None = None, problems: str | None = None
) -> None:
    """Parse the layers; `problems` is a pattern for the one problem there must be, None for no problem."""
    settings, found = parse(Layer(source, raw) for source, raw in layers)  # type: ignore[arg-type]
    assert settings.value(name) == value
    assert settings.sources.get(name) == source
    if problems is None:
        assert found == []
    else:
        assert len(found) == 1 and re.search(problems, found[0]), found
        assert "\n" not in found[0]


@pytest.mark.parametrize("name", BY_NAME)
def test_every_setting_can_be_set_where_it_may_be_set(name: str) -> None:
    setting, value = BY_NAME[name], good(name)
    wanted = setting.kind.read(value)
    assert wanted != setting.default
    check(name, ("user", {name: value}), value=wanted, source="user")
    raw = ",".join(value) if isinstance(value, list) else str(value)
    settings, problems = parse([environment({setting.env: raw})])
    assert (settings.value(name), problems) == (wanted, [])
    for place in () if setting.editor else ("editor", "workspace"):
        check(name, (place, {name: value}), value=setting.default, problems="an editor cannot set this")
    if setting.editor:
        check(name, ("editor", {name: value}), value=wanted, source="editor")
    for cloned in CLONED if setting.editor else ("project",):
        if setting.project == "never":
            check(name, (cloned, {name: value}), value=setting.default, problems="a project's file may not set this")
        else:
            check(name, (cloned, {name: value}), value=wanted, source=cloned)


@pytest.mark.parametrize(
    ("layers", "value", "source"),
    [
        ({"project": ["b"], "user": ["a"]}, ("a", "b"), "project"),
        ({"workspace": [], "editor": ["a"]}, ("a",), "workspace"),
        ({"workspace": ["b"], "project": ["c"], "user": ["a"]}, ("a", "b", "c"), "workspace"),
        ({"project": ["b"], "editor": ["c"], "user": ["a"]}, ("c", "b"), "editor"),
        ({"project": ["a"], "environment": "a,d"}, ("a", "d"), "environment"),
        ({"project": []}, (), "project"),
    ],
)
def test_a_project_may_add_files_that_are_not_captured(layers: Any, value: Any, source: str) -> None:
    given = [(name, {"capture": {"exclude": globs}}) for name, globs in layers.items()]
    check("memo.capture.exclude", *given, value=value, source=source)


@pytest.mark.parametrize(("near", "far"), list(itertools.combinations(NEAREST_FIRST, 2)))
def test_the_nearest_layer_wins_in_whatever_order_they_come(near: str, far: str) -> None:
    layers = ((near, {"hover": {"limit": 5}}), (far, {"hover": {"limit": 7}}))
    check("memo.hover.limit", *layers, value=5, source=near)
    check("memo.hover.limit", *reversed(layers), value=5, source=near)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"hover": {"limit": 4}}, 4),
        ({"memo": {"hover": {"limit": 4}}}, 4),
        ({"hover.limit": 4}, 4),
        ({"memo.hover.limit": 4}, 4),
        ({"memo.hover": {"limit": 4}}, 4),
        ({"hover": {"limit": "4"}}, 4),
        ({"hover": {"limit": 4.0}}, 4),
        ({"hover": {"limit": None}}, 3),
        ({"hover": None}, 3),
        ({}, 3),
        (None, 3),
        ([], 3),  # an empty table of Lua
        ({"memo": []}, 3),
        ({"hover": [], "memo.recall": []}, 3),
        ({"memo": {"hover": []}}, 3),
        ({"server": {"command": ["x"]}, "trace": {"server": "off"}}, 3),  # the client's own
    ],
)
def test_shapes_an_editor_may_send(raw: Any, value: int) -> None:
    check("memo.hover.limit", ("editor", raw), value=value, source="editor" if value == 4 else None)


@pytest.mark.parametrize(
    ("name", "raw", "problem"),
    [
        (
            "memo.hover.limit",
            "many",
            r"memo\.hover\.limit = 'many' \(editor\): wants a whole number from 1 to 10; 3 is used",
        ),
        ("memo.hover.limit", 0, "wants"),
        ("memo.hover.limit", 2.5, "wants"),
        ("memo.hover.limit", 10**400, "wants"),
        ("memo.hover.limit", "9" * 5000, "wants"),
        ("memo.hover.limit", {"deep": 1}, "wants"),
        ("memo.hover.enabled", "perhaps", "true or false; true is used"),
        ("memo.hover.enabled", [], "wants"),
        ("memo.recall.rrf_k", float("nan"), "left unset"),
        ("memo.recall.rrf_k", float("inf"), "wants"),
        ("memo.recall.profile", "v9", "one of v2"),
        ("memo.embed.url", "ftp://user:hunter2@host", r"^memo\.embed\.url \(editor\)"),
        ("memo.embed.key_env", "sk-a-key-put-in-the-wrong-place", r"^memo\.embed\.key_env \(editor\)"),
        ("memo.git.mails", [1], "list of texts"),
        ("memo.project", "a\nb", "wants a name"),
    ],
)
def test_a_wrong_value_names_itself_and_falls_back_to_the_default(name: str, raw: Any, problem: str) -> None:
    farther = ("user", {name: good(name)})
    check(name, ("editor", {name: raw}), farther, value=BY_NAME[name].default, problems=problem)


@pytest.mark.parametrize("secret", ["hunter2", "sk-a-key"])
def test_a_secret_in_the_wrong_place_is_not_repeated(secret: str) -> None:
    _, problems = parse([Layer("editor", {"embed": {"url": secret, "key_env": f"{secret}!"}})])
    assert len(problems) == 2 and secret not in str(problems)
    url = f"https://me:{secret}@host/v1"
    assert secret not in BY_NAME["memo.embed.url"].kind.show(url)


@pytest.mark.parametrize(
    ("source", "raw", "problem"),
    [
        (
            "editor",
            {"hover": {"limits": 4}},
            r"memo\.hover\.limits \(editor\): no such setting; did you mean memo\.hover\.limit",
        ),
        ("user", {"nonsense": 1}, r"memo\.nonsense \(user\): no such setting$"),
        ("user", {"server": {"command": "x"}}, "no such setting"),
        ("editor", [1, 2], "wants a table"),
        ("editor", {"memo": [1]}, r"memo \(editor\): no such setting"),
        ("editor", {"hovr": []}, r"memo\.hovr \(editor\): no such setting"),
        ("project", "text", "wants a table"),
    ],
)
def test_what_nobody_knows_is_told(source: str, raw: Any, problem: str) -> None:
    check("memo.hover.limit", (source, raw), value=3, problems=problem)


@pytest.mark.parametrize(
    ("raw", "mine", "value", "problem"),
    [
        (False, None, False, None),
        (True, None, True, "not on"),
        ("junk", None, True, "not on"),
        (True, False, False, "not on"),
    ],
)
@pytest.mark.parametrize("cloned", CLONED)
def test_a_project_may_turn_the_log_off_never_on(
    cloned: str, raw: Any, mine: bool | None, value: bool, problem: str | None
) -> None:
    source = cloned if problem is None else None if mine is None else "user"
    layers = ((cloned, {"recall.log": raw}), ("user", {"recall.log": mine}))
    check("memo.recall.log", *layers, value=value, source=source, problems=problem)


def test_what_a_workspace_says_stands_apart_in_an_editors_answer() -> None:
    raw = {"hover": {"limit": 7}, "project": "mine", "workspace": {"hover": {"limit": 5}, "project": "victim"}}
    settings, problems = parse(editor(raw))
    assert (settings.hover.limit, settings.project) == (5, "mine")
    assert problems == ["memo.project (the workspace's settings): a project's file may not set this; passed over"]


def test_a_refused_layer_leaves_the_farther_ones_in_force() -> None:
    layers = (
        ("project", {"embed": {"url": "http://evil.invalid"}}),
        ("user", {"embed": {"url": "http://mine.invalid"}}),
    )
    check("memo.embed.url", *layers, value="http://mine.invalid", source="user", problems="may not set")


@pytest.mark.parametrize(
    ("environ", "problem"),
    [
        ({"MEMO_RECALL_LOGS": "1"}, "MEMO_RECALL_LOGS: no such setting; did you mean MEMO_RECALL_LOG"),
        ({"MEMO_HOVER_LIMIT": ""}, None),
        ({"MEMO_SOMETHING": "1", "MEMORY": "1"}, None),
        ({"MEMO_EMBED_KEY": "k"}, None),
        ({"MEMO_SUMMARIZE_KEY": "k"}, None),
        ({"MEMO_SUMMARIZE_KEY_ENV": "MEMO_SUMMARIZE_OTHER", "MEMO_SUMMARIZE_OTHER": "k"}, None),
        ({"MEMO_EMBED_KEY_ENV": "MEMO_EMBED_OTHER", "MEMO_EMBED_OTHER": "k"}, None),
    ],
)
def test_the_environment(environ: dict[str, str], problem: str | None) -> None:
    settings, problems = parse([environment(environ)])
    assert settings.hover.limit == 3
    assert [bool(re.search(problem or "", told)) for told in problems] == [True] * bool(problem)


def test_constants_hold_what_was_set_and_nothing_else() -> None:
    assert Settings().recall.constants == {}
    settings, _ = parse([Layer("user", {"recall": {"rrf_k": 20, "branch_boost": True, "tide": 0}})])
    assert settings.recall.constants == {"rrf_k": 20.0, "branch_boost": 1.0, "tide": 0.0}
    assert all(BY_NAME[f"memo.recall.{name}"].default is None for name in CONSTANTS)


def test_profiles_and_constants_are_those_of_recall() -> None:
    assert tuple(profiles.PROFILES) == PROFILES
    assert set(CONSTANTS) == set(profiles.CONSTANTS)


def test_files(tmp_path: Path) -> None:
    cases = {
        "[recall]\nprofile = 'legacy'\n": "legacy",
        "\ufeff[memo.recall]\nprofile = 'legacy'\n": "legacy",
        "": "v2",
        "[recall\n": None,
        "x = " + "[" * 5000: None,
    }
    for text, profile in cases.items():
        (tmp_path / "memo.toml").write_text(text, "utf-8")
        settings, problems = parse([project_file(tmp_path)])
        assert settings.recall.profile == (profile or "v2")
        assert len(problems) == (profile is None) and "\n" not in "".join(problems)
    (tmp_path / "memo.toml").write_bytes(b"\xff\xfe\x00")
    assert "not valid TOML" in parse([project_file(tmp_path)])[1][0]
    (tmp_path / "memo.toml").write_bytes(b"#" * (1 << 20) + b"#")
    assert "1 MB" in parse([project_file(tmp_path)])[1][0]
    assert parse([project_file(tmp_path / "absent"), user_file(tmp_path / "absent")])[1] == []
    assert len(parse([project_file(None), user_file(tmp_path)])[1]) == 1  # a folder where the file should be


def test_the_user_file_and_the_store_folder_follow_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "config/memo-lsp").mkdir(parents=True)
    (tmp_path / "config/memo-lsp/memo.toml").write_text("[hover]\nlimit = 1\n")
    settings, problems = load(os.environ.copy() | {"MEMO_HOME": ""})
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert (settings.hover.limit, problems) == (1, [])
        assert store_folder(settings) == tmp_path / "data/memo-lsp"
    assert store_folder(Settings(home="~/here")) == tmp_path / "here"


names = st.one_of(
    st.text(max_size=20), st.sampled_from(sorted(BY_NAME)), st.sampled_from(("memo", "recall", "embed", "hover"))
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6),
    max_leaves=25,
)


@given(st.lists(st.tuples(st.sampled_from(NEAREST_FIRST), junk), max_size=5))
def test_no_junk_raises_and_every_value_is_of_its_kind(layers: list[tuple[Any, Any]]) -> None:
    settings, problems = parse(Layer(source, raw) for source, raw in layers)
    assert all("\n" not in problem for problem in problems)
    for setting in DECLARATION:
        value = settings.value(setting.name)
        assert value == setting.default or setting.kind.read(value) == value
        assert setting.name in settings.sources or value == setting.default


@given(st.dictionaries(st.sampled_from([setting.env for setting in DECLARATION]), st.text(max_size=30)))
def test_no_environment_raises(environ: dict[str, str]) -> None:
    parse([environment(environ)])


def test_the_documentation_is_the_declaration() -> None:
    assert (DOCS / "settings.md").read_text("utf-8") == markdown(), "run: memo-lsp config --markdown > docs/settings.md"
