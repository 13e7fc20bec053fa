"""The tables of what is done to memories while nobody works, and of how it is taken back.

Rowid tables here must not have the number of columns of one that is salvaged (see salvage.py); most have no rowid.
"""

from __future__ import annotations

# The words of digests stand apart from those of what they sum up: how rare a word is, and with it the order of every
# other answer, does not change by being told once more.
DIGEST_LEXICON = """
CREATE VIRTUAL TABLE digest_lexicon USING fts5(
  title, description, body, identifiers, symbols, paths, tags, scope,
  content='', contentless_delete=1, tokenize='porter unicode61'
);
"""

SCHEMA_3 = """
-- How often anything reached somebody: what a pass that found nothing waits for, besides the generation.
INSERT INTO counters VALUES ('reached', 0);

-- One edit of a run, done and undone as a whole. What stays is `into_memory`: survivor, theme, digest, the newer of
-- two, the memory that sank. Until it is proven that nothing is harder to find, it is nobody's yet.
CREATE TABLE edits(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  pass TEXT NOT NULL,
  kind TEXT NOT NULL,
  into_memory TEXT NOT NULL,
  pairs TEXT NOT NULL,  -- what is marked if a person takes it back: [[a, b], …], the smaller id first
  made_at REAL NOT NULL,
  proven INTEGER NOT NULL DEFAULT 0,
  undone_at REAL,
  undone_by TEXT
) STRICT;
CREATE INDEX edits_by_run ON edits(run);
CREATE INDEX edits_by_into ON edits(into_memory) WHERE undone_at IS NULL;
CREATE INDEX edits_unproven ON edits(id) WHERE proven = 0 AND undone_at IS NULL;

-- One step of an edit on one memory: the fields it had and those it got (`gain`: by how much its counts grew). JSON.
DROP TABLE changes;
CREATE TABLE changes(
  edit INTEGER NOT NULL REFERENCES edits(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  action TEXT NOT NULL,
  memory TEXT NOT NULL,
  other TEXT,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (edit, ordinal)
) WITHOUT ROWID, STRICT;
CREATE INDEX changes_by_memory ON changes(memory);
CREATE INDEX changes_by_other ON changes(other) WHERE other IS NOT NULL;
CREATE INDEX changes_of_texts ON changes(edit) WHERE action = 'text';

-- How much upkeep did, by name.
ALTER TABLE runs ADD COLUMN chores TEXT NOT NULL DEFAULT '{}';

-- Why a pair stays apart: a person undid what joined it, or joined it was harder to find.
ALTER TABLE marks ADD COLUMN cause TEXT NOT NULL DEFAULT 'undone';

-- What a pass had seen when it found nothing to do; until more than that is there, it need not look again.
CREATE TABLE watermarks(
  pass TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  at REAL NOT NULL
) WITHOUT ROWID, STRICT;

-- Who is at the store right now: a row a window, renewed while it lives. `active_at` and `told_at` by its own clock's
-- monotonic time, `beat_at` by the machine's.
CREATE TABLE attendance(
  window TEXT PRIMARY KEY,
  active_at REAL NOT NULL,
  told_at REAL NOT NULL,
  beat_at REAL NOT NULL,
  lasts REAL NOT NULL,
  doing TEXT
) WITHOUT ROWID, STRICT;

-- What a language model answered when it joined nothing, by a digest of all it was shown: no word of that stays.
CREATE TABLE verdicts(
  digest TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  at REAL NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX verdicts_by_time ON verdicts(at);
"""
