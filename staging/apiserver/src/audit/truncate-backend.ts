import { goJson } from '../util/go-json.ts';
import type { AuditBackend, AuditEvent } from './event.ts';
import { levelCovers } from './event.ts';

/** Bytes that are handed on at most. */
export interface TruncateOptions {
  readonly maxEventSize: number;
  readonly maxBatchSize: number;
}

/**
 * Takes the objects out of events that are too large, drops those that still are, and splits large batches.
 *
 * @go k8s.io/apiserver/plugin/pkg/audit/truncate#NewBackend
 */
export class TruncateAuditBackend implements AuditBackend {
  readonly #delegate: AuditBackend;
  readonly #options: TruncateOptions;
  readonly #onDropped: (events: number) => void;

  constructor(delegate: AuditBackend, options: TruncateOptions, onDropped: (events: number) => void) {
    this.#delegate = delegate;
    this.#options = options;
    this.#onDropped = onDropped;
  }

  async processEvents(events: readonly AuditEvent[]): Promise<boolean> {
    const { batches, dropped } = splitEvents(events, this.#options);
    let succeeded = true;
    for (const batch of batches) succeeded = (await this.#delegate.processEvents(batch)) && succeeded;
    if (dropped > 0) this.#onDropped(dropped);
    return succeeded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#delegate[Symbol.asyncDispose]();
  }
}

/** Events that fit, in batches that fit, and how many do not fit at all. */
export function splitEvents(
  events: readonly AuditEvent[],
  { maxEventSize, maxBatchSize }: TruncateOptions,
): { readonly batches: readonly (readonly AuditEvent[])[]; readonly dropped: number } {
  const batches: AuditEvent[][] = [];
  let batchSize = 0;
  let dropped = 0;
  for (const event of events) {
    const { fitting, size } = fit(event, maxEventSize);
    if (size > maxEventSize) {
      dropped += 1;
      continue;
    }
    const last = batches.at(-1);
    if (last === undefined || batchSize + size > maxBatchSize) {
      batches.push([fitting]);
      batchSize = size;
    } else {
      last.push(fitting);
      batchSize += size;
    }
  }
  return { batches, dropped };
}

function fit(event: AuditEvent, maxEventSize: number): { readonly fitting: AuditEvent; readonly size: number } {
  const size = sizeOf(event);
  if (size <= maxEventSize || !levelCovers(event.level, 'Request')) return { fitting: event, size };
  const { requestObject: _request, responseObject: _response, ...rest } = event;
  const fitting = { ...rest, annotations: { ...event.annotations, 'audit.k8s.io/truncated': 'true' } };
  return { fitting, size: sizeOf(fitting) };
}

const sizeOf = (event: AuditEvent): number => Buffer.byteLength(goJson(event));
