/** Name of the history in the folder of a list, beside its runs. */
export const HISTORY_FILE = "history.sqlite";

/** Marks the database as ours: "cvhi" in ASCII. */
export const APPLICATION_ID = 0x63766869;

/** Raised with each change of the tables. One of a later version is neither read nor written. */
export const HISTORY_VERSION = 1;

/** How long a process waits for another one that writes a run into the history. */
export const PATIENCE = "PRAGMA busy_timeout = 5000";

/**
 * `runs` has a row for each finished run, and keeps it when its folder is removed; `nights`, a row for each run and row
 * of its list. They are stored by run, so that a new run goes to the end: stored by name, each run would rewrite the
 * whole file, which takes more than twice as long for 1,000 names and 250 runs (docs/measured.md). The nights of one name are
 * found by a search in each run. Texts that most rows share are in `terms`, as JSON. A night stores its days only where
 * they differ from the run's.
 */
export const SCHEMA = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  series TEXT NOT NULL,
  night TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  manifest TEXT NOT NULL
) STRICT;
CREATE TABLE tickers (id INTEGER PRIMARY KEY, ticker TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE terms (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE nights (
  run INTEGER NOT NULL REFERENCES runs (id),
  ticker INTEGER NOT NULL REFERENCES tickers (id),
  row INTEGER NOT NULL,
  terms INTEGER NOT NULL REFERENCES terms (id),
  signal TEXT,
  score REAL,
  confidence REAL,
  probability REAL,
  fall REAL,
  rank INTEGER,
  percentile REAL,
  as_of TEXT,
  requested TEXT,
  asked_ms INTEGER,
  PRIMARY KEY (run, ticker, row)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${HISTORY_VERSION};
`;

const NIGHT = "n.run, n.terms, n.signal, n.score, n.confidence, n.probability, n.fall, n.rank, n.percentile, " +
  "n.as_of, n.requested, n.asked_ms";

/** All statements of a history. */
export const SQL = {
  runs: "SELECT id, run_id, folder, series, night, started_at, finished_at FROM runs ORDER BY id",
  manifest: "SELECT manifest FROM runs WHERE id = ?",
  known: "SELECT run_id, finished_at, folder FROM runs",
  dropNights: "DELETE FROM nights WHERE run = (SELECT id FROM runs WHERE run_id = ?)",
  putRun: "INSERT INTO runs (run_id, folder, series, night, started_at, finished_at, manifest) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (run_id) DO UPDATE SET folder = excluded.folder, series = excluded.series, night = excluded.night, " +
    "started_at = excluded.started_at, finished_at = excluded.finished_at, manifest = excluded.manifest RETURNING id",
  renameRun: "UPDATE runs SET folder = ? WHERE run_id = ?",
  putTicker: "INSERT INTO tickers (ticker) VALUES (?) ON CONFLICT (ticker) DO UPDATE SET ticker = ticker RETURNING id",
  putTerms: "INSERT INTO terms (json) VALUES (?) ON CONFLICT (json) DO UPDATE SET json = json RETURNING id",
  putNight: "INSERT INTO nights (run, ticker, row, terms, signal, score, confidence, probability, fall, rank, " +
    "percentile, as_of, requested, asked_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  terms: "SELECT id, json FROM terms",
  tickers: "SELECT id, ticker FROM tickers ORDER BY ticker",
  nightsOf:
    `SELECT ${NIGHT} FROM tickers t CROSS JOIN runs r CROSS JOIN nights n ON n.run = r.id AND n.ticker = t.id ` +
    "WHERE t.ticker = ? ORDER BY n.run, n.row",
  nightsOfRun:
    `SELECT t.ticker, ${NIGHT} FROM nights n JOIN tickers t ON t.id = n.ticker WHERE n.run = ? ORDER BY n.row`,
  signalsOfRun: "SELECT ticker, signal, score FROM nights WHERE run = ? ORDER BY ticker, row",
} as const;
