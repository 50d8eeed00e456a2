/** The tables of a state folder as version 1 made them, with a reply and a file in them. */
export const VERSION_1_STATE = `
CREATE TABLE replies (
  seq INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, status INTEGER, headers TEXT, body TEXT,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE files (
  seq INTEGER PRIMARY KEY, file_id TEXT NOT NULL UNIQUE, owner TEXT, filename TEXT NOT NULL, media_type TEXT NOT NULL,
  sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, content BLOB NOT NULL
) STRICT;
CREATE TABLE sums (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
INSERT INTO sums VALUES ('replies', 0), ('files', 0);
CREATE TRIGGER replies_added AFTER INSERT ON replies
  BEGIN UPDATE sums SET bytes = bytes + new.bytes WHERE name = 'replies'; END;
CREATE TRIGGER replies_removed AFTER DELETE ON replies
  BEGIN UPDATE sums SET bytes = bytes - old.bytes WHERE name = 'replies'; END;
CREATE TRIGGER files_added AFTER INSERT ON files
  BEGIN UPDATE sums SET bytes = bytes + new.bytes WHERE name = 'files'; END;
CREATE TRIGGER files_removed AFTER DELETE ON files
  BEGIN UPDATE sums SET bytes = bytes - old.bytes WHERE name = 'files'; END;
INSERT INTO replies (scope, digest, status, headers, body, bytes) VALUES ('owner_1 key-1', 'd1', 200, '{}', '{"a":1}', 526);
INSERT INTO files (file_id, owner, filename, media_type, sha256, bytes, content) VALUES (
  'file_00000000000000000000000000000001', 'owner_1', 'AAPL.csv', 'text/csv',
  '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470', 8, CAST('a,b' || char(10) || '1,2' || char(10) AS BLOB)
);
PRAGMA application_id = ${0x43765374};
PRAGMA user_version = 1;
`;
