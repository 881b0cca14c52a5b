import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** A value of a span's attribute. */
export type AttributeValue = string | number | boolean;

/** Something that took some time, as part of a trace. */
export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** Milliseconds since the epoch, with a fraction. */
  readonly start: number;
  readonly attributes: Record<string, AttributeValue>;
  end: number;
  error: string | undefined;
}

/** Where a trace comes from: what the header `traceparent` says. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Gets spans that ended. */
export type SpanSink = (span: Span) => void;

/** Names the caller of a request in its trace. @see https://www.w3.org/TR/trace-context/#traceparent-header */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(header ?? '');
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  if (match === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for a request that is made within a span. */
export const traceParentOf = ({ traceId, spanId }: Span): string => `00-${traceId}-${spanId}-01`;

const current = new AsyncLocalStorage<Span>();
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const now = (): number => performance.timeOrigin + performance.now();

/** The span within which this runs; undefined outside of all, which costs next to nothing to ask where nothing is traced. */
export let activeSpan: () => Span | undefined = () => undefined;
let sink: SpanSink | undefined;

/** Makes spans and decides which traces are recorded. */
export class Tracer {
  readonly #ratio: number;

  /** `samplesPerMillion` of the traces that begin here are recorded, and all that callers record. */
  constructor(samplesPerMillion: number, onEnd: SpanSink) {
    this.#ratio = samplesPerMillion / 1_000_000;
    sink = onEnd;
    activeSpan = () => current.getStore();
  }

  /** Runs within a first span, if the trace is recorded. */
  async root<T>(
    name: string,
    parent: TraceParent | undefined,
    run: (span: Span | undefined) => Promise<T>,
  ): Promise<T> {
    const traceId = parent?.traceId ?? hex(16);
    if (parent?.isSampled !== true && !this.#isSampled(traceId)) return run(undefined);
    return inSpan(newSpan(name, traceId, parent?.spanId), run);
  }

  /** By the trace's name, so that all servers of a trace decide alike. */
  #isSampled(traceId: string): boolean {
    return Number.parseInt(traceId.slice(18), 16) / 2 ** 56 < this.#ratio;
  }
}

/** Runs within a span of its own where a trace is recorded, and as it is otherwise. */
export function traced<T>(name: string, run: () => Promise<T>): Promise<T> {
  const parent = activeSpan();
  return parent === undefined ? run() : inSpan(newSpan(name, parent.traceId, parent.spanId), run);
}

function newSpan(name: string, traceId: string, parentId: string | undefined): Span {
  return { traceId, spanId: hex(8), parentId, name, start: now(), attributes: {}, end: 0, error: undefined };
}

async function inSpan<T>(span: Span, run: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await current.run(span, () => run(span));
  } catch (error) {
    span.error = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    span.end = now();
    sink?.(span);
  }
}
