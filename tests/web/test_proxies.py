"""Which way a request goes, by what the environment says."""

from __future__ import annotations

import pytest

from memo_lsp.web.proxies import is_loopback, proxy_for

PROXY = {"http_proxy": "http://p:1", "https_proxy": "http://s:2"}


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "api.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_this_machine_is_never_proxied(host: str):
    assert is_loopback(host)
    assert proxy_for("http", host, 11434, {**PROXY, "all_proxy": "socks5h://x"}) is None


@pytest.mark.parametrize("host", ["example.com", "localhost.example.com", "10.0.0.1", "2001:db8::1", "128.0.0.1", ""])
def test_other_machines_are_not_this_one(host: str):
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("environ", "scheme", "expected"),
    [
        ({}, "http", None),
        (PROXY, "http", ("http_proxy", "http://p:1")),
        (PROXY, "https", ("https_proxy", "http://s:2")),
        ({"HTTPS_PROXY": "p:3128"}, "https", ("HTTPS_PROXY", "http://p:3128")),
        ({"HTTP_PROXY": "http://p"}, "https", None),
        ({"ALL_PROXY": "socks5h://p:9"}, "https", ("ALL_PROXY", "socks5h://p:9")),
        ({"https_proxy": "http://small", "HTTPS_PROXY": "http://capital"}, "https", ("https_proxy", "http://small")),
        ({"http_proxy": "  "}, "http", None),
    ],
)
def test_the_variable_of_the_scheme_decides(environ: dict[str, str], scheme: str, expected: tuple[str, str] | None):
    assert proxy_for(scheme, "api.example.com", None, environ) == expected


@pytest.mark.parametrize(
    ("listed", "host", "port", "straight"),
    [
        ("*", "a.example", None, True),
        ("example.com", "example.com", None, True),
        ("example.com", "api.example.com", None, True),
        (".example.com", "api.example.com", None, True),
        ("*.example.com", "api.example.com", None, True),
        ("example.com", "notexample.com", None, False),
        ("other, EXAMPLE.com ,", "example.com", None, True),
        ("example.com:8080", "example.com", 8080, True),
        ("example.com:8080", "example.com", 9090, False),
        ("10.0.0.0/8", "10.1.2.3", None, True),
        ("10.0.0.0/8", "11.1.2.3", None, False),
        ("10.1.2.3", "10.1.2.3", 80, True),
        ("10.1.2.3:80", "10.1.2.3", 80, True),
        ("fd00::/8", "fd12::1", None, True),
        ("[fd12::1]", "fd12::1", None, True),
        ("[fd12::1]:8000", "fd12::1", 8000, True),
        (" , ,", "example.com", None, False),
    ],
)
def test_exceptions(listed: str, host: str, port: int | None, straight: bool):
    for name in ("no_proxy", "NO_PROXY"):
        assert (proxy_for("http", host, port, {**PROXY, name: listed}) is None) == straight
