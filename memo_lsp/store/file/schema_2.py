"""The tables of what is captured by itself: what was last seen of git, open episodes, mirrored files, pauses, counts.

Rowid tables here must not have the number of columns of one that is salvaged (see salvage.py); most have no rowid.
"""

from __future__ import annotations

SCHEMA_2 = """
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
"""
