-- A store as schema 2 left it, with one memory and one that was forgotten. Never edited: it was shipped so.
PRAGMA journal_mode = wal;
BEGIN;
CREATE TABLE counters(
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
INSERT INTO counters VALUES ('generation', 1);

CREATE TABLE projects(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  what TEXT NOT NULL DEFAULT 'project' CHECK (what = 'project')
) STRICT;
INSERT INTO projects(id, key) VALUES (0, '');

CREATE TABLE memories(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  project INTEGER NOT NULL REFERENCES projects(id),
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  created_at REAL,
  updated_at REAL,
  stored_at REAL NOT NULL,
  valid_from REAL,
  valid_to REAL,
  last_surfaced_at REAL,
  stability_days REAL NOT NULL,
  branch TEXT,
  sha TEXT,
  session TEXT,
  origin TEXT NOT NULL,
  author TEXT,
  topic TEXT,
  tags TEXT NOT NULL,
  trust TEXT,
  confidence TEXT,
  pinned INTEGER NOT NULL,
  state TEXT NOT NULL,
  auto INTEGER NOT NULL,
  search INTEGER NOT NULL,
  drill INTEGER NOT NULL,
  useful INTEGER NOT NULL,
  not_useful INTEGER NOT NULL,
  same INTEGER NOT NULL,
  touched INTEGER NOT NULL  -- the generation in which it was last written
) STRICT;
CREATE INDEX memories_by_touch ON memories(touched);
CREATE INDEX memories_by_time ON memories(project, coalesce(created_at, stored_at));
CREATE INDEX memories_by_sha ON memories(project, sha) WHERE sha IS NOT NULL;
CREATE INDEX memories_by_same ON memories(same);

CREATE TABLE texts(
  memory INTEGER PRIMARY KEY REFERENCES memories(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  body TEXT NOT NULL,
  symbols TEXT NOT NULL,
  extra TEXT NOT NULL
) STRICT;

CREATE TABLE paths(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  what TEXT NOT NULL DEFAULT 'path' CHECK (what = 'path')
) STRICT;

CREATE TABLE anchors(
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  path INTEGER NOT NULL REFERENCES paths(id),
  symbol TEXT,
  line INTEGER,
  hash TEXT,
  state TEXT NOT NULL,
  commits_since INTEGER NOT NULL
) STRICT;
CREATE INDEX anchors_by_memory ON anchors(memory, ordinal);
CREATE INDEX anchors_by_path ON anchors(path, symbol);
CREATE INDEX anchors_by_symbol ON anchors(symbol) WHERE symbol IS NOT NULL;

CREATE TABLE names(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Newest first by name without a sort: `day` is the memory's day since the epoch.
CREATE TABLE mentions(
  name INTEGER NOT NULL REFERENCES names(id),
  day INTEGER NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  PRIMARY KEY (name, day, memory)
) WITHOUT ROWID, STRICT;
CREATE INDEX mentions_by_memory ON mentions(memory);

CREATE TABLE edges(
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  maker TEXT NOT NULL,
  confidence REAL NOT NULL,
  made_at REAL NOT NULL,
  unmade_at REAL
) STRICT;
CREATE UNIQUE INDEX edges_live ON edges(type, source, target) WHERE unmade_at IS NULL;
CREATE INDEX edges_by_source ON edges(source);
CREATE INDEX edges_by_target ON edges(target, type);

-- What was forgotten, without a word of it: enough to know it again when an import brings it.
CREATE TABLE tombstones(
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  project INTEGER NOT NULL REFERENCES projects(id),
  sha TEXT,
  same INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstones_by_sha ON tombstones(project, sha) WHERE sha IS NOT NULL;
CREATE INDEX tombstones_by_same ON tombstones(same);

CREATE TABLE embedders(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  fingerprint TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL
) STRICT;

-- Ids are never used again: an index entry left behind can then not point at another memory.
CREATE TABLE windows(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  embedder INTEGER NOT NULL REFERENCES embedders(id) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  start INTEGER NOT NULL,
  stop INTEGER NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX windows_by_memory ON windows(memory, embedder, ordinal);

CREATE TABLE queue(
  embedder INTEGER NOT NULL REFERENCES embedders(id) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  tries INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  quarantined INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,  -- the text changed after it may have been taken: vectors on their way are old
  PRIMARY KEY (embedder, memory)
) WITHOUT ROWID, STRICT;
CREATE INDEX queue_in_order ON queue(embedder, quarantined, tries, memory DESC);
CREATE INDEX queue_by_memory ON queue(memory);

CREATE TABLE recalls(
  id INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,
  at REAL NOT NULL,
  session TEXT,
  project TEXT,
  surface TEXT NOT NULL,
  text TEXT NOT NULL,
  symbols TEXT NOT NULL,
  path TEXT,
  branch TEXT,
  k INTEGER NOT NULL,
  profile TEXT NOT NULL
) STRICT;
CREATE INDEX recalls_by_time ON recalls(at);
CREATE INDEX recalls_by_generation ON recalls(generation);

CREATE TABLE recall_hits(
  recall INTEGER NOT NULL REFERENCES recalls(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  used INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (recall, ordinal)
) WITHOUT ROWID, STRICT;
CREATE INDEX recall_hits_by_memory ON recall_hits(memory);

CREATE TABLE recall_sizes(
  generation INTEGER PRIMARY KEY,
  events INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE runs(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pass TEXT NOT NULL,
  cause TEXT NOT NULL,
  started_at REAL NOT NULL,
  ended_at REAL,
  considered INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  vetoed TEXT NOT NULL DEFAULT '{}',
  refused INTEGER NOT NULL DEFAULT 0,
  skipped TEXT,
  undone_at REAL
) STRICT;

-- One step of a run: what a memory was before, and into what it went. Values are JSON.
CREATE TABLE changes(
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  action TEXT NOT NULL,
  memory TEXT NOT NULL,
  into_memory TEXT,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (run, ordinal)
) WITHOUT ROWID, STRICT;
CREATE INDEX changes_by_memory ON changes(memory);

-- A pair a person took apart, the smaller id first; no pass joins it again.
CREATE TABLE marks(
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  pass TEXT NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (a, b)
) WITHOUT ROWID, STRICT;
CREATE INDEX marks_by_b ON marks(b);

CREATE TABLE leases(
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expires REAL NOT NULL
) WITHOUT ROWID, STRICT;

CREATE VIRTUAL TABLE lexicon USING fts5(
  title, description, body, identifiers, symbols, paths, tags, scope,
  content='', contentless_delete=1, tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE lexicon_terms USING fts5vocab(lexicon, row);

INSERT INTO projects(id, key) VALUES (1, 'p');
INSERT INTO memories VALUES (1, '01OLD', 1, 'fix', 'observation', 1700000000.0, NULL, 1700000001.0, NULL, NULL, NULL,
  7.0, 'main', 'cccccccccccccccccccccccccccccccccccccccc', NULL, 'git', 'Dev', 'src.basket', '["money"]', 'owner',
  'high', 0, 'active', 1, 2, 0, 0, 0, 4611686018427387904, 2);
INSERT INTO texts VALUES (1, 'Basket rounds down', '', 'Because of Decimal.', '["Basket.total"]', '{}');
INSERT INTO paths(id, path) VALUES (1, 'src/basket.py');
INSERT INTO anchors VALUES (1, 1, 0, 1, 'Basket.total', 12, NULL, 'same', 0);
INSERT INTO names VALUES (1, 'Basket.total'), (2, 'Basket'), (3, 'total'), (4, 'rounds'), (5, 'Decimal');
INSERT INTO mentions VALUES (1, 19675, 1), (2, 19675, 1), (3, 19675, 1), (4, 19675, 1), (5, 19675, 1);
INSERT INTO lexicon(rowid, title, description, body, identifiers, symbols, paths, tags, scope)
  VALUES (1, 'Basket rounds down', '', 'Because of Decimal.', '', 'Basket.total', 'src/basket.py', 'money', 'memoscope1x');
INSERT INTO tombstones VALUES (1, '01FORGOTTEN', 1, 'dddddddddddddddddddddddddddddddddddddddd', 4611686018427387905);
INSERT INTO edges VALUES (1, 'fixes', '01OLD', '01GONE', 'import:git', 1.0, 1700000001.0, NULL);
UPDATE counters SET value = 2;

ALTER TABLE memories ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN repeated_at REAL;

CREATE TABLE heads(
  git_dir TEXT PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES projects(id),
  sha TEXT,
  branch TEXT,
  log_end INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

-- Every commit that was looked at, also those that made no memory.
CREATE TABLE patches(
  project INTEGER NOT NULL REFERENCES projects(id),
  sha TEXT NOT NULL,
  patch TEXT,
  author_time REAL NOT NULL,
  author TEXT,
  memory TEXT REFERENCES memories(uid) ON DELETE SET NULL,
  forgotten INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project, sha)
) WITHOUT ROWID, STRICT;
CREATE INDEX patches_by_patch ON patches(project, patch) WHERE patch IS NOT NULL;
CREATE INDEX patches_by_author_time ON patches(project, author_time);
CREATE INDEX patches_by_memory ON patches(memory) WHERE memory IS NOT NULL;

CREATE TABLE episodes(
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  project INTEGER NOT NULL REFERENCES projects(id),
  branch TEXT,  -- NULL: no branch, which is a branch of its own kind
  began_at REAL NOT NULL,
  last_at REAL NOT NULL,
  size INTEGER NOT NULL DEFAULT 0  -- bytes of all texts held
) STRICT;
CREATE UNIQUE INDEX episodes_open ON episodes(session, project, branch IS NULL, ifnull(branch, ''));

-- Texts are deflated: a stretch of work over hundreds of files fits.
CREATE TABLE episode_files(
  id INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episodes(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  before BLOB
) STRICT;
CREATE UNIQUE INDEX episode_files_by_path ON episode_files(episode, path);

CREATE TABLE episode_versions(
  file INTEGER NOT NULL REFERENCES episode_files(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  at REAL NOT NULL,
  size INTEGER NOT NULL,
  facts TEXT NOT NULL,
  text BLOB NOT NULL,
  PRIMARY KEY (file, ordinal)
) WITHOUT ROWID, STRICT;

CREATE TABLE episode_notes(
  episode INTEGER NOT NULL REFERENCES episodes(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (episode, kind, key)
) WITHOUT ROWID, STRICT;

-- Which part of a file a memory is kept in step with.
CREATE TABLE mirrors(
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES projects(id),
  source TEXT NOT NULL CHECK (source IN ('document', 'mark')),
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  memory TEXT NOT NULL REFERENCES memories(uid) ON DELETE CASCADE,
  line INTEGER
) STRICT;
CREATE UNIQUE INDEX mirrors_by_path ON mirrors(project, source, path, key);
CREATE INDEX mirrors_by_key ON mirrors(project, source, key);
CREATE INDEX mirrors_by_memory ON mirrors(memory);

-- Parts of files whose memory was forgotten: path and key by digests, so that no word of them stays.
CREATE TABLE unmirrored(
  project INTEGER NOT NULL REFERENCES projects(id),
  source TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (project, source, key, path)
) WITHOUT ROWID, STRICT;

CREATE TABLE offers(
  project INTEGER PRIMARY KEY REFERENCES projects(id),
  at REAL NOT NULL
) WITHOUT ROWID, STRICT;

-- Project 0 is a pause everywhere.
CREATE TABLE pauses(
  project INTEGER PRIMARY KEY REFERENCES projects(id),
  at REAL NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE gate(
  project INTEGER NOT NULL REFERENCES projects(id),
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (project, reason)
) WITHOUT ROWID, STRICT;

UPDATE memories SET repeats = 2, repeated_at = 1700000002.0;
INSERT INTO heads VALUES ('/home/dev/shop/.git', 1, 'cccccccccccccccccccccccccccccccccccccccc', 'main', 150);
INSERT INTO patches VALUES (1, 'cccccccccccccccccccccccccccccccccccccccc', 'p1', 1700000000.0, NULL, '01OLD', 0);
INSERT INTO episodes VALUES (1, 's1', 1, 'main', 1700000000.0, 1700000001.0, 6);
INSERT INTO episode_files VALUES (1, 1, 'src/basket.py', x'78014b040000620062');
INSERT INTO episode_versions VALUES (1, 1, 1700000001.0, 13, '{}', x'78014bb235040001d400d1');
INSERT INTO episode_notes VALUES (1, 'fix', 'k', '{}');
INSERT INTO mirrors VALUES (1, 1, 'document', 'docs/adr/1.md', 'Context', '01OLD', 3);
INSERT INTO unmirrored VALUES (1, 'mark', '0f0f', '0a0a');
INSERT INTO offers VALUES (1, 1700000000.0);
INSERT INTO pauses VALUES (1, 1700000000.0);
INSERT INTO gate VALUES (1, 'kept', 3);

PRAGMA application_id = 1835363695;
PRAGMA user_version = 2;
COMMIT;
