import type { RequestInfo } from '../server/request-info.ts';

/** How much of the server a request takes. @go k8s.io/apiserver/pkg/util/flowcontrol/request#WorkEstimate */
export interface WorkEstimate {
  /** While it is answered. */
  readonly initialSeats: number;
  /** Afterwards, while watchers are told of what it changed. */
  readonly finalSeats: number;
  /** How long it takes to tell them. */
  readonly additionalMs: number;
}

const maxListSeats = 100;
const maxMutatingSeats = 10;
const objectsPerSeat = 100;
const watchesPerSeat = 10;
const eventAdditionalMs = 5;

const oneSeat: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalMs: 0 };
const mutatingVerbs = new Set(['create', 'update', 'patch', 'delete']);

/** What estimates are made from. */
export interface EstimateInputs {
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  /** The most that the priority level gives to one request. */
  readonly maxSeats: number;
  /** How many objects of the resource there are; undefined if that is not known. */
  readonly objectCount: () => number | undefined;
  /** How many watches a change of the object is sent to. */
  readonly watchCount: () => number;
}

/** @go k8s.io/apiserver/pkg/util/flowcontrol/request#(*workEstimator).estimate */
export function estimateWork(inputs: EstimateInputs): WorkEstimate {
  const { info, query } = inputs;
  if (info.verb === 'list') return listEstimate(inputs);
  if (info.verb === 'watch') return query.get('sendInitialEvents') === 'true' ? listEstimate(inputs) : oneSeat;
  if (mutatingVerbs.has(info.verb) && info.isResourceRequest) return mutatingEstimate(inputs);
  return oneSeat;
}

function listEstimate({ info, query, maxSeats, objectCount }: EstimateInputs): WorkEstimate {
  if (info.name !== '') return oneSeat;
  const stored = objectCount();
  if (stored === undefined || stored <= objectsPerSeat) return oneSeat;
  const processed = processedObjects(stored, info, query);
  const limit = Math.min(maxListSeats, Math.max(1, maxSeats));
  const seats = Math.min(limit, Math.max(1, Math.ceil(processed / objectsPerSeat)));
  return seats === 1 ? oneSeat : { initialSeats: seats, finalSeats: 0, additionalMs: 0 };
}

/** What the cache answers is gone through once; what the store answers is also decoded. */
function processedObjects(stored: number, info: RequestInfo, query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 0);
  const page = limit > 0 && limit < stored ? limit : stored;
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  const isExact = match === 'Exact' || (match === '' && limit > 0 && version !== '' && version !== '0');
  const fromStore = info.verb === 'list' && (isExact || (query.get('continue') ?? '') !== '');
  if (!fromStore) return stored;
  return info.fieldSelector !== '' || info.labelSelector !== '' ? stored + page : 2 * page;
}

function mutatingEstimate({ info, maxSeats, watchCount }: EstimateInputs): WorkEstimate {
  if (info.resource === 'serviceaccounts' && info.subresource === 'token') return oneSeat;
  const watches = watchCount();
  if (watches === 0) return oneSeat;
  const wanted = Math.ceil(watches / watchesPerSeat);
  const finalSeats = Math.min(wanted, maxMutatingSeats, Math.max(1, maxSeats));
  // Fewer seats for a longer time are the same work.
  return { initialSeats: 1, finalSeats, additionalMs: (eventAdditionalMs * wanted) / finalSeats };
}
