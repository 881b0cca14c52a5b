import { closeSync, constants, fsyncSync, mkdirSync, openSync, accessSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Reported when the embedded store cannot be opened; the message says what to do. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

/** Marks the file as ours: "kubs". */
const APPLICATION_ID = 0x6b756273;
const SCHEMA_VERSION = 1;
/** Above this size the page check at start would be felt. */
const CHECKED_SIZE = 64 * 1024 * 1024;

/**
 * `log` is the history: one row per revision, `value` NULL for a deletion, `prev_rev` the row that it supersedes (0: the
 * key was new). `current` has one row per key that exists. The state at an older revision is `current` without what
 * changed since, plus the rows that those changes superseded, so no index over the history is needed.
 */
const SCHEMA = `
CREATE TABLE log (rev INTEGER PRIMARY KEY, key TEXT NOT NULL, create_rev INTEGER NOT NULL, prev_rev INTEGER NOT NULL,
  value BLOB) STRICT;
CREATE TABLE current (key TEXT PRIMARY KEY, rev INTEGER NOT NULL, create_rev INTEGER NOT NULL,
  expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX current_expires ON current (expires) WHERE expires > 0;
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('compactRevision', 0), ('opened', 0);
PRAGMA application_id = ${String(APPLICATION_ID)};
PRAGMA user_version = ${String(SCHEMA_VERSION)};
`;

/** An open store file, and the descriptor of its write-ahead log for syncing it off the main thread. */
export interface OpenDatabase {
  readonly db: DatabaseSync;
  readonly walFd: number;
  readonly file: string;
}

/**
 * Opens (or makes) the store in `directory`, and locks it against other processes until it is closed. Throws
 * StoreOpenError if it is in use, damaged, not ours, or not accessible.
 */
export function openDatabase(directory: string): OpenDatabase {
  const file = join(directory, 'store.db');
  ensureDirectory(directory);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('PRAGMA journal_mode = WAL');
    // Commits do not sync; the group commit syncs the write-ahead log before anything is acknowledged.
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY');
    prepareSchema(db, file);
    // A write makes sure that the write-ahead log exists.
    db.exec("UPDATE meta SET value = value + 1 WHERE name = 'opened'");
    const walFd = openSync(`${file}-wal`, constants.O_RDWR);
    syncDirectory(directory);
    return { db, walFd, file };
  } catch (err) {
    if (db?.isOpen === true) db.close();
    throw err instanceof StoreOpenError ? err : describeOpenFailure(err, file);
  }
}

function ensureDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (err) {
    throw new StoreOpenError(
      `cannot use the data directory ${directory}: ${messageOf(err)}; choose another one or make it readable and writable`,
      { cause: err },
    );
  }
}

function prepareSchema(db: DatabaseSync, file: string): void {
  const version = numberOf(db, 'PRAGMA user_version');
  const applicationId = numberOf(db, 'PRAGMA application_id');
  if (version === 0 && applicationId === 0 && numberOf(db, 'SELECT count(*) FROM sqlite_schema') === 0) {
    db.exec(`BEGIN; ${SCHEMA} COMMIT`);
    return;
  }
  if (applicationId !== APPLICATION_ID) {
    throw new StoreOpenError(`${file} is a database of another program; choose another data directory`);
  }
  if (version !== SCHEMA_VERSION) {
    throw new StoreOpenError(
      `${file} has the format ${String(version)}, this program knows ${String(SCHEMA_VERSION)}; use a matching version`,
    );
  }
  if (statSync(file).size <= CHECKED_SIZE) {
    const [problem] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (problem !== 'ok') throw damaged(file, String(problem));
  }
}

function numberOf(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}

function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function damaged(file: string, detail: string): StoreOpenError {
  return new StoreOpenError(
    `the store ${file} is damaged (${detail}); restore it from a backup, or move it away to start with an empty cluster`,
  );
}

function describeOpenFailure(err: unknown, file: string): StoreOpenError {
  const code = (err as { errcode?: number }).errcode ?? 0;
  switch (code & 0xff) {
    case 5:
    case 6:
      return new StoreOpenError(`the store ${file} is in use by another process; stop that one first`, { cause: err });
    case 11:
    case 26:
      return damaged(file, messageOf(err));
    default:
      return new StoreOpenError(`cannot open the store ${file}: ${messageOf(err)}`, { cause: err });
  }
}

function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
