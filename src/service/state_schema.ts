/** Name of the database in a state folder. */
export const STATE_FILE = "state.sqlite";

/** SQLite's `application_id` of the database: `CvSt`. */
export const APPLICATION_ID = 0x43765374;
/** Increment with every change of the tables. */
export const STATE_VERSION = 1;

/** WAL with FULL syncs the log at every commit, so acknowledged writes survive a power cut (docs/measured.md). */
export const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";

/** A reply without a status is a request in progress. Triggers maintain the sums, so a rollback reverts them too. */
export const SCHEMA = `
CREATE TABLE replies (
  seq INTEGER PRIMARY KEY,
  scope TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  status INTEGER,
  headers TEXT,
  body TEXT,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE files (
  seq INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE,
  owner TEXT,
  filename TEXT NOT NULL,
  media_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE TABLE sums (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
INSERT INTO sums VALUES ('replies', 0), ('files', 0);
${["replies", "files"].map(summed).join("")}
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${STATE_VERSION};
`;

function summed(table: string): string {
  return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table}
  BEGIN UPDATE sums SET bytes = bytes + new.bytes WHERE name = '${table}'; END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table}
  BEGIN UPDATE sums SET bytes = bytes - old.bytes WHERE name = '${table}'; END;
`;
}

/** All statements on the state. */
export const SQL = {
  findReply: "SELECT digest, status, headers, body FROM replies WHERE scope = ?",
  removeReply: "DELETE FROM replies WHERE scope = ?",
  addReply: "INSERT INTO replies (scope, digest, status, headers, body, bytes) VALUES (?, ?, ?, ?, ?, ?)",
  forgetReply: "DELETE FROM replies WHERE scope = ? AND status IS NULL",
  dropOldestReply: "DELETE FROM replies WHERE seq = (SELECT min(seq) FROM replies)",
  addFile: "INSERT INTO files (file_id, filename, media_type, sha256, bytes, content) VALUES (?, ?, ?, ?, ?, ?)",
  giveFile: "UPDATE files SET owner = ? WHERE file_id = ? AND owner IS NULL",
  findFile: "SELECT filename, media_type, sha256, content FROM files WHERE file_id = ? AND owner = ?",
  dropOldestFile: "DELETE FROM files WHERE seq = (SELECT min(seq) FROM files)",
  sum: "SELECT bytes FROM sums WHERE name = ?",
} as const;
