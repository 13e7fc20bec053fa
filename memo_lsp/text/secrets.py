"""Secrets out of text before it is stored, embedded, logged or sent: each becomes `[secret:<kind>]`.

Three ways to tell one: by its form (`secret_formats`, then the format detectors of detect-secrets, which are only ever
asked to look at the string); by its place in a connection string or header; by the name it is assigned to, if the value
looks made up. Prose, references (`os.environ["API_KEY"]`), placeholders, hashes and ids without such a name survive.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from fnmatch import translate
from functools import cache
from typing import Protocol

from memo_lsp.text.secret_formats import FORMATS


def redact(text: str) -> str:
    """The text with every secret in it replaced; unchanged, the very same, if there is none. Idempotent."""
    found = _told_apart(text)
    return found if found == text else _again(text, found)


def secrets_in(text: str) -> tuple[str, ...]:
    """The kinds of secrets that `redact` takes out of the text, each once, in their order."""
    before = Counter(_MARK.findall(text))
    return tuple((Counter(_MARK.findall(redact(text))) - before).keys())


def _told_apart(text: str) -> str:
    text = _by_form(text)
    if "://" in text:
        text = _IN_URL.sub(_password_in_url, text)
    lowered = text.lower()
    if any(word in lowered for word in _NAMING):
        text = _AUTHORIZATION.sub(_header, text)
        text = _ASSIGNED.sub(_assignment, text)
        text = _FLAG.sub(_flag, text)
    return _by_detectors(text)


_VALUE = re.compile(r"[A-Za-z0-9_+/=.~-]{8,}")


def _again(text: str, found: str) -> str:
    """A value that showed as a secret in one place is one wherever else it stands."""
    for value in dict.fromkeys(_VALUE.findall(found)):
        if found.count(value) < text.count(value) and _is_random(value, 8):
            found = found.replace(value, mark("repeated"))
    return found


def mark(kind: str) -> str:
    return f"[secret:{kind}]"


_MARK = re.compile(r"\[secret:([\w-]+)\]")


def _by_form(text: str) -> str:
    for form in FORMATS:
        if any(hint in text for hint in form.hints):
            text = form.pattern.sub(mark(form.kind), text)
    return text


# Connection strings: `scheme://user:password@host`.
_IN_URL = re.compile(
    r"(?P<before>[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'<>`]*:)(?P<value>[^\s/\"'<>`?#]+)(?=@[\w\[.$%{-])"
    r"|(?P<before_db>(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|ldaps?)(?:\+\w+)?://"
    r"[^\s/:@\"'<>`]*:)(?P<value_db>(?!\d{1,5}/)[^\s\"'<>`]+)(?=@[\w\[.-]+(?::\d+)?(?:[/?\s\"'<>`),;]|$))"
)


def _password_in_url(found: re.Match[str]) -> str:
    value = found["value"] or found["value_db"]
    if _is_placeholder(value):
        return found[0]
    return (found["before"] or found["before_db"]) + mark("password")


# Headers: `Authorization: Bearer …`, also as a literal in code; a bare `Bearer …` too.
_AUTHORIZATION = re.compile(
    r"(?P<before>(?:\bauthorization[\"']?\]?\s*[:=,]\s*[\"'`]?(?:(?P<scheme>bearer|basic|token|digest|apikey|negotiate)\s+)?"
    r"|\bbearer\s+))(?P<value>[A-Za-z0-9._~+/-]{6,}={0,2})(?![\w(\[])",
    re.IGNORECASE,
)


def _header(found: re.Match[str]) -> str:
    value, bare = found["value"], not found["scheme"] and not found["before"].lower().startswith("bearer")
    if _is_placeholder(value):
        return found[0]
    if (found["scheme"] or "").lower() == "basic":
        secret = len(value) >= 8 and _is_mixed(value)
    else:
        secret = _is_random(value, 16 if bare else 8)
    return found["before"] + mark("authorization") if secret else found[0]


# Assignments: a secret-like name, an operator, a value.
_NAMING = ("pass", "pwd", "pw", "secret", "token", "key", "credential", "auth", "bearer", "curl")
_PASS = r"password|passwd|passphrase|(?<![A-Za-z])(?:pass|pwd|pw)|(?<=[a-z])(?-i:Pass|Pwd)|secret"
_KEYS = (
    r"token|credentials?|(?<![A-Za-z])auth|(?:api|access|secret|private|encryption|signing|auth|master|account|client|"
    r"shared|service|deploy|ssh|hmac|webhook)[_\- ]?key|(?<!public)(?<!public[_-])key"
)
_ASSIGNED = re.compile(
    rf"(?P<name>(?P<strong>{_PASS})|(?:{_KEYS}))(?P<rest>(?:[_-]?\d{{1,2}})?\\?[\"'`]?\]?"
    r"(?:\s*:\s*[A-Za-z_][\w.\[\], |]{0,40}?(?=\s*=))?\s*(?:=>|:=|={1,3}|!=|:|\bis\b:?)\s*)"
    r"(?:(?P<prefix>[rbfuRBFU@]{0,2})(?P<quote>\\?[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\n\\]|\\.){3,400}?)(?P=quote)"
    r"|(?P<bare>(?:[^\s\"'`,;&<>(){}\[\]|]|&(?!\w+=|amp;)){6,400})(?P<after>[(\[.{]?))",
    re.IGNORECASE,
)


def _assignment(found: re.Match[str]) -> str:
    name = found["name"]
    strong = found["strong"] is not None
    if (value := found["quoted"]) is not None:
        if not _is_quoted_secret(name, value, strong):
            return found[0]
        start = found[0][: found.start("quoted") - found.start()]
        return f"{start}{mark(_kind(name))}{found['quote']}"
    value = found["bare"].rstrip(".:!?")
    if found["after"] or not _is_bare_secret(found, value, strong):
        return found[0]
    tail = found["bare"][len(value) :]
    return f"{name}{found['rest']}{mark(_kind(name))}{tail}"


def _kind(name: str) -> str:
    lowered = name.lower()
    if lowered.startswith("pass") or lowered in ("pwd", "pw"):
        return "password"
    return next((kind for kind in ("secret", "token", "credential") if kind in lowered), "key")


def _is_quoted_secret(name: str, value: str, strong: bool) -> bool:
    if _is_placeholder(value) or _is_reference(value):
        return False
    if any(char.isspace() for char in value):
        return name.lower() == "passphrase" and not _names_a_secret(value)
    if strong:
        return (
            len(value) >= 4 and not (_is_wordy(value) and _names_a_secret(value)) and not _WORD_VALUE.fullmatch(value)
        )
    return _is_random(value, 24 if name.lower() == "key" else 8)


_PASSWORDS = frozenset(("password", "passwd", "passphrase", "pwd"))


def _is_bare_secret(found: re.Match[str], value: str, strong: bool) -> bool:
    if len(value) < 6 or any(shape.fullmatch(value) for shape in (_PLACEHOLDER, _REFERENCE, _ATTRIBUTE, _TYPE)):
        return False
    name = found["name"].lower()
    if strong and (_is_setting(found) or (name in _PASSWORDS and _is_mixed(value))):
        return not _WORD_VALUE.fullmatch(value) and not (_is_wordy(value) and _names_a_secret(value))
    return _is_random(value, 24 if name == "key" else 8)


def _is_setting(found: re.Match[str]) -> bool:
    """`PASSWORD=hunter2` on a line or `;password=hunter2;` in a connection string, not a keyword argument."""
    if found["rest"] != "=":
        return False
    text = found.string
    after = text[found.end("bare") : found.end("bare") + 1]
    start = found.start("name")
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    before = text[start - 1 : start]
    shouted = text[start : found.end("name")].isupper()
    return shouted or (after in ("", "\n", "\r", " ", ";", "&") and (before in (";", "?", "&") or after in (";", "&")))


# Command lines: `--password hunter2`, `curl -u user:pass`.
_FLAG = re.compile(
    r"(?P<before>(?<![\w-])--?(?:[\w-]{0,40}-)?(?:password|passwd|passphrase|token|secret|api-?key|access-key|auth)"
    r"[ =]+[\"']?"
    r"|\bcurl\b[^\n|]{0,200}?\s(?:-u|--user)[ =]*[\"']?[^\s:\"']+:)(?P<value>[^\s\"'`$<{\[-][^\s\"'`]{5,200})",
    re.IGNORECASE,
)


def _flag(found: re.Match[str]) -> str:
    value = found["value"].rstrip("),.;:")
    if _is_placeholder(value) or _is_reference(value) or _is_wordy(value) or not _is_mixed(value):
        return found[0]
    kind = "password" if "pass" in found["before"].lower() else "token"
    return found["before"] + mark(kind) + found["value"][len(value) :]


# What a value looks like.
_PLACEHOLDER = re.compile(
    r"\[secret:.*|\{.*\}|<.*>|\[.*\]|\(.*\)|\$[({].*|\$\w+|%\(?\w*\)?[sd]?|[*x.…_?#-]+|x{3,}.*|.*[$#%]?\{\w[^}]*\}.*"
    r"|(?:your|my|the|some|an?|dummy|fake|example|sample|placeholder|change|insert|enter|todo|replace)[_ -].*"
    r"|.*(?:\$\{|\{\{|<[a-z]|\.\.\.|…|example|placeholder|redacted|changeme|change_me).*"
    r"|none|null|nil|undefined|true|false|empty|string|str|text|bytes|required|optional|hidden|masked",
    re.IGNORECASE | re.DOTALL,
)
_REFERENCE = re.compile(
    r"(?:os|process|sys|self|this|cls|config|settings|env|ctx|request|req|res|args|options|opts|params|data|user|props|"
    r"state|secrets|vault|var|local|module|event)\.[A-Za-z_].*|(?:env|vault|secret|op|ssm|file|arn|gs|s3|https?):.*"
    r"|(?:~|\.{1,2})?(?:/[\w.@-]{1,24}){2,12}/?|(?:~|\.{1,2})/[\w.@-]{1,24}/?|projects/.*|[A-Za-z_]+(?:\.[A-Za-z_]+)+"
    r"|[\w./~-]+\.(?:json|ya?ml|txt|pem|key|py|js|ts|md|html?)|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_TYPE = re.compile(
    r"&?(?:'\w+ )?(?:u|i|f)?(?:u?int|float|bytes|string|str|char|varchar|utf|sha|md|base|bcrypt|argon|oauth|aes|hmac|"
    r"rsa|ed|pbkdf|[uif])[\w-]{0,8}[?!]?",
    re.IGNORECASE,
)
_WORD_VALUE = re.compile(r"\d{1,3}|\d+(?:\.\d+)+|[:/|=+\-*\\^$.,()?!]+|(?:0x)?[0-9a-f]{1,4}", re.IGNORECASE)
_SECRET_WORD = re.compile(r"pass|pwd|secret|token|key|credential|auth|login|field|input|label|user", re.IGNORECASE)
_PIECES = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])")


def _is_placeholder(value: str) -> bool:
    return _PLACEHOLDER.fullmatch(value) is not None


def _is_reference(value: str) -> bool:
    """A name, path, file or address where the value is to be found."""
    return _REFERENCE.fullmatch(value) is not None


def _names_a_secret(value: str) -> bool:
    return _SECRET_WORD.search(value) is not None


def _is_wordy(value: str) -> bool:
    """Made of words, perhaps with a short number: `get_token`, `my-key-2`, `UserPassword`."""
    pieces = [piece for piece in _PIECES.split(value) if piece]
    return all(re.fullmatch(r"[A-Za-z]{1,20}?\d{0,2}|v?\d{1,4}", piece) for piece in pieces)


def _is_mixed(value: str) -> bool:
    """Holds a digit among letters, or letters of both cases, or padding: no plain word."""
    digits = any(char.isdigit() for char in value)
    letters = any(char.isalpha() for char in value)
    return (digits and letters) or value.endswith("=") or (value != value.lower() and value[1:] != value[1:].lower())


def _is_random(value: str, least: int) -> bool:
    """Long enough, of letters and digits, no words, and with the entropy of something made up."""
    if len(value) < least or _is_wordy(value) or not any(char.isalpha() for char in value):
        return False
    spread = len(value) >= 20 and len({char for char in value if char.isalpha()}) >= 10
    if not any(char.isdigit() for char in value) and not (spread and value != value.lower()):
        return False
    if least > 8 and (value == value.lower() or value == value.upper()):
        return False
    return entropy(value) >= (2.5 if len(value) < 16 else 3.0)


def entropy(value: str) -> float:
    """Shannon entropy of a string's characters, bits a character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())


# The detectors of detect-secrets.
class _Detector(Protocol):
    def analyze_string(self, string: str) -> Iterable[str]: ...


_DETECTORS = (
    ("aws", "AWSKeyDetector", "aws-key"),
    ("azure_storage_key", "AzureStorageKeyDetector", "azure-key"),
    ("cloudant", "CloudantDetector", "cloudant-key"),
    ("discord", "DiscordBotTokenDetector", "discord-token"),
    ("ibm_cloud_iam", "IbmCloudIamDetector", "ibm-key"),
    ("ibm_cos_hmac", "IbmCosHmacDetector", "ibm-key"),
    ("jwt", "JwtTokenDetector", "jwt"),
    ("mailchimp", "MailchimpDetector", "mailchimp-key"),
    ("npm", "NpmDetector", "npm-token"),
    ("openai", "OpenAIDetector", "openai-key"),
    ("pypi_token", "PypiTokenDetector", "pypi-token"),
    ("sendgrid", "SendGridDetector", "sendgrid-key"),
    ("slack", "SlackDetector", "slack-token"),
    ("softlayer", "SoftlayerDetector", "softlayer-key"),
    ("square_oauth", "SquareOAuthDetector", "square-key"),
    ("stripe", "StripeDetector", "stripe-key"),
)
_RUN = re.compile(r"[A-Za-z0-9_+=-]{20,}")
_DIGIT = re.compile(r"\d")
_SHORTEST = 16  # a detector with groups in its pattern gives pieces; what is shorter is no secret


@cache
def _detectors() -> tuple[tuple[str, _Detector], ...]:
    from importlib import import_module

    return tuple(
        (kind, getattr(import_module(f"detect_secrets.plugins.{module}"), name)()) for module, name, kind in _DETECTORS
    )


def _by_detectors(text: str) -> str:
    if not any(_DIGIT.search(run.group()) for run in _RUN.finditer(text)):
        return text
    for kind, detector in _detectors():
        for value in detector.analyze_string(text):
            if len(value) >= _SHORTEST and not _is_placeholder(value) and not _is_wordy(value):
                text = text.replace(value, mark(kind))
    return text


_SECRET_FILES = (
    ".env*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore",
    "*.kdb", "*.kdbx", "*.ppk", "*.gpg", "*.ovpn", "*.tfvars", "*.tfstate", "secrets.*", "secret.*", "*.secret",
    "*.secrets", ".npmrc", ".pypirc", ".netrc", "_netrc", ".pgpass", ".htpasswd", ".git-credentials", ".dockercfg",
    ".vault-token", "credentials", "credentials.*", "service-account*.json", "kubeconfig", "id_*",
)  # fmt: skip
_SECRET_FOLDERS = frozenset((".ssh", ".gnupg", ".aws", ".kube"))
_SOURCE = re.compile(r"id_.*\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|cs|rb|php|lua|kt|swift|scala|sql|md)")


@cache
def _secret_names() -> re.Pattern[str]:
    return re.compile("|".join(map(translate, _SECRET_FILES)))


def secret_file(path: str) -> bool:
    """Whether a file is one that holds secrets by its name and is never read: `.env.local`, `id_rsa`, `prod.pem` …"""
    folder, _, name = path.replace("\\", "/").lower().rstrip("/").rpartition("/")
    if not _SECRET_FOLDERS.isdisjoint(folder.split("/")):
        return True
    return _secret_names().match(name) is not None and not _SOURCE.fullmatch(name)
