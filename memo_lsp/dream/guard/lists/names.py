"""Names that are written like code and are ordinary words; alternatives of which only one can hold."""

from __future__ import annotations

from memo_lsp.dream.guard.lists import words

# ALL CAPS, but no name of one thing: everybody's abbreviations and emphasis.
ACRONYMS = words("""
    API APIS JSON CI CD HTTP HTTPS URL URLS URI SQL CSS HTML XML YAML TOML CSV PDF PNG SVG GIF JPEG JPG CLI
    GUI UI UX DB OS CPU GPU RAM ROM IO ID IDS PR PRS QA IDE LSP MCP REST RPC GRPC TCP UDP IP DNS TLS SSL SSH
    FTP VPN CDN CORS CSRF XSS JWT DOM ORM MVC SDK JVM JIT GC AST REPL UTC GMT ISO ASCII UUID GUID TODO FIXME
    WIP RFC FAQ EOF EOL TTL LRU FIFO CRUD DTO POC MVP OK NOT NEVER NO MUST DO DONT ALWAYS ONLY ALL AND OR IF
    NEW OLD US UK EU AI ML LLM NLP ETL KPI HR IT PM AM BOM PII GDPR SLA SLO SRE AWS GCP VM VMS VPC IAM S3
    EC2 SSO LDAP OIDC SAML MFA OTP PIN SMS USB HDMI WIFI LAN WAN NAT SSD HDD NFS SMTP IMAP DKIM SPF SEO CMS
    ERP CRM POS B2B""")

# Words, though written with a hump, a dot or a digit.
PRODUCTS = words("""
    github gitlab typescript javascript coffeescript postgresql mysql mongodb nosql sqlite mariadb dynamodb
    rabbitmq graphql grpc openapi oauth oauth2 openid openai chatgpt youtube linkedin devops mlops websocket
    websockets macos ios ipados tvos watchos iphone ipad node.js nodejs vue.js next.js nuxt.js d3.js
    three.js express.js asp.net .net dotnet pypi numpy scipy pytorch tensorflow onnx latex bibtex wordpress
    powershell powerpoint onedrive icloud paypal ebay mcdonald fastapi pydantic sqlalchemy webassembly webgl
    webgpu webrtc restful json5 http2 http3 ipv4 ipv6 wifi wi-fi junit pytest intellij pycharm webstorm
    vscode xcode neovim jetbrains bitbucket circleci teamcity buildkite openssl openssh libreoffice firefox
    gitops saas paas iaas jquery opengl directx cmake freebsd openbsd netbsd centos redhat devcontainer
    kubernetes k8s i18n l10n a11y u.s. e.g. i.e. etc. s3 ec2 x86 arm64 amd64""")

EXTENSIONS = words("""
    py pyi ts tsx js jsx mjs cjs rs go java kt kts c h cc cpp hpp cs rb php lua sh bash zsh fish ps1 sql
    html htm css scss sass less vue svelte md mdx rst txt json jsonl json5 yaml yml toml ini cfg conf env
    lock xml svg png jpg jpeg gif pdf csv tsv xlsx docx proto graphql tf tfvars gradle properties bat cmd
    exe dll so dylib wasm zip tar gz tgz whl jar war log db sqlite ipynb swift m mm scala clj ex exs erl hs
    ml fs dart r jl pl pm asm s cmake mk dockerfile""")

# Each line: things of one kind. One title about one of them, the other about another: two facts.
_ALTERNATIVES = """
monday tuesday wednesday thursday friday saturday sunday weekday weekend
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
lundi mardi mercredi jeudi vendredi samedi dimanche
lunes martes miércoles jueves viernes sábado domingo
lunedì martedì mercoledì giovedì venerdì sabato domenica
january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
spring summer autumn winter
morning noon afternoon evening night midnight
red green blue yellow orange purple black white grey gray pink brown
linux windows macos ubuntu debian fedora alpine centos freebsd ios android
chrome firefox safari edge opera
postgres mysql mariadb sqlite mongodb oracle dynamodb cassandra redis memcached
kafka rabbitmq nats sqs celery
jenkins gitlab github circleci buildkite travis teamcity
python ruby java javascript typescript rust golang kotlin swift php perl scala haskell
react vue angular svelte
aws azure gcp
docker podman
staging production preview sandbox development
desktop mobile tablet web
client server
json yaml xml toml csv protobuf
png svg jpeg gif webp
squash rebase
tab space
admin guest customer supplier
small medium large
north south east west
english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic turkish
dollar euro pound franc yen
bcrypt argon2 scrypt
unit integration
frontend backend
"""
ALTERNATIVES: tuple[frozenset[str], ...] = tuple(frozenset(line.split()) for line in _ALTERNATIVES.strip().splitlines())

# What is done with a thing, at which stage of work. First words of a title, by stem.
_STAGES = """
plan: plan design sketch draft propos propo rfc spec specif specifi outlin spike prototyp investig explor evalu research
plan: next upcom soon later someday wishlist goal aim mayb
plan: idee ziel vorschlag geplant planen propuesta proposition todo consid
plan: idea analys analyz entwurf planung konzept concevoir spécifi diseñ progett
make: implement introduc build creat write feat feature add fix support umsetz implementier implémenter
test: test
tell: report file announc request ask
explain: docs document doc
ship: releas deploy ship launch live livrer liefer
tidy: refactor extract renam
start: start begin
finish: finish complet
"""
STAGES: dict[str, str] = {
    word: name for line in _STAGES.strip().splitlines() for name, words in [line.split(": ")] for word in words.split()
}

# Other first words that tell what is done, by stem. Beside `add`, `fix` or `update` they are another deed.
DEEDS = words(
    """
    fill backfil copi move switch run read check rename extract wire split merg import export measur profil
    benchmark index trace monitor schedul retri restor archiv encrypt sign verifi valid pars format lint
    compil packag instal downgrad port migrat rewrit clean simplifi optim tune show sort filter group count
    print send collect appli review approv reproduc adopt deprec replac publish enforc partit seed squash
    freez drain rotat renew revok"""
)
GENERIC = words("add fix updat bump")

# Said at the end of a title: what became of it.
_ENDS = """
plan: plan schedul request propos draft geplant
make: fix implement resolv umgesetzt behoben corrigé
finish: done finish complet live ship releas accept merg avail adopt chosen erledigt fertig terminé livré
"""
ENDS: dict[str, str] = {
    word: name for line in _ENDS.strip().splitlines() for name, words in [line.split(": ")] for word in words.split()
}
