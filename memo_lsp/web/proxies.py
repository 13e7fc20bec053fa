"""Which proxy a request goes through, from the environment alone.

An HTTP library's own reading of these variables sends 127.0.0.1 through the proxy, does not know [::1] in NO_PROXY,
and dies of a proxy scheme it cannot speak even when no request would use it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_loopback(host: str) -> bool:
    """Whether a host is this machine: `localhost`, 127.0.0.0/8, ::1."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def proxy_for(scheme: str, host: str, port: int | None, environ: Mapping[str, str]) -> tuple[str, str] | None:
    """The variable and the proxy it names for a request; None: go straight. Small names come before capitals."""
    if is_loopback(host) or _excepted(host.rstrip(".").lower(), port, _read("no_proxy", environ)[1]):
        return None
    for name in (f"{scheme}_proxy", "all_proxy"):
        variable, proxy = _read(name, environ)
        if proxy:
            return variable, proxy if "://" in proxy else f"http://{proxy}"
    return None


def _read(name: str, environ: Mapping[str, str]) -> tuple[str, str]:
    for variable in (name, name.upper()):
        if value := environ.get(variable, "").strip():
            return variable, value
    return name, ""


def _excepted(host: str, port: int | None, listed: str) -> bool:
    return any(_matches(entry.strip().lower(), host, port) for entry in listed.split(",") if entry.strip())


def _matches(entry: str, host: str, port: int | None) -> bool:
    """`*`, a host and what is beneath it, an address, a network, each perhaps with a port."""
    if entry == "*":
        return True
    address = _address(host)
    if address is not None and (network := _network(entry)) is not None:
        return address in network
    name, number = _apart(entry)
    if number is not None and number != str(port):
        return False
    name = name.removeprefix("*").removeprefix(".")
    return host == name or host.endswith(f".{name}")


def _apart(entry: str) -> tuple[str, str | None]:
    if entry.startswith("["):
        name, _, rest = entry[1:].partition("]")
        return name, rest.removeprefix(":") or None
    name, colon, number = entry.rpartition(":")
    return (name, number) if colon and ":" not in name else (entry, None)


def _address(text: str) -> _Address | None:
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _network(entry: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        return None
