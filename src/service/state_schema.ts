import { type Durability, synchronous } from "../disk/durability.ts";

/** Name of the database in a state folder. */
export const STATE_FILE = "state.sqlite";
/** Name of the file beside it that says how many commits it has. */
export const MARK_FILE = ".state.mark";

/** SQLite's `application_id` of the database: `CvSt`. */
export const APPLICATION_ID = 0x43765374;
/** Increment with every change of the tables, and add a step to {@linkcode MIGRATIONS}. */
export const STATE_VERSION = 4;

/** WAL with FULL syncs the log at every commit, so acknowledged writes survive a power cut (docs/measured.md). */
export function pragmasOf(durability?: Durability): string {
  return `${synchronous("FULL", durability)} PRAGMA journal_mode = WAL;`;
}

/** The tables that are kept within a limit of bytes and time. */
export type StateTable = "replies" | "files" | "responses";

/** A reply without a status is a request in progress. Triggers maintain the sums, so a rollback reverts them too. */
const VERSION_1 = `
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
`;

/** Responses, the time of every record, and who owned what was dropped. A record of before is as old as this step. */
const version2 = (nowMs: number) => `
CREATE TABLE responses (
  seq INTEGER PRIMARY KEY,
  response_id TEXT NOT NULL UNIQUE,
  owner TEXT NOT NULL,
  object TEXT NOT NULL,
  input TEXT NOT NULL,
  asked TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  kept_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO sums VALUES ('responses', 0);
${summed("responses")}
ALTER TABLE replies ADD COLUMN kept_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN kept_at INTEGER NOT NULL DEFAULT 0;
CREATE TABLE gone (
  seq INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  UNIQUE (name, id)
) STRICT;
${["replies", "files", "responses"].map((table) => `CREATE INDEX ${table}_age ON ${table} (kept_at);`).join("\n")}
UPDATE replies SET kept_at = ${nowMs};
UPDATE files SET kept_at = ${nowMs};
`;

/** A digest of what is served; what was stored before has none. */
const VERSION_3 = "ALTER TABLE replies ADD COLUMN sha256 TEXT; ALTER TABLE responses ADD COLUMN sha256 TEXT;";

/** How many commits there were. */
const VERSION_4 = "CREATE TABLE commits (commits INTEGER NOT NULL) STRICT; INSERT INTO commits VALUES (0);";

/** What makes a database of each version from one of the version before, as of a time; the first makes it from nothing. */
export const MIGRATIONS: readonly ((nowMs: number) => string)[] = [
  () => VERSION_1,
  version2,
  () => VERSION_3,
  () => VERSION_4,
];

/** Marks a database as ours, of this version. */
export const MARKS = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STATE_VERSION};`;

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
  findReply: "SELECT digest, status, headers, body, sha256 FROM replies WHERE scope = ? AND kept_at > ?",
  removeReply: "DELETE FROM replies WHERE scope = ?",
  addReply:
    "INSERT INTO replies (scope, digest, status, headers, body, sha256, bytes, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  forgetReply: "DELETE FROM replies WHERE scope = ? AND status IS NULL",
  addFile:
    "INSERT INTO files (file_id, filename, media_type, sha256, bytes, content, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  giveFile: "UPDATE files SET owner = ? WHERE file_id = ? AND owner IS NULL",
  findFile: "SELECT filename, media_type, sha256, content FROM files WHERE file_id = ? AND owner = ? AND kept_at > ?",
  isOldFile: "SELECT 1 FROM files WHERE file_id = ? AND owner = ?",
  addResponse:
    "INSERT INTO responses (response_id, owner, object, input, asked, sha256, bytes, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  findResponse:
    "SELECT object, input, asked, sha256, kept_at <= ?3 AS is_old FROM responses WHERE response_id = ?1 AND owner = ?2",
  deleteResponse: "DELETE FROM responses WHERE response_id = ? AND owner = ?",
  isGone: "SELECT 1 FROM gone WHERE name = ? AND id = ? AND owner = ?",
  trimGone:
    "DELETE FROM gone WHERE name = ?1 AND seq <= (SELECT seq FROM gone WHERE name = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)",
  sum: "SELECT bytes FROM sums WHERE name = ?",
  wrongSum: `SELECT 1 FROM sums JOIN (${
    ["replies", "files", "responses"].map((table) => `SELECT '${table}' AS name, total(bytes) AS found FROM ${table}`)
      .join(" UNION ALL ")
  }) USING (name) WHERE bytes <> found`,
  countCommit: "UPDATE commits SET commits = commits + 1 RETURNING commits",
  commits: "SELECT commits FROM commits",
} as const;

/** The column that names a record to its owner; replies have none. */
const NAMED: Readonly<Record<StateTable, string | undefined>> = {
  replies: undefined,
  files: "file_id",
  responses: "response_id",
};

/** Which records of a table go. */
export interface Dropping {
  /** Remembers whose they were; absent where nobody can name one. */
  readonly remember: string | undefined;
  readonly drop: string;
}

/** The records of a table that are as old as a time, and its oldest one. */
export function droppingOf(table: StateTable): { readonly old: Dropping; readonly oldest: Dropping } {
  const of = (where: string): Dropping => ({
    remember: NAMED[table] &&
      `INSERT OR REPLACE INTO gone (name, id, owner) SELECT '${table}', ${
        NAMED[table]
      }, owner FROM ${table} WHERE ${where} AND owner IS NOT NULL`,
    drop: `DELETE FROM ${table} WHERE ${where}`,
  });
  return { old: of("kept_at <= ?"), oldest: of(`seq = (SELECT min(seq) FROM ${table})`) };
}
