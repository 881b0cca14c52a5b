import type { DatabaseSync, StatementSync } from 'node:sqlite';

import type { KeyValue } from '../backend.ts';

/** A row of `log` as the queries name its columns. */
export interface LogRow {
  readonly rev: number;
  readonly key: string;
  readonly createRevision: number;
  readonly prevRevision: number;
  readonly value: Uint8Array | null;
}

/** The prepared statements of the embedded store. */
export interface Statements {
  readonly currentOf: StatementSync;
  readonly insertLog: StatementSync;
  readonly upsertCurrent: StatementSync;
  readonly deleteCurrent: StatementSync;
  readonly list: StatementSync;
  readonly listAt: StatementSync;
  readonly count: StatementSync;
  readonly countAt: StatementSync;
  readonly history: StatementSync;
  readonly expired: StatementSync;
  readonly dropSuperseded: StatementSync;
  readonly dropDeletions: StatementSync;
  readonly setCompacted: StatementSync;
  readonly compacted: StatementSync;
  readonly lastRevision: StatementSync;
}

const OLD_STATE = `
FROM (SELECT rev FROM current WHERE key >= :from AND key < :to AND rev <= :at
  UNION ALL
  SELECT prev_rev FROM log WHERE rev > :at AND prev_rev > 0 AND prev_rev <= :at AND key >= :from AND key < :to) s`;

/** Prepares all statements of an open store. */
export function prepareStatements(db: DatabaseSync): Statements {
  return {
    currentOf: db.prepare(
      `SELECT c.key, c.create_rev AS createRevision, c.rev, l.value
       FROM current c JOIN log l ON l.rev = c.rev WHERE c.key = ?`,
    ),
    insertLog: db.prepare('INSERT INTO log (rev, key, create_rev, prev_rev, value) VALUES (?, ?, ?, ?, ?)'),
    upsertCurrent: db.prepare('INSERT OR REPLACE INTO current (key, rev, create_rev, expires) VALUES (?, ?, ?, ?)'),
    deleteCurrent: db.prepare('DELETE FROM current WHERE key = ?'),
    list: db.prepare(
      `SELECT c.key, c.create_rev AS createRevision, c.rev, l.value FROM current c JOIN log l ON l.rev = c.rev
       WHERE c.key >= ? AND c.key < ? ORDER BY c.key LIMIT ?`,
    ),
    listAt: db.prepare(
      `SELECT l.key, l.create_rev AS createRevision, l.rev, l.value ${OLD_STATE} JOIN log l ON l.rev = s.rev
       ORDER BY l.key LIMIT :limit`,
    ),
    count: db.prepare('SELECT count(*) AS n FROM current WHERE key >= ? AND key < ?'),
    countAt: db.prepare(`SELECT count(*) AS n ${OLD_STATE}`),
    history: db.prepare(
      `SELECT n.rev, n.key, n.create_rev AS createRevision, n.prev_rev AS prevRevision, n.value,
         p.rev AS oldRev, p.create_rev AS oldCreateRevision, p.value AS oldValue
       FROM log n LEFT JOIN log p ON p.rev = n.prev_rev AND n.prev_rev > 0
       WHERE n.rev > ? AND n.rev <= ? AND n.key >= ? AND n.key < ? ORDER BY n.rev`,
    ),
    expired: db.prepare('SELECT key, rev FROM current WHERE expires > 0 AND expires <= ? LIMIT 500'),
    dropSuperseded: db.prepare(
      `DELETE FROM log WHERE rev IN (SELECT prev_rev FROM log WHERE rev > ? AND rev <= ? AND prev_rev > 0)`,
    ),
    dropDeletions: db.prepare('DELETE FROM log WHERE rev > ? AND rev <= ? AND value IS NULL'),
    setCompacted: db.prepare("UPDATE meta SET value = ? WHERE name = 'compactRevision'"),
    compacted: db.prepare("SELECT value AS n FROM meta WHERE name = 'compactRevision'"),
    lastRevision: db.prepare('SELECT coalesce(max(rev), 0) AS n FROM log'),
  };
}

/** The only number that a statement gives. */
export function scalar(statement: StatementSync, ...parameters: (string | number)[]): number {
  return Number(statement.get(...parameters)?.['n'] ?? 0);
}

/** A row of `currentOf`, `list` or `listAt` as the contract has it. */
export function keyValueOf(row: Record<string, unknown>): KeyValue {
  return {
    key: row['key'] as string,
    value: row['value'] as Uint8Array,
    createRevision: row['createRevision'] as number,
    modRevision: row['rev'] as number,
  };
}
