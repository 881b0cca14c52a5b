import type { FlowController } from '../../flowcontrol/flow-controller.ts';
import type { RejectReason, Ticket } from '../../flowcontrol/queue-set.ts';
import { estimateWork } from '../../flowcontrol/work-estimate.ts';
import type { Filter, ServerRequest, ServerResponse } from '../http.ts';
import { type RequestInfo, isLongRunning } from '../request-info.ts';
import { untilEnd } from '../response-end.ts';
import { tooManyRequests } from './max-in-flight.ts';

/** What the filter asks. */
export interface PriorityAndFairnessOptions {
  readonly controller: FlowController;
  /** How many objects of a resource there are; undefined where that is not known. */
  readonly objectCount: (group: string, resource: string) => number | undefined;
  /** How long a request waits at most. */
  readonly waitLimitMs: number;
  /** Told of each request that begins or ends. */
  readonly onChange?: (kind: 'readOnly' | 'mutating', delta: 1 | -1) => void;
  /** Told of each request that begins or ends to wait. */
  readonly onWait?: (kind: 'readOnly' | 'mutating', delta: 1 | -1) => void;
}

const readOnlyVerbs = new Set(['get', 'list', 'watch']);
const maxWaitMs = 60_000;

/**
 * Serves requests in the order that API priority and fairness gives them; 429 for those that wait for too long or find
 * all queues full. A watch counts until it has begun, other streams do not count at all.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithPriorityAndFairness
 */
export function withPriorityAndFairness(options: PriorityAndFairnessOptions): Filter {
  const waitLimitMs = Math.min(options.waitLimitMs, maxWaitMs);
  return (next) =>
    async function answerInTurn(request) {
      const { info } = request;
      if (!info || (info.verb !== 'watch' && isLongRunning(info))) return next(request);
      const admission = enter(request, info, { ...options, waitLimitMs });
      const kind = readOnlyVerbs.has(info.verb) ? 'readOnly' : 'mutating';
      const ticket = admission instanceof Promise ? await inQueue(admission, kind, options) : admission;
      if (typeof ticket === 'string') return tooManyRequests();
      if (info.verb === 'watch') return startWatch(request, info, { ticket, next, options });
      options.onChange?.(kind, 1);
      try {
        return await next(request);
      } finally {
        options.onChange?.(kind, -1);
        ticket.finish();
      }
    };
}

async function inQueue(
  admission: Promise<Ticket | RejectReason>,
  kind: 'readOnly' | 'mutating',
  { onWait }: PriorityAndFairnessOptions,
): Promise<Ticket | RejectReason> {
  onWait?.(kind, 1);
  try {
    return await admission;
  } finally {
    onWait?.(kind, -1);
  }
}

/** Classifies a request and lets it in, if there is room. */
function enter(
  request: ServerRequest,
  info: RequestInfo,
  options: PriorityAndFairnessOptions,
): Ticket | RejectReason | Promise<Ticket | RejectReason> {
  const { controller, objectCount, waitLimitMs } = options;
  const flow = controller.classify(request.user ?? nobody, info);
  const { level, schema } = flow;
  request.flow = { schemaUid: schema.metadata.uid ?? '', levelUid: level.configuration.metadata.uid ?? '' };
  const work = estimateWork({
    info,
    query: request.query,
    maxSeats: level.maxRequestSeats,
    objectCount: () => objectCount(info.apiGroup, info.resource),
    watchCount: () => controller.watches.interestedIn(info),
  });
  return level.queues.start({
    work,
    hand: flow.hand,
    observer: flow.observer,
    schema: schema.metadata.name ?? '',
    distinguisher: flow.distinguisher,
    get signal() {
      return request.signal;
    },
    waitLimitMs,
  });
}

const nobody = { name: '', groups: [] };

/** The ticket is given back when the watch has begun; it is counted as a watch until it ends. */
async function startWatch(
  request: ServerRequest,
  info: RequestInfo,
  {
    ticket,
    next,
    options,
  }: {
    readonly ticket: Ticket;
    readonly next: (request: ServerRequest) => Promise<ServerResponse>;
    readonly options: PriorityAndFairnessOptions;
  },
): Promise<ServerResponse> {
  const forget = options.controller.watches.register(info);
  try {
    const response = await next(request);
    return { ...response, body: untilEnd(response.body, forget) };
  } catch (error) {
    forget();
    throw error;
  } finally {
    ticket.finish();
  }
}

/** Tells which flow schema and priority level a request was matched with, by their UIDs. */
export const withFlowHeaders: Filter = (next) =>
  async function answerWithFlow(request) {
    const response = await next(request);
    if (request.flow) {
      response.headers['x-kubernetes-pf-flowschema-uid'] = request.flow.schemaUid;
      response.headers['x-kubernetes-pf-prioritylevel-uid'] = request.flow.levelUid;
    }
    return response;
  };
