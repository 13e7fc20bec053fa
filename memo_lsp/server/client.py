"""What the client is and can do, read once from its `initialize`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

_OWN_NAMES = {"visual studio code": "vscode", "visual studio code - insiders": "vscode", "code - oss": "vscode"}


@dataclass(frozen=True, slots=True)
class Client:
    """`origin` is the name memories from here carry; `encoding` how positions are counted on this wire."""

    origin: str = "editor"
    encoding: str = "utf-16"
    markdown: bool = False
    links: bool = False  # follows `command:` links in a hover
    progress: bool = False
    configuration: bool = False
    listens_to_settings: bool = False
    watches: bool = False  # files, as far as it is asked to
    relative_patterns: bool = False
    refreshes_lenses: bool = False
    summarizes: bool = False  # has a language model that answers `memo/summarize`

    @classmethod
    def of(cls, params: types.InitializeParams) -> Client:
        capabilities = params.capabilities
        origin = origin_of(params.client_info.name if params.client_info else "")
        own = _own(capabilities.experimental)
        chosen = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
        formats = get_capability(capabilities, "text_document.hover.content_format") or ()
        return cls(
            origin=origin,
            encoding=str(getattr(chosen, "value", chosen)),
            markdown=types.MarkupKind.Markdown in formats,
            links=origin == "vscode" or own.get("commandLinks") is True,
            progress=bool(get_capability(capabilities, "window.work_done_progress")),
            configuration=bool(get_capability(capabilities, "workspace.configuration")),
            listens_to_settings=bool(
                get_capability(capabilities, "workspace.did_change_configuration.dynamic_registration")
            ),
            watches=bool(get_capability(capabilities, "workspace.did_change_watched_files.dynamic_registration")),
            relative_patterns=bool(
                get_capability(capabilities, "workspace.did_change_watched_files.relative_pattern_support")
            ),
            refreshes_lenses=bool(get_capability(capabilities, "workspace.code_lens.refresh_support")),
            summarizes=own.get("summarize") is True,
        )


def origin_of(name: str) -> str:
    """`clientInfo.name` as an origin: in lower case, VS Code by its short name."""
    plain = " ".join(name.lower().split())
    return _OWN_NAMES.get(plain, plain) or "editor"


def trusted(options: Any) -> bool:
    """What `initializationOptions.memo.trusted` says; a client that has no word for it trusts."""
    return _own(options).get("trusted") is not False


def _own(experimental: Any) -> dict[str, Any]:
    memo = experimental.get("memo") if isinstance(experimental, dict) else getattr(experimental, "memo", None)
    return memo if isinstance(memo, dict) else {}
