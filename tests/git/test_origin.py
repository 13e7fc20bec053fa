from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.git.origin import Origin, config_values, parse_origin

KEY = "code.host/owner/name"


@pytest.mark.parametrize(
    "url",
    [
        "https://code.host/owner/name",
        "https://code.host/owner/name.git",
        "https://code.host/owner/name.git/",
        "https://user:s3cret@Code.HOST:443/owner/name.git",
        "http://code.host//owner/name",
        "ssh://git@code.host/owner/name.git",
        "ssh://git@code.host:2222/owner/name",
        "git+ssh://git@code.host/owner/name",
        "git://code.host/owner/name.git",
        "git@code.host:owner/name.git",
        "git@CODE.host:/owner/name",
        "code.host:owner/name",
        "[git@code.host]:owner/name".replace("[git@", "git@["),
        "  git@code.host:owner/name.git\n",
    ],
)
def test_one_key_for_every_spelling(url):
    assert parse_origin(url) == Origin(key=KEY)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("git@code.host:group/sub/name.git", Origin(key="code.host/group/sub/name")),
        ("https://code.host/a%20b/n", Origin(key="code.host/a b/n")),
        ("ssh://git@[::1]:22/owner/name", Origin(key="::1/owner/name")),
        ("git@code.host:Owner/Name", Origin(key="code.host/Owner/Name")),
        ("/srv/git/name.git", Origin(path="/srv/git/name.git")),
        ("../name", Origin(path="../name")),
        ("./a:b", Origin(path="./a:b")),
        ("file:///srv/git/a%20b", Origin(path="/srv/git/a b")),
        ("C:\\work\\name", Origin(path="C:\\work\\name")),
        ("C:/work/name", Origin(path="C:/work/name")),
    ],
)
def test_other_origins(url, expected):
    assert parse_origin(url) == expected


@given(st.text(max_size=60))
def test_any_url_is_survived_and_keeps_no_password(text):
    parse_origin(text)
    assert parse_origin(f"https://me:pass-w0rd@code.host/{'x'}").key == "code.host/x"


CONFIGS = [
    ('[remote "origin"]\n\turl = git@h:o/n.git\n', ["git@h:o/n.git"]),
    ('[REMOTE "origin"]\nURL=x # why\n', ["x"]),
    ('[remote "Origin"]\nurl = x\n', []),
    ("[remote.origin]\nurl = x\n", ["x"]),
    ('[remote "origin"] url = x\n', ["x"]),
    ('[remote "origin"]\nurl = "a # b" ; c\n', ["a # b"]),
    ('[remote "origin"]\nurl = "a\\"b\\\\c"\n', ['a"b\\c']),
    ('[remote "origin"]\nurl = a\\\nb\n', ["ab"]),
    ('[remote "origin"]\r\n\turl = x y \r\n', ["x y"]),
    ('[remote "origin"]\nurl = x\n[branch "main"]\nurl = y\n', ["x"]),
    ('[remote "or\\"igin"]\nurl = x\n', []),
    ('\ufeff[remote "origin"]\nurl = x\nurl = y\n', ["x", "y"]),
    ('# [remote "origin"]\nurl = x\n', []),
    ('[remote "origin"]\nurl\n', []),
    ("", []),
    ("[remote", []),
]


@pytest.mark.parametrize(("text", "values"), CONFIGS)
def test_config_syntax(text, values):
    assert list(config_values(text, "remote", "origin", "url")) == values


@given(st.text())
def test_any_config_is_survived(text):
    list(config_values(f'[remote "origin"]\nurl = {text}', "remote", "origin", "url"))
