"""Made-up secrets of every kind must go, whatever stands around them; what only looks like one must stay."""

from __future__ import annotations

import base64
import random
import string
import uuid
from collections.abc import Callable
from hashlib import md5, sha1, sha256, sha512

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.text.secrets import entropy, redact, secret_file, secrets_in

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


class Maker:
    """Pieces of made-up secrets; one seed, one secret."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(str(seed))

    def word(self, length: int, letters: str = ALNUM) -> str:
        return "".join(self.rng.choices(letters, k=length))

    def mixed(self, length: int) -> str:
        """Letters of both cases and digits, as generated passwords and keys have them."""
        return self.word(length - 4) + self.word(2, string.digits) + self.word(1, "QWERTZ") + self.word(1, "vbnmjk")

    def b64(self, length: int) -> str:
        return base64.b64encode(self.rng.randbytes(length)).decode()

    def url64(self, data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def jwt(self) -> str:
        body = b'{"sub":"%d"}' % self.rng.getrandbits(40)
        return ".".join(map(self.url64, (b'{"alg":"HS256","typ":"JWT"}', body, self.rng.randbytes(32))))


# kind: the text before the secret, the secret, the text after it
Made = tuple[str, str, str]
KINDS: dict[str, Callable[[Maker], Made]] = {
    "aws-key": lambda m: ("", "AKIA" + m.word(16, UPPER), ""),
    "aws-key (temporary)": lambda m: ("", "ASIA" + m.word(16, UPPER), ""),
    "key (aws secret)": lambda m: ("aws_secret_access_key = ", m.mixed(40), ""),
    "github-token": lambda m: ("", m.rng.choice(["ghp_", "gho_", "ghs_"]) + m.word(36), ""),
    "github-token (fine-grained)": lambda m: ("", "github_pat_" + m.word(22) + "_" + m.word(59), ""),
    "gitlab-token": lambda m: ("", "glpat-" + m.word(20, ALNUM + "_-") + "x1", ""),
    "slack-token": lambda m: ("", f"xoxb-{m.word(12, HEX[:10])}-{m.word(12, HEX[:10])}-{m.word(24)}", ""),
    "slack-webhook": lambda m: (
        "",
        f"https://hooks.slack.com/services/T{m.word(8, UPPER)}/B{m.word(8, UPPER)}/{m.word(24)}",
        "",
    ),
    "google-key": lambda m: ("", "AIza" + m.word(35, ALNUM + "_-"), ""),
    "npm-token": lambda m: ("", "npm_" + m.word(36), ""),
    "npm-token (.npmrc)": lambda m: ("//registry.host.invalid/:_authToken=", "npm_" + m.word(36), ""),
    "pypi-token": lambda m: ("", "pypi-AgEIcHlwaS5vcmc" + m.word(90, ALNUM + "_-"), ""),
    "stripe-key": lambda m: ("", m.rng.choice(["sk_live_", "rk_live_", "sk_test_"]) + m.word(24), ""),
    "openai-key (old)": lambda m: ("", f"sk-{m.word(19)}1T3BlbkFJ{m.word(20)}", ""),
    "openai-key (project)": lambda m: ("", f"sk-proj-{m.word(60, ALNUM + '_-')}T3BlbkFJ{m.word(60)}", ""),
    "anthropic-key": lambda m: ("", f"sk-ant-api03-{m.word(93, ALNUM + '_-')}AA", ""),
    "jwt": lambda m: ("", m.jwt(), ""),
    "sendgrid-key": lambda m: ("", f"SG.{m.word(22)}.{m.word(43)}", ""),
    "twilio-key": lambda m: ("", "SK" + m.word(32, HEX), ""),
    "azure-key": lambda m: ("AccountName=x;AccountKey=", m.b64(64), ""),
    "azure-sas": lambda m: ("https://x.blob.host.invalid/c?sv=2022&sig=", m.word(43).replace("_", "x") + "%3D", ""),
    "digitalocean-token": lambda m: ("", "dop_v1_" + m.word(64, HEX), ""),
    "huggingface-token": lambda m: ("", "hf_" + m.word(34), ""),
    "telegram-token": lambda m: ("", m.word(9, "123456789") + ":AA" + m.word(33), ""),
    "discord-token": lambda m: ("", f"M{m.word(22)}1.{m.word(5)}2.{m.word(26)}3", ""),
    "age key": lambda m: ("", "AGE-SECRET-KEY-1" + m.word(58, UPPER), ""),
    "shopify-token": lambda m: ("", "shpat_" + m.word(32, HEX), ""),
    "mailchimp-key": lambda m: ("", m.word(30, HEX) + "1a-us12", ""),
    "square-key": lambda m: ("", "sq0csp-" + m.word(43), ""),
    "connection string": lambda m: ("postgres://app:", m.word(18), "@db.host.invalid:5432/shop"),
    "connection string (signs)": lambda m: ("mongodb+srv://root:", m.word(8) + "@/" + m.word(6), "@db.host.invalid/x"),
    "basic auth in a URL": lambda m: ("https://bot:", m.word(18), "@host.invalid/"),
    "redis": lambda m: ("redis://:", m.word(18), "@cache:6379/0"),
    "bearer header": lambda m: ("Authorization: Bearer ", m.mixed(40), ""),
    "basic header": lambda m: ('"Authorization": "Basic ', m.b64(12), '"'),
    "token header": lambda m: ("authorization: token ", m.mixed(40), ""),
    "bare header": lambda m: ("curl -H 'Authorization: ", m.mixed(32), "'"),
    "api key header": lambda m: ("X-Api-Key: ", m.mixed(32), ""),
    "quoted password": lambda m: ('password = "', m.word(18), '"'),
    "short quoted password": lambda m: ("db_password='", "hun" + m.word(3, string.ascii_lowercase) + "ter7", "'"),
    "typed password": lambda m: ('password: str = "', m.mixed(12), '"'),
    "dict password": lambda m: ('{"password": "', m.word(16) + "!", '"}'),
    "camel case": lambda m: ('clientSecret: "', m.word(24), '",'),
    "compared": lambda m: ('if password == "', m.word(16), '":'),
    "api key": lambda m: ('API_KEY = "', m.word(40), '"'),
    "env file": lambda m: ("export STRIPE_SECRET=", m.mixed(24), ""),
    "ini": lambda m: ("password = ", "hunter" + m.word(2, HEX[2:10]) + m.word(2), ""),
    "in a note": lambda m: ("the staging password is ", "Tr0ub4dor&" + m.word(3, ALNUM), ""),
    "digits": lambda m: ('pwd="', m.word(8, HEX[:10]), '"'),
    "aws secret with a slash first": lambda m: ('secret_key = "', "/" + m.mixed(39), '"'),
    "odd first letter": lambda m: ('password = "', m.rng.choice("([{<./~$") + "!" + m.mixed(12), '"'),
    "env password": lambda m: ("DB_PASSWORD=", "letmein" + m.word(3, string.ascii_lowercase), ""),
    "yaml": lambda m: ("  api_token: ", m.mixed(32), ""),
    "yaml hex": lambda m: ("secret_key: ", m.word(30, HEX) + "1f", ""),
    "odbc": lambda m: ("Server=db;User=sa;Password=", m.word(12), ";Encrypt=yes"),
    "query": lambda m: ("https://host.invalid/x?access_token=", m.mixed(32), "&page=2"),
    "flag": lambda m: ("deploy --password ", m.mixed(14), ""),
    "curl user": lambda m: ("curl -s -u admin:", m.mixed(14), " https://host.invalid"),
    "escaped": lambda m: ('"{\\"password\\": \\"', m.word(18), '\\"}"'),
}
AROUND = ("{}", "see {} there", "({})", "\n+    {}\n", "a, {}, b", "E   Error: {}", "> {}", "…数据 {}")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_planted_secrets_go(kind: str, seed: int) -> None:
    before, secret, after = KINDS[kind](Maker(f"{kind}/{seed}"))
    for around in AROUND:
        text = around.format(f"{before}{secret}{after}")
        clean = redact(text)
        assert secret not in clean
        assert "[secret:" in clean
        assert redact(clean) == clean
        head, _, tail = around.partition("{}")
        assert clean.startswith(head)
        assert clean.endswith(tail)


def pem(maker: Maker, name: str = "PRIVATE KEY", lines: int = 6) -> list[str]:
    return [
        f"-----BEGIN {name}-----",
        *(maker.word(64) for _ in range(lines)),
        maker.word(20) + "==",
        f"-----END {name}-----",
    ]


@pytest.mark.parametrize(
    "name", ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "ENCRYPTED PRIVATE KEY"]
)
@pytest.mark.parametrize("glue", ["\n", "\r\n", "\\n", "\n+ ", "\n    # ", '",\n"', "\n> "])
@pytest.mark.parametrize("cut", ["whole", "no end", "no beginning", "no end, half a line"])
def test_private_keys_go_whole(name: str, glue: str, cut: str) -> None:
    lines = pem(Maker(f"{name}/{glue}"), name)
    inside = lines[1:-1]
    if cut == "no beginning":
        lines = lines[1:]
    elif cut.startswith("no end"):
        lines = lines[:-1] if cut == "no end" else [*lines[:-3], lines[-3][:30]]
    clean = redact(f"before it\n{glue.join(lines)}\n\nand after it")
    assert not any(line[:20] in clean for line in inside)
    assert clean.startswith("before it\n")
    assert clean.endswith("and after it")
    assert redact(clean) == clean


def test_two_keys_leave_what_stands_between_them() -> None:
    one, other = ("\n".join(pem(Maker(seed))) for seed in (1, 2))
    assert redact(f"{one}\nkept\n{other}") == "[secret:private-key]\nkept\n[secret:private-key]"


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.integers(0, 10_000)), min_size=1, max_size=4),
    st.text(alphabet=st.sampled_from("ab \n.,()'數é"), max_size=12),
)
def test_several_secrets_in_one_text_all_go(planted: list[tuple[str, int]], between: str) -> None:
    made = [KINDS[kind](Maker(f"{kind}/{seed}")) for kind, seed in planted]
    text = f" {between} \n".join("".join(parts) for parts in made)
    clean = redact(text)
    assert not [secret for _, secret, _ in made if secret in clean]
    assert redact(clean) == clean


@settings(deadline=None)
@given(st.text())
def test_any_text_is_fine_and_done_at_once(text: str) -> None:
    assert redact(redact(text)) == redact(text)


M = Maker("look-alikes")
DATA = [M.rng.randbytes(20) for _ in range(8)]
GENERATED = [
    *(f"see {sha1(data).hexdigest()} for it" for data in DATA),
    *(f"reverted in {sha1(data).hexdigest()[:10]}" for data in DATA),
    *(f"This reverts commit {sha1(data).hexdigest()}." for data in DATA),
    *(f"Merge {sha1(data).hexdigest()[:7]} into main" for data in DATA),
    *(f"id {uuid.UUID(bytes=data[:16])}" for data in DATA),
    *(f"request_id={uuid.UUID(bytes=data[:16])} took 3 ms" for data in DATA),
    *(f"sha256:{sha256(data).hexdigest()}" for data in DATA),
    *(f"{sha256(data).hexdigest()}  dist/memo-1.0.tar.gz" for data in DATA),
    *(f"md5 {md5(data).hexdigest()}" for data in DATA),
    *(f'"integrity": "sha512-{base64.b64encode(sha512(data).digest()).decode()}"' for data in DATA),
    *(f"    --hash=sha256:{sha256(data).hexdigest()} \\" for data in DATA),
    *(f"data:image/png;base64,iVBORw0KGgo{base64.b64encode(data * 9).decode()}" for data in DATA),
    *(f"![x](data:image/svg+xml;base64,PHN2Zy{base64.b64encode(data * 5).decode()})" for data in DATA),
    *(
        f"//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9u{base64.b64encode(data * 9).decode()}"
        for data in DATA
    ),
    *(f"sk-learn-{word}-pipeline-with-a-rather-long-name" for word in ("grid", "tree", "svm", "text")),
    *(f"cache_key = 'v{number}-{sha1(data).hexdigest()[:12]}'" for number, data in enumerate(DATA)),
    *(f'etag W/"{sha1(data).hexdigest()[:16]}"' for data in DATA),
    *(f"docker pull host.invalid/app@sha256:{sha256(data).hexdigest()}" for data in DATA),
    *(f"1700000{number:03}:{sha1(data).hexdigest()}" for number, data in enumerate(DATA)),
    *(f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{base64.b64encode(data).decode()} dev@host" for data in DATA),
]
WRITTEN = """
risk-based checks: see 3f786850e387550fdab836ed7e6dc881de23001b, no API key in the build
Read it with os.environ["API_KEY"]; the password is in the vault.
no API key in the build
api_key = os.environ["API_KEY"]
api_key = os.environ.get("API_KEY", "")
api_key=os.getenv('STRIPE_SECRET_KEY')
const token = process.env.GITHUB_TOKEN;
const token = process.env['API_TOKEN_V2']
token = get_token()
token = await client.fetch_token_v2(scope)
token = self.tokens[index1]
token = request.headers["X-Token-1"]
password: str
password: str | None = None
password: Optional[SecretStr] = Field(default=None)
def login(user: str, password: str, token2: bytes32) -> None:
secret: u64,
token: int64
token: &'a str,
password: string;
apiKey?: string;
private readonly apiKey: string
password = getpass.getpass("Password: ")
password = input("password")
passwordField = "password"
PASSWORD_FIELD = "user_password"
"password": "Password"
"password": "Enter your password"
password = "${DB_PASSWORD}"
password = "<your password here>"
password: {{ vault_db_password }}
password: ${{ secrets.DB_PASSWORD }}
password: !vault |
password = "********"
password = "xxxxxxxx"
password=None
password=password
connect(user=user, password=password2)
connect(host, password=self.password, token=cfg.token)
api_key="YOUR_API_KEY"
api_key = "your-api-key-here"
API_KEY=<insert key>
token = "example-token"
secret_name = "prod-db-2"
secretKeyRef: {name: db-creds, key: password}
token_type = "bearer"
token_url = "https://host.invalid/oauth2/token"
max_tokens = 4096
max_tokens=128000
tokenizer = "cl100k_base"
tokens: 1234567
next_page_token = None
token = "NAME"
token = "identifier"
if token == "lambda":
token == TokenType.STRING2
assert token.kind is TokenKind.NUMBER
key = "src/billing/rounding.py"
key = "user_id"
"key": "ctrl+shift+p"
sort(key=lambda x: x.name2)
primary_key=True
public_key = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf"
foreign_key = "orders.customer_id"
PRIMARY KEY (id)
keyboard: qwertz
the author: Jane Doe2
compass = "north-by-northwest1"
bypass: true
passed: 12345678
Authorization: Bearer <token>
Authorization: Bearer ${TOKEN}
Authorization: Bearer $TOKEN
headers["Authorization"] = f"Bearer {token}"
"Authorization": "Bearer " + token
Authorization header is missing
Authorization: required
the Authorization: header comes first
Basic authentication is off
a bearer of good news
bearer authentication
postgres://localhost:5432/shop
postgres://app:${DB_PASSWORD}@localhost/shop
postgres://app:<password>@localhost/shop
postgres://app:{password}@localhost/shop
postgres://app:$PASS@localhost/shop
http://localhost:3000/@fs/src/main.ts
https://host.invalid:8443/path@2x.png
git@github.com:owner/name.git
ssh://git@host.invalid:22/owner/name.git
https://host.invalid/a?token=<token>
mailto:dev@host.invalid
-----BEGIN CERTIFICATE-----
if text.startswith("-----BEGIN RSA PRIVATE KEY-----"):
the -----BEGIN PRIVATE KEY----- line marks it
-----BEGIN PUBLIC KEY-----
npm_config_registry
npm_lifecycle_event=postinstall
the ghp_ prefix
glpat- tokens start so
xoxb- is a bot
AKIA is the prefix
the eyJ prefix
sk-1234
hf_hub_download
AC power
SG.example
MyComponent.module.another_long_identifier_here
VeryLongClassNameForATestCase.setUp.method
get_effective_contract_price_with_rounding_2
test_that_a_token_is_not_leaked_into_logs_v2
feature/password-reset-v2
fix(auth): refresh token before it expires
Rotate the secret every 90 days
Bump cryptography from 41.0.0 to 42.0.8
token bucket: 100 tokens per second
the secret: keep it simple
the password: see the vault
Password: hidden
the key is rotation
the token is refreshed2 twice
--password flag is gone
--token option
git push -u origin main
docker run -u 1000:1000 image
curl -u "$USER:$PASS" https://host.invalid
PASSWORD=$(cat /run/secrets/db)
PASSWORD=$DB_PASSWORD
SECRET_KEY_FILE=/run/secrets/key1
API_KEY_PATH=./keys/dev.json
ssh_key = "~/.ssh/id_ed25519"
private_key = "/etc/ssl/private/key1.pem"
access_key: AWS_ACCESS_KEY_ID
auth: {type: oauth2}
auth = HTTPBasicAuth(user, pw)
auth: oauth2
credentials: same-origin
credentials = "include"
credential = DefaultAzureCredential()
session_cookie = "sessionid"
secrets: inherit
secret = generate_secret()
secret=secret
pw = pw1
pwd = os.getcwd()
PWD=/home/dev/project2
Encoding: base64
hash = bcrypt.hashpw(password, salt)
password_hash = sha256(password).hexdigest()
password_hash: pbkdf2
password: bcrypt
--- PASS: TestLogin2 (0.00s)
PASS: test_login_v2
errors.password = "errors.password.required"
import secrets
from secrets import token_hex
token_hex(16)
2026-01-02T03:04:05.678901+00:00
0x7ffee4b3c8f0
01J8ZQ4M5V7N2K3P6R9S0T1W2X
com.example.app.AuthenticationTokenProviderFactory2
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
The quick brown fox jumps over the lazy dog
""".strip().splitlines()
LOOK_ALIKES = GENERATED + WRITTEN


def test_there_are_enough_look_alikes() -> None:
    assert len(set(LOOK_ALIKES)) >= 200


@pytest.mark.parametrize("text", LOOK_ALIKES, ids=range(len(LOOK_ALIKES)))
def test_look_alikes_stay(text: str) -> None:
    assert redact(text) == text
    assert redact(f"say\n{text}\n") == f"say\n{text}\n"


def test_nothing_found_gives_the_very_same_text() -> None:
    text = "plain words and a 3f786850e387550fdab836ed7e6dc881de23001b"
    assert redact(text) is text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('x = "{}"', "[secret:github-token]"),
        ("the old key {} is revoked", "[secret:github-token]"),
    ],
)
def test_only_the_secret_is_replaced(text: str, clean: str) -> None:
    token = "ghp_" + Maker(1).word(36)
    assert redact(text.format(token)) == text.format(clean)


def test_long_texts_take_no_age() -> None:
    for text in (
        "a" * 300_000,
        "password" * 30_000,
        "://:" * 50_000,
        "-----BEGIN PRIVATE KEY-----" * 3_000,
        "x=" * 100_000,
    ):
        redact(text)


@pytest.mark.parametrize(("text", "bits"), [("aaaa", 0.0), ("ab", 1.0), ("abcd", 2.0)])
def test_entropy(text: str, bits: float) -> None:
    assert entropy(text) == pytest.approx(bits)


SECRET_FILES = r"""
.env .env.local a/b/.ENV.production prod.env .envrc id_rsa id_ed25519.pub deploy/prod.pem server.key x.kdbx .npmrc
.netrc secrets.yaml config/secrets.py credentials.json .ssh/config C:\x\.aws\credentials
"""
OTHER_FILES = "a.py environment.ts env.py id_generator.py keys.py secretary.md pem.py src/credit.py"


@pytest.mark.parametrize("path", SECRET_FILES.split())
def test_secret_files(path: str) -> None:
    assert secret_file(path)


@pytest.mark.parametrize("path", ["", *OTHER_FILES.split()])
def test_other_files(path: str) -> None:
    assert not secret_file(path)


def test_a_value_that_showed_as_a_secret_is_one_wherever_it_stands() -> None:
    value = Maker("again").mixed(32)
    told = redact(f'bad literal "{value}" for api_key="{value}"; see {value}')
    assert value not in told and told.count("[secret:") == 3
    assert redact(told) == told
    word = redact(f'password = "{value}" # the password, not the passphrase')
    assert word.endswith("# the password, not the passphrase")
    assert redact(f"{value} and {value}") == f"{value} and {value}"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("nothing of the kind", ()),
        (f"the key {'AKIA' + 'Q7ZT' * 4}", ("aws-key",)),
        (f"{'AKIA' + 'Q7ZT' * 4} and {'AKIA' + 'Q7ZT' * 4}", ("aws-key",)),
        (f"{'ghp_' + 'A1b2' * 9} beside {'AKIA' + 'Q7ZT' * 4}", ("github-token", "aws-key")),
        ("[secret:github-token] was taken out before", ()),
        (f"[secret:github-token] was; {'ghp_' + 'A1b2' * 9} is", ("github-token",)),
    ],
)
def test_what_is_taken_out_can_be_named(text: str, kinds: tuple[str, ...]):
    assert secrets_in(text) == kinds
