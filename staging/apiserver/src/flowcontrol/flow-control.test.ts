import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import { type Clock, realClock } from '@kubescript/apimachinery';
import { MetricsRegistry } from '@kubescript/component-base';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { parseRequestInfo } from '../server/request-info.ts';
import { allocateConcurrency } from './concurrency-allocation.ts';
import { flowControlDumps } from './debug-dump.ts';
import { FlowController } from './flow-controller.ts';
import { newFlowControlMetrics } from './metrics.ts';
import { QueueSet, type Ticket } from './queue-set.ts';
import { matcherOf } from './request-matching.ts';
import { DemandIntegrator, nextDemand, noDemand } from './seat-demand.ts';
import { dealHand, hashFlow } from './shuffle-sharding.ts';
import { type EstimateInputs, estimateWork } from './work-estimate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const clock: Clock = realClock;
const now = (): number => performance.now();
const infoOf = (method: string, url: string): ReturnType<typeof parseRequestInfo> => {
  const [path = '', query = ''] = url.split('?');
  return parseRequestInfo(method, path, new URLSearchParams(query));
};

describe('shuffle sharding', () => {
  test('deals distinct cards of the deck, the same for the same flow', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 128 }), (hash, deck) => {
        const size = Math.min(deck, 6);
        const hand = dealHand(hash, deck, size);
        expect(new Set(hand).size).toBe(size);
        expect(hand.every((card) => card >= 0 && card < deck)).toBe(true);
        expect(dealHand(hash, deck, size)).toEqual(hand);
      }),
    );
  });

  test('deals all hands about equally often', () => {
    const counts = new Map<string, number>();
    for (let hash = 0n; hash < 6000n; hash++) {
      const key = dealHand(hash, 4, 2).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    expect([...counts.values()]).toEqual(Array.from({ length: 12 }, () => 500));
  });

  test('flows of a schema are told apart', () => {
    expect(hashFlow('a', 'x')).not.toBe(hashFlow('a', 'y'));
    expect(hashFlow('ab', 'c')).not.toBe(hashFlow('a', 'bc'));
  });
});

describe('matching', () => {
  const schemaOf = (rule: object): FlowSchema =>
    ({
      metadata: { name: 's' },
      spec: { priorityLevelConfiguration: { name: 'l' }, rules: [rule] },
      status: {},
    }) as unknown as FlowSchema;
  const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true };
  const jane = { name: 'jane', groups: ['devs'] };
  const robot = { name: 'system:serviceaccount:ci:bot', groups: [] };

  test.each([
    { subject: { kind: 'User', user: { name: 'jane' } }, user: jane, want: true },
    { subject: { kind: 'User', user: { name: 'bob' } }, user: jane, want: false },
    { subject: { kind: 'User', user: { name: '*' } }, user: jane, want: true },
    { subject: { kind: 'Group', group: { name: 'devs' } }, user: jane, want: true },
    { subject: { kind: 'Group', group: { name: '*' } }, user: robot, want: true },
    { subject: { kind: 'ServiceAccount', serviceAccount: { namespace: 'ci', name: 'bot' } }, user: robot, want: true },
    { subject: { kind: 'ServiceAccount', serviceAccount: { namespace: 'ci', name: '*' } }, user: robot, want: true },
    { subject: { kind: 'ServiceAccount', serviceAccount: { namespace: 'c', name: '*' } }, user: robot, want: false },
  ])('subject $subject', ({ subject, user, want }) => {
    expect(
      matcherOf(schemaOf({ subjects: [subject], resourceRules: [all] }))(user, infoOf('GET', '/api/v1/pods')),
    ).toBe(want);
  });

  test.each([
    { rule: { ...all, verbs: ['list'] }, url: '/api/v1/pods', want: true },
    { rule: { ...all, verbs: ['get'] }, url: '/api/v1/pods', want: false },
    { rule: { ...all, resources: ['pods'] }, url: '/api/v1/namespaces/a/pods/x/log', want: false },
    { rule: { ...all, resources: ['pods/log'] }, url: '/api/v1/namespaces/a/pods/x/log', want: true },
    { rule: { ...all, apiGroups: ['apps'] }, url: '/api/v1/pods', want: false },
    { rule: { ...all, clusterScope: false }, url: '/api/v1/nodes', want: false },
    { rule: { ...all, namespaces: ['a'] }, url: '/api/v1/namespaces/b/pods', want: false },
    { rule: { ...all, namespaces: ['b'] }, url: '/api/v1/namespaces/b/pods', want: true },
  ])('$rule of $url', ({ rule, url, want }) => {
    const subjects = [{ kind: 'Group', group: { name: '*' } }];
    expect(matcherOf(schemaOf({ subjects, resourceRules: [rule] }))(jane, infoOf('GET', url))).toBe(want);
  });

  test.each([
    { urls: ['/healthz'], path: '/healthz', want: true },
    { urls: ['/healthz'], path: '/healthz/ping', want: false },
    { urls: ['/healthz/*'], path: '/healthz/ping', want: true },
    { urls: ['*'], path: '/metrics', want: true },
  ])('paths $urls of $path', ({ urls, path, want }) => {
    const subjects = [{ kind: 'Group', group: { name: '*' } }];
    const rule = { subjects, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: urls }] };
    expect(matcherOf(schemaOf(rule))(jane, infoOf('GET', path))).toBe(want);
  });
});

describe('work estimates', () => {
  const inputs = (method: string, url: string, change: Partial<EstimateInputs> = {}): EstimateInputs => ({
    info: infoOf(method, url),
    query: new URLSearchParams(url.split('?')[1] ?? ''),
    maxSeats: 50,
    objectCount: () => 1000,
    watchCount: () => 0,
    ...change,
  });

  test.each([
    { url: '/api/v1/pods', want: 10 },
    { url: '/api/v1/pods?resourceVersion=0', want: 10 },
    { url: '/api/v1/pods?limit=100&continue=x', want: 2 },
    { url: '/api/v1/pods?limit=100&continue=x&labelSelector=a', want: 11 },
    { url: '/api/v1/pods?fieldSelector=metadata.name=x', want: 1 },
    { url: '/api/v1/pods?watch=1', want: 1 },
    { url: '/api/v1/pods?watch=1&sendInitialEvents=true', want: 10 },
    { url: '/api/v1/namespaces/a/pods/x', want: 1 },
  ])('GET $url takes $want seats', ({ url, want }) => {
    expect(estimateWork(inputs('GET', url)).initialSeats).toBe(want);
  });

  test('no request gets more than its level gives, and what is not known takes one seat', () => {
    expect(estimateWork(inputs('GET', '/api/v1/pods', { maxSeats: 3 })).initialSeats).toBe(3);
    expect(estimateWork(inputs('GET', '/api/v1/pods', { objectCount: () => undefined })).initialSeats).toBe(1);
  });

  test('a write holds seats while watchers are told', () => {
    const write = (watches: number): object =>
      estimateWork(inputs('POST', '/api/v1/namespaces/a/pods', { watchCount: () => watches }));
    expect(write(0)).toEqual({ initialSeats: 1, finalSeats: 0, additionalMs: 0 });
    expect(write(25)).toEqual({ initialSeats: 1, finalSeats: 3, additionalMs: 5 });
    expect(write(1000)).toEqual({ initialSeats: 1, finalSeats: 10, additionalMs: 50 });
  });
});

describe('seats', () => {
  test('demand is averaged over time', () => {
    const demand = new DemandIntegrator(0);
    demand.set(4, 0);
    demand.set(0, 5000);
    const summary = demand.reset(10_000);
    expect(summary).toEqual({ average: 2, deviation: 2, max: 4 });
    const first = nextDemand(noDemand, summary);
    expect(first.smoothed).toBe(4);
    expect(nextDemand(first, { average: 0, deviation: 0, max: 0 }).smoothed).toBeCloseTo(3.908);
  });

  test.each([
    {
      name: 'in proportion to the targets',
      total: 30,
      items: [item(0, 100, 10), item(0, 100, 20)],
      want: [10, 20],
    },
    { name: 'lower bounds hold', total: 30, items: [item(12, 100, 12), item(0, 100, 60)], want: [12, 18] },
    { name: 'upper bounds hold', total: 30, items: [item(0, 5, 10), item(0, 100, 10)], want: [5, 25] },
    { name: 'no more than the upper bounds', total: 300, items: [item(0, 5, 5), item(0, 10, 5)], want: [5, 10] },
  ])('$name', ({ total, items, want }) => {
    const { allocations } = allocateConcurrency(total, items);
    expect(allocations.map((seats) => Math.round(seats * 1000) / 1000)).toEqual(want);
  });

  test('whatever the bounds, they hold, and the total is used if they let it', () => {
    const anyItem = fc
      .tuple(fc.nat(50), fc.nat(50), fc.nat(50))
      .map(([low, more, want]) => item(low, low + more, low + want));
    fc.assert(
      fc.property(fc.nat(500), fc.array(anyItem, { minLength: 1 }), (total, items) => {
        const { allocations } = allocateConcurrency(total, items);
        const sum = allocations.reduce((a, b) => a + b, 0);
        const [low, high] = [sumOf(items, 'lowerBound'), sumOf(items, 'upperBound')];
        for (const [i, seats] of allocations.entries()) {
          expect(seats).toBeGreaterThanOrEqual((items[i]?.lowerBound ?? 0) - 1e-6);
          expect(seats).toBeLessThanOrEqual((items[i]?.upperBound ?? 0) + 1e-6);
        }
        expect(sum).toBeCloseTo(Math.min(high, Math.max(low, total)), 3);
      }),
    );
  });
});

function item(
  lowerBound: number,
  upperBound: number,
  target: number,
): { lowerBound: number; upperBound: number; target: number } {
  return { lowerBound, upperBound, target };
}

const sumOf = (items: readonly ReturnType<typeof item>[], name: keyof ReturnType<typeof item>): number =>
  items.reduce((sum, entry) => sum + entry[name], 0);

const observer = {
  onEnqueued: () => undefined,
  onDequeued: () => undefined,
  onDispatched: () => undefined,
  onFinished: () => undefined,
  onReleased: () => undefined,
  onRejected: () => undefined,
};

describe('queues', () => {
  const newSet = (config: { queues: number; handSize?: number; queueLengthLimit?: number }, limit: number): QueueSet =>
    new QueueSet({ handSize: 1, queueLengthLimit: 50, ...config }, limit, {
      clock,
      now,
      demand: new DemandIntegrator(0),
    });
  const requestOf = (hand: readonly number[], change: object = {}): Parameters<QueueSet['start']>[0] => ({
    work: { initialSeats: 1, finalSeats: 0, additionalMs: 0 },
    hand,
    observer,
    schema: 's',
    distinguisher: '',
    signal: new AbortController().signal,
    waitLimitMs: 15_000,
    ...change,
  });
  const isTicket = (admission: unknown): admission is Ticket =>
    typeof (admission as Partial<Ticket>).finish === 'function';

  test('what fits is served at once', () => {
    const set = newSet({ queues: 4 }, 2);
    const [a, b, c] = [0, 1, 2].map((queue) => set.start(requestOf([queue])));
    expect([a, b].every(isTicket)).toBe(true);
    expect(c).toBeInstanceOf(Promise);
    expect(set).toMatchObject({ executingRequests: 2, waitingRequests: 1, seatsInUse: 2, seatsWaiting: 1 });
  });

  test('without queues, what does not fit is rejected; without a limit everything fits', () => {
    const set = newSet({ queues: 0 }, 1);
    expect(isTicket(set.start(requestOf([])))).toBe(true);
    expect(set.start(requestOf([]))).toBe('concurrency-limit');
    const exempt = newSet({ queues: -1 }, 0);
    expect([1, 2, 3].map(() => exempt.start(requestOf([]))).every(isTicket)).toBe(true);
  });

  test('a full queue rejects', () => {
    const set = newSet({ queues: 1, queueLengthLimit: 1 }, 1);
    void set.start(requestOf([0]));
    void set.start(requestOf([0]));
    expect(set.start(requestOf([0]))).toBe('queue-full');
    expect(set.rejected).toBe(1);
  });

  test('who waits for too long, or does not want it any more, is rejected', async () => {
    const set = newSet({ queues: 1 }, 1);
    const served = set.start(requestOf([0])) as Ticket;
    const late = set.start(requestOf([0], { waitLimitMs: 100 }));
    const gone = new AbortController();
    const cancelled = set.start(requestOf([0], { signal: gone.signal }));
    gone.abort();
    expect(await cancelled).toBe('cancelled');
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBe('time-out');
    served.finish();
    expect(set.isIdle).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('flows get equal shares, however much each asks for', async () => {
    const set = newSet({ queues: 2, queueLengthLimit: 1000 }, 1);
    const order: string[] = [];
    const run = async (name: string, hand: readonly number[]): Promise<void> => {
      const ticket = (await set.start(requestOf(hand))) as Ticket;
      order.push(name);
      await vi.advanceTimersByTimeAsync(3);
      ticket.finish();
    };
    const heavy = Array.from({ length: 20 }, () => run('heavy', [0]));
    const light = Array.from({ length: 5 }, () => run('light', [1]));
    await Promise.all([...heavy, ...light]);
    expect(order.slice(0, 11).filter((name) => name === 'light').length).toBe(5);
  });

  test('a wide request waits until there is room for it, and gets the level for itself if it is wider than that', async () => {
    const set = newSet({ queues: 2 }, 4);
    const small = set.start(requestOf([0])) as Ticket;
    const wide = set.start(requestOf([1], { work: { initialSeats: 9, finalSeats: 0, additionalMs: 0 } }));
    const behind = set.start(requestOf([1]));
    expect(wide).toBeInstanceOf(Promise);
    small.finish();
    const ticket = (await wide) as Ticket;
    expect(set.seatsInUse).toBe(9);
    ticket.finish();
    expect(isTicket(await behind)).toBe(true);
  });

  test('seats are held while watchers are told', async () => {
    const set = newSet({ queues: 1 }, 1);
    const write = set.start(requestOf([0], { work: { initialSeats: 1, finalSeats: 1, additionalMs: 5 } })) as Ticket;
    const next = set.start(requestOf([0]));
    const outcome = vi.fn();
    void Promise.resolve(next).then(outcome);
    write.finish();
    await vi.advanceTimersByTimeAsync(4);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalled();
  });

  test('another limit takes effect at once', async () => {
    const set = newSet({ queues: 1 }, 1);
    void set.start(requestOf([0]));
    const waiting = set.start(requestOf([0]));
    set.configure({ queues: 1, handSize: 1, queueLengthLimit: 50 }, 2);
    expect(isTicket(await waiting)).toBe(true);
  });

  test('whatever happens, nothing is lost: seats and counts come back to zero', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 }), fc.boolean()), { maxLength: 40 }),
        async (requests) => {
          const set = newSet({ queues: 4, handSize: 1, queueLengthLimit: 5 }, 3);
          const admissions = requests.map(([queue, seats, lingers]) =>
            set.start(
              requestOf([queue], {
                work: { initialSeats: seats, finalSeats: lingers ? 1 : 0, additionalMs: lingers ? 5 : 0 },
              }),
            ),
          );
          const done = admissions.map(async (admission) => {
            const ticket = await admission;
            if (isTicket(ticket)) ticket.finish();
          });
          await vi.advanceTimersByTimeAsync(20_000);
          await Promise.all(done);
          await vi.advanceTimersByTimeAsync(10);
          expect(set).toMatchObject({ seatsInUse: 0, seatsWaiting: 0, waitingRequests: 0, executingRequests: 0 });
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('the controller', () => {
  const level = (name: string, shares: number, lendablePercent = 0): PriorityLevelConfiguration => ({
    metadata: { name, uid: `uid-${name}` },
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: shares,
        lendablePercent,
        limitResponse: { type: 'Queue', queuing: { queues: 8, handSize: 2, queueLengthLimit: 10 } },
      },
    },
    status: {},
  });
  const schema = (name: string, to: string, matchingPrecedence: number): FlowSchema => ({
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: to },
      matchingPrecedence,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'devs' } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
        },
      ],
    },
    status: {},
  });
  const newController = (): FlowController =>
    new FlowController({
      serverConcurrencyLimit: 100,
      clock,
      now,
      metrics: newFlowControlMetrics(new MetricsRegistry()),
    });
  const jane = { name: 'jane', groups: ['devs', 'system:authenticated'] };
  const pods = infoOf('GET', '/api/v1/pods');

  test('knows what is mandatory before it was told anything', () => {
    const controller = newController();
    const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };
    expect(controller.classify(admin, pods).level.name).toBe('exempt');
    expect(controller.classify(jane, pods).level.name).toBe('catch-all');
    expect(controller.classify({ name: '', groups: [] }, pods).level.name).toBe('catch-all');
  });

  test('the first schema by precedence and name decides; one without its level is passed over', () => {
    const controller = newController();
    controller.digest(
      [level('low', 20), level('high', 75)],
      [schema('c', 'low', 200), schema('b', 'high', 100), schema('a', 'high', 200), schema('0', 'absent', 1)],
    );
    const flow = controller.classify(jane, pods);
    expect(flow).toMatchObject({ distinguisher: 'jane', schema: { metadata: { name: 'b' } }, level: { name: 'high' } });
    expect(flow.hand).toHaveLength(2);
    expect(controller.classify(jane, pods)).toBe(flow);
  });

  test('seats follow the shares, and idle ones are lent', async () => {
    const controller = newController();
    controller.digest([level('low', 20, 90), level('high', 75, 50)], [schema('s', 'low', 100)]);
    const low = controller.levels.get('low');
    expect(low).toMatchObject({ nominal: 20, lower: 2, upper: 120 });
    const flow = controller.classify(jane, pods);
    for (let i = 0; i < 60; i++) {
      void flow.level.queues.start({
        work: { initialSeats: 1, finalSeats: 0, additionalMs: 0 },
        hand: flow.hand,
        observer,
        schema: 's',
        distinguisher: 'jane',
        signal: new AbortController().signal,
        waitLimitMs: 60_000,
      });
    }
    await vi.advanceTimersByTimeAsync(10_000);
    controller.adjust();
    expect(low?.current).toBeGreaterThan(20);
    expect(controller.levels.get('high')?.current).toBeLessThan(75);
    const total = [...controller.levels.values()].reduce((sum, { current }) => sum + current, 0);
    expect(total).toBeLessThanOrEqual(102);
  });

  test('a level that was taken away serves what it has', () => {
    const controller = newController();
    controller.digest([level('low', 20)], [schema('s', 'low', 100)]);
    const { level: taken, hand } = controller.classify(jane, pods);
    const ticket = taken.queues.start({
      work: { initialSeats: 1, finalSeats: 0, additionalMs: 0 },
      hand,
      observer,
      schema: 's',
      distinguisher: '',
      signal: new AbortController().signal,
      waitLimitMs: 1,
    }) as Ticket;
    controller.digest([], [schema('s', 'low', 100)]);
    expect(controller.classify(jane, pods).level.name).toBe('catch-all');
    expect(controller.levels.get('low')?.isQuiescing).toBe(true);
    ticket.finish();
    controller.digest([], []);
    expect(controller.levels.has('low')).toBe(false);
  });

  test('what goes on can be looked at', () => {
    const controller = newController();
    const dumps = flowControlDumps(controller);
    const levels = dumps['/debug/api_priority_and_fairness/dump_priority_levels']?.() ?? '';
    expect(levels.split('\n')[0]).toMatch(/^PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, /);
    expect(levels).toMatch(/^catch-all, +0, +true, +false, +0,/m);
    expect(dumps['/debug/api_priority_and_fairness/dump_requests']?.()).toMatch(/^PriorityLevelName, FlowSchemaName/);
    expect(dumps['/debug/api_priority_and_fairness/dump_queues']?.()).toMatch(/^PriorityLevelName, Index, /);
  });
});
