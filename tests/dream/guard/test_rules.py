"""Each rule by itself, both ways: pairs it must speak on, and pairs that only look as if it should."""

from __future__ import annotations

import pytest

from memo_lsp.dream.guard import Rule, veto

APART: dict[Rule, list[tuple[str, str]]] = {
    "polarity": [
        ("The gateway checks tokens", "The gateway does not check tokens"),
        ("Seed data is loaded", "Seed data is missing"),
        ("Run the seeder before the migration", "Run the seeder after the migration"),
        ("The form accepts empty names", "The form rejects empty names"),
        ("Telemetry is opt-in", "Telemetry is opt-out"),
        ('Revert "Parse dates lazily"', "Parse dates lazily"),
        ("The cache isn’t shared between workers", "The cache is shared between workers"),
        ("Guests can see prices", "Guests can no longer see prices"),
        ("Retries were added to the client", "Retries were rolled back in the client"),
        ("Tags are case sensitive", "Tags are case insensitive"),
        ("Mount the volume at boot", "Unmount the volume at boot"),
        ("Do not disable the firewall", "Disable the firewall"),
        ("Use UTC rather than local time", "Use local time rather than UTC"),
        ("Move the check from the client to the server", "Move the check from the server to the client"),
        ("The scheduler calls the worker", "The worker calls the scheduler"),
        ("Der Import läuft mit Transaktion", "Der Import läuft ohne Transaktion"),
        ("Kein Cache für Preise", "Cache für Preise"),
        ("Le service n'accepte pas les doublons", "Le service accepte les doublons"),
        ("El servidor nunca reintenta", "El servidor reintenta"),
        ("Сервер не хранит пароли", "Сервер хранит пароли"),
        ("サーバーは再起動しない", "サーバーは再起動する"),
        ("ログは保存されません", "ログは保存されます"),
        ("服务器不保存密码", "服务器保存密码"),
        ("没有备份数据库", "备份数据库"),
        ("서버는 비밀번호를 저장하지 않는다", "서버는 비밀번호를 저장한다"),
    ],
    "versions": [
        ("Upgrade Django to 4.2", "Upgrade Django to 5.0"),
        ("Use terraform v1.3", "Use terraform v1.30"),
        ("Pin protobuf to v3.20.3", "Pin protobuf to v3.20.1"),
        ("Release 2026.04 ships the editor", "Release 2026.05 ships the editor"),
        ("Fixed in 1.0.0-rc.1", "Fixed in 1.0.0"),
        ("Schema v3 drops the column", "Schema v4 drops the column"),
        ("Require Python >=3.9", "Require Python >=3.11"),
        ("Bump flask from 2.2 to 2.3", "Bump flask from 2.2 to 3.0"),
        ("Node 18.x in CI", "Node 20.x in CI"),
        ("version 3 of the protocol", "version 4 of the protocol"),
        ("PHP 8.1 wird unterstützt", "PHP 8.3 wird unterstützt"),
    ],
    "identifiers": [
        ("parse_header drops spaces", "parse_footer drops spaces"),
        ("Rounding bug in src/billing/tax.py", "Rounding bug in src/billing/discount.py"),
        ("p95 of /api/search went up", "p99 of /api/search went up"),
        ("Close #481: wrong total", "Close #482: wrong total"),
        ("Plan A was rejected", "Plan B was rejected"),
        ("Texts for en-GB are incomplete", "Texts for pt-BR are incomplete"),
        ("Run the linter with --fix", "Run the linter with --check"),
        ("UserService.create swallows errors", "OrderService.create swallows errors"),
        ("Tenant ACME wants a logo", "Tenant INITECH wants a logo"),
        ("ORA-00942 at login", "ORA-01017 at login"),
        ("src/api/auth.py leaks handles", "src/web/auth.py leaks handles"),
        ("Deadlock in `flushQueue`", "Deadlock in `drainQueue`"),
        ("Add @types/node to the lock file", "Add @types/react to the lock file"),
    ],
    "numbers": [
        ("Request timeout is 30 ms", "Request timeout is 30 s"),
        ("Chunks are 64 KiB", "Chunks are 64 MiB"),
        ("Offset of -2 in the table", "Offset of 2 in the table"),
        ("Three replicas for the queue", "Five replicas for the queue"),
        ("Page size is 1,000", "Page size is 10,000"),
        ("Error budget is 0.1 %", "Error budget is 1 %"),
        ("Outage on 2026-03-01", "Outage on 2026-03-08"),
        ("The board meets on 3 July", "The board meets on 10 July"),
        ("The backup starts at 02:00", "The backup starts at 04:00"),
        ("The index is rebuilt hourly", "The index is rebuilt daily"),
        ("3 workers and 5 retries", "5 workers and 3 retries"),
        ("Das Limit liegt bei zehn Anfragen", "Das Limit liegt bei zwanzig Anfragen"),
        ("超时时间为30秒", "超时时间为60秒"),
        ("タイムアウトは5秒", "タイムアウトは5分"),
    ],
    "own words": [
        ("Deploys go out on Tuesday", "Deploys go out on Thursday"),
        ("Cache key ignores the locale", "Cache key ignores the currency"),
        ("Sessions are kept in Redis", "Sessions are kept in Postgres"),
        ("On Tuesday deploys go out", "Deploys go out on Thursday"),
        ("Ask Marta for access", "For access ask Jonas"),
        ("Design the upload screen", "Implement the upload screen"),
        ("Add the archive endpoint", "Add tests for the archive endpoint"),
        ("Add a column for the tax id", "Fill the column for the tax id"),
        ("Passwords are hashed with bcrypt", "Passwords are hashed with argon2"),
        ("Memory leak in the image decoder", "Memory leak in the audio decoder"),
        ("Fehler beim Speichern von Kunden", "Fehler beim Speichern von Lieferanten"),
        ("Le rapport ignore les avoirs", "Le rapport ignore les remises"),
        ("导出报表时日期错误", "导出报表时金额错误"),
        ("検索画面でソートが効かない", "検索画面でフィルタが効かない"),
    ],
}

TOGETHER: dict[Rule, list[tuple[str, str]]] = {
    "polarity": [
        ("Install with --no-cache in the image", "In the image, install with --no-cache"),
        ("no_std builds need an allocator", "An allocator is needed for no_std builds"),
        ("Rule No. 5 applies to exports", "For exports rule no. 5 applies"),
        ("Keep the undo stack per document", "The undo stack is per document"),
        ("An off-by-one in the pager", "Pager off by one"),
        ("Metrics must not be public", "Metrics must be private"),
        ("Ohne VPN ist der Server nicht erreichbar", "Der Server ist nur mit VPN erreichbar"),
        ("Run migrations before deploying", "Deploy after the migrations have run"),
        ("Use UTC, not local time", "Use UTC instead of local time"),
        ("Never run migrations from a laptop", "Migrations must not be run from a laptop"),
        ("Uploads fail on hover menus", "Move the mouse away first"),
        ("設定を保存しなければならない", "設定を保存する必要がある"),
        ("必ずログを保存する", "ログを必ず保存する"),
        ("テストには Docker が必要", "Docker がないとテストは動かない"),
    ],
    "versions": [
        ("Upgrade Grafana to v1.30", "Grafana upgraded to 1.30"),
        ("A frame takes 16.6 ms", "16.6ms a frame"),
        ("Bump flask from 2.2 to 2.3", "Bump flask to 2.3"),
        ("Elixir 1.16 needs a new OTP", "A new OTP is needed by Elixir 1.16"),
        ("Pin setuptools to version 68.2", "setuptools is pinned at 68.2"),
        ("Upload limit is 0.5 GB", "Uploads are limited to 500 MB"),
        ("Release 2026.04 is out", "2026.04 is released"),
        ("Python 3.12 breaks the wheel", "The wheel breaks on Python 3.12"),
        ("Fixed in 2.0.0rc1", "2.0.0rc1 fixed it"),
        ("Ruby 3.3 is required", "We require Ruby 3.3"),
    ],
    "identifiers": [
        ("src/api/auth.py leaks handles", "auth.py leaks handles"),
        ("invoice_total rounds twice", "invoiceTotal() rounds twice"),
        ("Files must be saved as UTF-8", "Save the files as UTF8"),
        ("Update README.md with badges", "Badges in the README"),
        ("`Cart.add` ignores the quantity", "The quantity is ignored by add()"),
        ("The API returns JSON", "JSON is returned by the HTTP API"),
        ("GitHub runners have no disk left", "No disk left on the GitHub runners"),
        ("The invoice_total is cached", "Invoice total is cached"),
        ("Read/write splitting is on", "Splitting reads and writes is on"),
        ("Sampling at 400 kHz is noisy", "400kHz sampling is noisy"),
        ("JAVA_HOME must be set", "Set JAVA_HOME"),
    ],
    "numbers": [
        ("Idle connections close after 30s", "After 30 s idle connections close"),
        ("At most 1,000 jobs", "At most 1000 jobs"),
        ("Backups are kept two weeks", "Backups are kept 14 days"),
        ("Draining takes 1 hour", "Draining takes 60 minutes"),
        ("The batch has 5k rows", "The batch has 5000 rows"),
        ("Retry three times", "Retry 3 times"),
        ("Half of the requests hit the cache", "50 % of the requests hit the cache"),
        ("The outage seen at 03:12 hit the disk", "At 03:47 the disk was hit by the outage"),
        ("The night report of 3 July 2026", "The report of the night 2026-07-03"),
        ("Cleanup runs nightly", "Cleanup runs every night"),
        ("超时后重试三次", "超时后重试3次"),
        ("Sitzungen enden nach einer halben Stunde", "Nach 30 Minuten enden Sitzungen"),
    ],
    "own words": [
        ("Prices are stored as integer cents", "We store prices in cents, as integers"),
        ("Blank lines are skipped", "The importer skips blank lines"),
        ("Deleting a tenant leaves its objects", "Objects are left when a tenant is deleted"),
        ("Fix crash on an empty file", "Crash on an empty file fixed"),
        ("Add a health endpoint", "Health endpoint added"),
        ("Cleanup of temp files", "Temp files are cleaned up"),
        ("The color picker ignores alpha", "Alpha is ignored by the colour picker"),
        ("Roll back half-finished uploads", "Rollback of half finished uploads"),
        ("Slow shader compilation", "The shader compiles slowly"),
        ("The importer chose Postgres", "Postgres was chosen by the importer"),
        ("Rechnungen werden kaufmännisch gerundet", "Wir runden Rechnungen kaufmännisch"),
        ("Le cache est vidé à chaque déploiement", "À chaque déploiement le cache est vidé"),
        ("缓存在每次发布后清空", "每次发布后清空缓存"),
        ("デプロイは火曜日に行う", "火曜日にデプロイを行う"),
    ],
}


def rows(table: dict[Rule, list[tuple[str, str]]]) -> list[tuple[Rule, str, str]]:
    return [(rule, a, b) for rule, pairs in table.items() for a, b in pairs]


@pytest.mark.parametrize(("rule", "a", "b"), rows(APART))
def test_apart(rule: Rule, a: str, b: str) -> None:
    assert veto(a, b) == rule
    if rule == "own words":
        assert veto(a, b, own_words=False) is None


@pytest.mark.parametrize(("rule", "a", "b"), rows(TOGETHER))
def test_together(rule: Rule, a: str, b: str) -> None:
    assert veto(a, b) is None


def test_every_rule_is_tried_often_enough() -> None:
    assert all(len(pairs) >= 10 for table in (APART, TOGETHER) for pairs in table.values())
    assert APART.keys() == TOGETHER.keys()
