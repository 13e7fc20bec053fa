"""Keys and tokens that can be told by their form alone: one row a kind, tried only where its hint stands."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of secret; `hints` are literal pieces without which the pattern cannot match."""

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _format(kind: str, hints: str, pattern: str) -> Format:
    return Format(kind, tuple(hints.split()), re.compile(pattern))


_B = r"(?<![A-Za-z0-9_])"  # not within a longer word

# A private key is taken whole: up to its end, or, cut short, as far as its lines go on; or from its lines to its end.
# Possessive quantifiers keep a megabyte of base64 from being tried in every possible way.
_KEY_NAME = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?"
_BETWEEN = r"(?:\\[nrt]|-(?!-)|[+/]+(?=\s)|[\s\"'`,;#*>|])*+"
_KEY_LINE = rf"(?:{_BETWEEN}(?:(?:Proc-Type|DEK-Info|Comment|Version):[^\n\\]*+|[A-Za-z0-9+/=]{{16,}}+))"
_PEM = (
    rf"-----BEGIN {_KEY_NAME}-----(?:(?:(?!-----BEGIN )[\s\S]){{16,20000}}?-----END {_KEY_NAME}-----"
    rf"|{_KEY_LINE}++(?:{_BETWEEN}[A-Za-z0-9+/]{{1,64}}+={{1,2}})?)"
    rf"|(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/=]{{40,}}+{_BETWEEN}){{1,400}}+"
    rf"(?:[A-Za-z0-9+/]{{1,39}}+={{0,2}}{_BETWEEN})?-----END {_KEY_NAME}-----"
)

FORMATS: tuple[Format, ...] = (
    _format("private-key", "PRIVATE", _PEM),
    _format("private-key", "Private-Lines", r"Private-Lines: *\d+\s+(?:[A-Za-z0-9+/=]{16,}\s*)+"),
    _format("private-key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    _format("jwt", "eyJ", _B + r"eyJ[\w-]{8,}=*\.[\w-]{8,}=*(?:\.[\w-]*){0,3}"),
    _format(
        "aws-key", "AKIA ASIA ABIA ACCA A3T", _B + r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    ),
    _format("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{20,}"),
    _format("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{20,}"),
    _format(
        "gitlab-token",
        "glpat gldt glft glsoat glrt glcbt glptt glimt glagent gloas glffct",
        _B + r"gl(?:pat|dt|ft|soat|rt|rtr|cbt|ptt|imt|agent|oas|ffct)-[\w.-]{20,}",
    ),
    _format("gitlab-token", "GR1348941", r"GR1348941[\w-]{20,}"),
    _format("slack-token", "xox xapp-", _B + r"(?:xox[abeoprs](?:\.xox[bp])?|xapp)-[\w-]{10,}"),
    _format(
        "slack-webhook", "hooks.slack.com", r"https?://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{16,}"
    ),
    _format(
        "discord-webhook",
        "/api/webhooks/",
        r"https?://[\w.]*discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[\w-]{30,}",
    ),
    _format("google-key", "AIza", r"AIza[\w-]{35}"),
    _format("google-oauth", "ya29. GOCSPX-", _B + r"(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})"),
    _format("npm-token", "npm_", _B + r"npm_[A-Za-z0-9]{36,}"),
    _format("pypi-token", "pypi-", _B + r"pypi-AgE[\w-]{40,}"),
    _format(
        "stripe-key",
        "k_live_ k_test_ whsec_",
        _B + r"(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,})",
    ),
    _format("anthropic-key", "sk-ant-", _B + r"sk-ant-[\w-]{20,}"),
    _format("openai-key", "sk-", _B + r"sk-(?:proj|svcacct|admin|or-v1|None)-[\w-]{20,}"),
    _format("openai-key", "sk-", _B + r"sk-(?=[A-Za-z-]*\d)[A-Za-z0-9]{20}(?:T3BlbkFJ)?[A-Za-z0-9]{12,}(?![\w-])"),
    _format("openai-key", "T3BlbkFJ", r"sk-[\w-]*T3BlbkFJ[\w-]{16,}"),
    _format("sendgrid-key", "SG.", _B + r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
    _format("twilio-key", "AC SK", _B + r"(?:AC|SK)[0-9a-f]{32}(?![A-Za-z0-9])"),
    _format("azure-key", "AccountKey= SharedAccessKey= sig=", r"(?<=AccountKey=)[\w+/%]{40,}={0,2}"),
    _format("azure-key", "SharedAccessKey=", r"(?<=SharedAccessKey=)[\w+/%]{30,}={0,2}"),
    _format("azure-sas", "sig=", r"(?<=[?&;]sig=)[\w%+/.-]{30,}={0,2}"),
    _format("azure-secret", "8Q~", r"(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}(?![\w~.-])"),
    _format("artifactory-key", "AKC", _B + r"AKC[A-Za-z0-9]{40,}"),
    _format("databricks-token", "dapi", _B + r"dapi[0-9a-f]{32}"),
    _format("digitalocean-token", "_v1_", _B + r"do[oprt]_v1_[0-9a-f]{40,}"),
    _format("docker-token", "dckr_pat_", r"dckr_pat_[\w-]{20,}"),
    _format("grafana-token", "glsa_ glc_", _B + r"(?:glsa_[\w]{32,}|glc_[\w+/=]{32,})"),
    _format(
        "hashicorp-token", "hvs. hvb. atlasv1.", _B + r"(?:hv[sb]\.[\w-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,})"
    ),
    _format("huggingface-token", "hf_", _B + r"hf_[A-Za-z0-9]{30,}"),
    _format("linear-key", "lin_api_", r"lin_api_[A-Za-z0-9]{30,}"),
    _format("mailgun-key", "key-", _B + r"(?<!-)key-[0-9a-f]{32}(?![A-Za-z0-9])"),
    _format("newrelic-key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    _format("shopify-token", "shp", _B + r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _format("telegram-token", ":AA", r"(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])"),
)
