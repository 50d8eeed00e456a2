import { TEXT_SCHEMA } from "../texts/text_tables.ts";

/** The folder of a data folder that holds its index; both may be deleted at any time. */
export const INDEX_FOLDER = ".conviction";
/** The database in it. */
export const INDEX_FILE = "index.sqlite";

/** Marks the database as ours: "cvix" in ASCII. */
export const APPLICATION_ID = 0x63766978;
/**
 * Version of what is in an index: of its tables, and of the code that reads files. Raise it when a file would be read
 * in another way than before; an index of another version is built anew.
 */
export const INDEX_VERSION = 20;

/** How long a process waits for another one that writes a file into the index. */
export const PATIENCE = "PRAGMA busy_timeout = 2000";

/** The write-ahead log lets a reader keep what it opened while another process fills in what has changed since. */
export const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

/**
 * `file` has a row for each file that was read: what it looked like then, and what its reader says of it, as JSON.
 * `series` has a row for each series of a file, its columns as little-endian blobs: a row a bar takes ten times as long.
 * `records` has a row for each company that a file of filings or trades is about, its records as one blob.
 * The tables of texts are those of {@linkcode TEXT_SCHEMA}.
 * Each row has checksums, `head` of a series over what is read before its columns: SQLite looks at its pages, not at what
 * is in them.
 */
export const SCHEMA = `
  CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    ctime REAL NOT NULL,
    is_settled INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    shelf TEXT NOT NULL,
    said TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file INTEGER NOT NULL REFERENCES file(id),
    ticker TEXT NOT NULL,
    frequency TEXT NOT NULL,
    basis TEXT NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    print TEXT NOT NULL,
    head INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    days BLOB NOT NULL,
    close BLOB NOT NULL,
    open BLOB,
    high BLOB,
    low BLOB,
    volume BLOB
  ) STRICT;
  CREATE INDEX series_of_file ON series(file);
  CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file INTEGER NOT NULL REFERENCES file(id),
    said TEXT NOT NULL,
    head INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX records_of_file ON records(file);
  ${TEXT_SCHEMA}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${INDEX_VERSION};
`;

/** What is asked of the database. */
export const SQL = {
  files: "SELECT id, path, size, mtime, ctime, is_settled, sha256, shelf, said, checksum FROM file",
  series:
    "SELECT id, file, ticker, frequency, basis, currency, count, first, last, print, head FROM series ORDER BY id",
  days: "SELECT days FROM series WHERE id = ?",
  columns: "SELECT days, close, open, high, low, volume, checksum FROM series WHERE id = ?",
  addFile: "INSERT INTO file (path, size, mtime, ctime, is_settled, sha256, shelf, said, checksum) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  restamp: "UPDATE file SET size = ?, mtime = ?, ctime = ?, is_settled = ?, checksum = ? WHERE path = ?",
  addSeries:
    "INSERT INTO series (file, ticker, frequency, basis, currency, count, first, last, print, head, checksum, days, " +
    "close, open, high, low, volume) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  records: "SELECT id, file, said, head FROM records ORDER BY id",
  bytes: "SELECT bytes, checksum FROM records WHERE id = ?",
  addRecords: "INSERT INTO records (file, said, head, checksum, bytes) VALUES (?, ?, ?, ?, ?)",
  dropRecords: "DELETE FROM records WHERE file IN (SELECT id FROM file WHERE path = ?)",
  dropSeries: "DELETE FROM series WHERE file IN (SELECT id FROM file WHERE path = ?)",
  idOf: "SELECT id FROM file WHERE path = ?",
  dropFile: "DELETE FROM file WHERE path = ?",
} as const;
