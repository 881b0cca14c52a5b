import type { MetricsRegistry } from '@kubescript/component-base';

/** Whether a request changes something. */
export type RequestKind = 'readOnly' | 'mutating';

/** Told of each request that begins or ends to be served or to wait. */
export type OnInFlight = (kind: RequestKind, delta: 1 | -1) => void;

/** How many requests run and wait. */
export interface InFlightMetrics {
  readonly onExecuting: OnInFlight;
  readonly onWaiting: OnInFlight;
}

/** How many may run at once; 0 is no limit. */
export type InFlightRoom = Readonly<Record<RequestKind, number>>;

const windowMs = 1000;
const kinds: readonly RequestKind[] = ['readOnly', 'mutating'];
const fractionBuckets = [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** A number, and the highest that it was in the last whole second. */
export class Watermark {
  readonly #now: () => number;
  #since: number;
  #highest = 0;
  #last = 0;
  current = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** `at`: the time now. */
  add(delta: number, at = this.#now()): void {
    this.#roll(at);
    this.current += delta;
    if (this.current > this.#highest) this.#highest = this.current;
  }

  read(): number {
    this.#roll(this.#now());
    return Math.max(this.#last, this.current);
  }

  #roll(at: number): void {
    const passed = at - this.#since;
    if (passed < windowMs) return;
    this.#last = passed < 2 * windowMs ? this.#highest : this.current;
    this.#highest = this.current;
    this.#since += passed - (passed % windowMs);
  }
}

/** @go k8s.io/apiserver/pkg/server/filters#requestWatermark */
export function newInFlightMetrics(registry: MetricsRegistry, room: InFlightRoom, now: () => number): InFlightMetrics {
  const fractions = registry.timingHistogram({
    name: 'apiserver_flowcontrol_read_vs_write_current_requests',
    help: 'Observations, at the end of every nanosecond, of the number of requests (as a fraction of the relevant limit) waiting or in regular stage of execution',
    labels: ['phase', 'request_kind'],
    buckets: fractionBuckets,
    now,
  });
  const phase = (name: string): { readonly marks: Record<RequestKind, Watermark>; readonly on: OnInFlight } => {
    const marks = { readOnly: new Watermark(now), mutating: new Watermark(now) };
    const [readOnly, mutating] = kinds.map((kind) => fractions.with({ phase: name, request_kind: kind }));
    const values = { readOnly, mutating };
    return {
      marks,
      on(kind, delta) {
        const at = now();
        marks[kind].add(delta, at);
        values[kind]?.set(marks[kind].current / Math.max(1, room[kind]), at);
      },
    };
  };
  const executing = phase('executing');
  const waiting = phase('waiting');
  const gauge = (name: string, help: string, stability: 'ALPHA' | 'STABLE', marks: typeof executing.marks): void => {
    registry.gauge({ name, help, stability, labels: ['request_kind'] }, (values) => {
      for (const kind of kinds) values.set(marks[kind].read(), { request_kind: kind });
      return undefined;
    });
  };
  gauge(
    'apiserver_current_inflight_requests',
    'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    'STABLE',
    executing.marks,
  );
  gauge(
    'apiserver_current_inqueue_requests',
    'Maximal number of queued requests in this apiserver per request kind in last second.',
    'ALPHA',
    waiting.marks,
  );
  return { onExecuting: executing.on, onWaiting: waiting.on };
}
