"""One POST to a service: address, key, proxy, time limits, and what its status means.

The key is read from the environment when a request is made and stands in no error, no repr and no log.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import SplitResult, urlsplit, urlunsplit

from memo_lsp.errors import ServiceDown
from memo_lsp.web import replies
from memo_lsp.web.proxies import proxy_for

if TYPE_CHECKING:
    import httpx

RETRIES = (0.2, 0.8)  # seconds before another try of a connection that broke; a person waits for none
REJECTED_FOR = 600.0  # seconds in which a refused key is not shown again
SLOW_FOR = 5.0  # seconds in which no further question waits for a service that was too slow for one
LIMITED_FOR = 10.0  # seconds, where a service says "too many requests" and not for how long
MOST_BYTES = 64 * 1024 * 1024  # of one reply
_MAYBE_THE_TEXT = (400, 413, 422)


class Refused(Exception):
    """A request that failed in a way what it carries may be to blame for."""

    def __init__(self, reason: str, permanent: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.permanent = permanent


class _Broken(Exception):
    """A connection that could not be made or did not last; `verdict` is raised if it stays so."""

    def __init__(self, verdict: ServiceDown | Refused) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a service is. `section` of the settings says it, `path` completes a bare host or `/v1`, `key_env` is the
    variable that holds the key, `down` is what is raised where nothing can be asked of it."""

    section: str
    url: str | None
    path: str
    key_env: str
    down: type[ServiceDown]

    @property
    def where(self) -> str:
        """What to look at when the service does not know what is asked of it."""
        return f"{self.section}.url and {self.section}.model say where and what is asked"

    def address(self) -> SplitResult:
        """The address as configured, completed; empty for what is none."""
        try:
            found = urlsplit((self.url or "").strip())
            found.port  # noqa: B018 - raises for a port that is none
        except ValueError:
            return SplitResult("", "", "", "", "")
        path = self.path if found.path.rstrip("/") in ("", "/v1") else found.path
        return found._replace(path=path, fragment="")


class Service:
    """Wrong settings do not raise here: the first `post` tells what is wrong. `sleep`, `tick`: time, for tests."""

    def __init__(
        self,
        endpoint: Endpoint,
        environ: Mapping[str, str],
        sleep: Callable[[float], None],
        tick: Callable[[], float],
    ) -> None:
        self._endpoint, self._environ = endpoint, environ
        self._sleep, self._tick = sleep, tick
        self._url = endpoint.address()
        self._client: httpx.Client | None = None
        self._opening = threading.Lock()
        self._shut: dict[bool, tuple[float, ServiceDown]] = {}  # until when no request is worth making, and why

    @property
    def host(self) -> str:
        """Host and port, without what may be secret in an address."""
        return self._url.netloc.rpartition("@")[2]

    @property
    def path(self) -> str:
        return self._url.path.rstrip("/")

    def post(self, payload: Mapping[str, Any], seconds: float, *, patient: bool = True) -> bytes:
        """The body of a successful reply, which may take so long. `patient`: a broken connection is tried again, and
        what is slow once is waited for the next time too. Raises the endpoint's `down`, or Refused where what is sent
        may be to blame."""
        self._gate(patient)
        body = json.dumps(payload).encode()
        for pause in RETRIES if patient else ():
            try:
                return self._once(body, seconds, patient)
            except _Broken:
                self._sleep(pause)
        try:
            return self._once(body, seconds, patient)
        except _Broken as broken:
            raise broken.verdict from None

    def _once(self, body: bytes, limit: float, patient: bool) -> bytes:
        import httpx

        client, headers = self._connected(), self._headers()
        try:
            with client.stream("POST", urlunsplit(self._url), content=body, headers=headers, timeout=limit) as reply:
                answer = _bounded(reply, time.monotonic() + limit)
        except httpx.TimeoutException:
            self._too_slow(limit, patient)
        except httpx.ConnectError:
            fix = f"is the service running, and {self._endpoint.section}.url right?"
            raise _Broken(self._endpoint.down(f"{self.host} cannot be reached", fix)) from None
        except httpx.HTTPError as trouble:
            raise _Broken(Refused(f"{self.host} broke off ({type(trouble).__name__})", permanent=False)) from None
        self._judge(reply, answer)
        self._shut.clear()
        return answer

    def _judge(self, reply: httpx.Response, answer: bytes) -> None:
        """Raises unless the status says that all went well."""
        status = reply.status_code
        if reply.is_success:
            return
        if status in (401, 403):
            fix = f"put a valid key into the environment variable {self._endpoint.key_env}"
            self._close(self._endpoint.down(f"key rejected by {self.host} ({status})", fix), REJECTED_FOR)
        if status == 429 or (status == 503 and "retry-after" in reply.headers):
            wait = replies.retry_after(reply.headers.get("retry-after"), LIMITED_FOR)
            self._close(self._endpoint.down(f"{self.host} asks to wait ({status})", retry_after=wait), wait)
        words = replies.message(answer)
        reason = f"{self.host} answered {status}{': ' * bool(words)}{self._without_key(words)}"
        if status in _MAYBE_THE_TEXT or status == 408 or status >= 500:
            raise Refused(reason, permanent=status in _MAYBE_THE_TEXT)
        raise self._endpoint.down(reason, self._endpoint.where)

    def _too_slow(self, limit: float, patient: bool) -> NoReturn:
        reason = f"{self.host} gave no answer within {limit:g} s"
        if patient:
            raise Refused(reason, permanent=False)
        self._shut[False] = (self._tick() + SLOW_FOR, self._endpoint.down(reason))
        raise self._endpoint.down(reason)

    def _close(self, why: ServiceDown, seconds: float) -> NoReturn:
        self._shut = dict.fromkeys((True, False), (self._tick() + seconds, why))
        raise self._endpoint.down(why.reason, why.fix, seconds)

    def _gate(self, patient: bool) -> None:
        until, why = self._shut.get(patient, (0.0, None))
        left = until - self._tick()
        if why is not None and left > 0:
            raise self._endpoint.down(why.reason, why.fix, left)

    def _connected(self) -> httpx.Client:
        with self._opening:
            if self._client is None:
                self._client = self._connect()
            return self._client

    def _connect(self) -> httpx.Client:
        import httpx

        host, section = self._url.hostname, self._endpoint.section
        if self._url.scheme not in ("http", "https") or not host:
            reason = f"{section}.url is no http:// or https:// address"
            raise self._endpoint.down(reason, f"set it, or another {section}.provider")
        found = proxy_for(self._url.scheme, host, self._url.port, self._environ)
        variable, proxy = found or ("", None)
        secure = self._url.scheme == "https" or (proxy or "").startswith("https")
        try:
            # Without trust_env: its own reading of the environment would raise for a proxy this host never uses.
            return httpx.Client(trust_env=False, proxy=proxy, verify=httpx.create_ssl_context() if secure else False)
        except (ImportError, ValueError, httpx.InvalidURL):
            scheme = (proxy or "").partition("://")[0]
            fix = f"name an http:// proxy there, or add {host} to NO_PROXY"
            raise self._endpoint.down(f"the {scheme}:// proxy in {variable} cannot be used", fix) from None

    @property
    def _key(self) -> str:
        return self._environ.get(self._endpoint.key_env, "").strip()

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if not self._key:
            return headers
        if not (self._key.isascii() and self._key.isprintable()):  # the HTTP library would quote it in its error
            raise self._endpoint.down(
                f"the key in {self._endpoint.key_env} holds characters that no key has", "set it anew"
            )
        return {**headers, "Authorization": f"Bearer {self._key}"}

    def _without_key(self, words: str) -> str:
        return words.replace(self._key, "…") if self._key else words


def _bounded(reply: httpx.Response, deadline: float) -> bytes:
    """The whole body; a service that drips or floods is cut off."""
    import httpx

    body = bytearray()
    for chunk in reply.iter_bytes():
        body += chunk
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("the body took too long")
        if len(body) > MOST_BYTES:
            raise httpx.DecodingError("the body is too large")
    return bytes(body)
