import type { Account } from './accounting.ts';
import { finishTime } from './pods.ts';

const [base, max] = [10_000, 600_000];

interface BackoffRecord {
  failures: number;
  lastFailure: number;
}

/**
 * Spaces out the pods of Jobs whose pods fail: 10 s after the first failure, twice as long after each further one, ten
 * minutes at most. A success starts anew.
 *
 * @go k8s.io/kubernetes/pkg/controller/job#backoffStore
 */
export class BackoffRecords {
  readonly #records = new Map<string, BackoffRecord>();

  /** Takes in what a count of a Job's pods found anew. */
  note(key: string, account: Pick<Account, 'newFailures' | 'hasNewSuccess'>, now: number): void {
    if (account.hasNewSuccess) this.#records.delete(key);
    if (account.newFailures.length === 0) return;
    const record = this.#records.get(key) ?? { failures: 0, lastFailure: 0 };
    record.failures += account.newFailures.length;
    record.lastFailure = Math.max(record.lastFailure, ...account.newFailures.map((pod) => finishTime(pod, now)));
    this.#records.set(key, record);
  }

  /** Milliseconds until the Job may have new pods. */
  remaining(key: string, now: number): number {
    const record = this.#records.get(key);
    if (record === undefined || record.failures === 0) return 0;
    const delay = Math.min(base * 2 ** (record.failures - 1), max);
    return Math.max(0, record.lastFailure + delay - now);
  }

  forget(key: string): void {
    this.#records.delete(key);
  }
}
