import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';
import type { RequestInfo } from '../server/request-info.ts';
import type { FlowControlMetrics } from './metrics.ts';
import { adjustLimits } from './limit-adjustment.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from './mandatory.ts';
import { PriorityLevel } from './priority-level.ts';
import type { FlowObserver } from './flow-observer.ts';
import { type RequestMatcher, matcherOf } from './request-matching.ts';
import { dealHand, hashFlow } from './shuffle-sharding.ts';
import { WatchTracker } from './watch-tracker.ts';

/** What the controller is made of. */
export interface FlowControllerOptions {
  /** Seats of the whole server. */
  readonly serverConcurrencyLimit: number;
  readonly clock: Clock;
  readonly metrics: FlowControlMetrics;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
}

/** How a request was classified: what it counts for and which queues are its. */
export interface Flow {
  readonly schema: DeepReadonly<FlowSchema>;
  readonly level: PriorityLevel;
  readonly observer: FlowObserver;
  readonly distinguisher: string;
  readonly hand: readonly number[];
}

/** Flows whose hands are remembered, per schema. */
const maxKnownFlows = 1000;

interface CompiledSchema {
  readonly schema: DeepReadonly<FlowSchema>;
  readonly matches: RequestMatcher;
  readonly level: PriorityLevel;
  readonly observer: FlowObserver;
  readonly flows: Map<string, Flow>;
}

/**
 * Decides which request is served when: finds its flow schema and priority level, and shares the seats of the server
 * between the levels. Knows what is mandatory from the beginning, and what the API says once `digest` was told.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol#configController
 */
export class FlowController {
  readonly watches = new WatchTracker();
  readonly #options: FlowControllerOptions;
  readonly #now: () => number;
  #schemas: readonly CompiledSchema[] = [];
  #levels: ReadonlyMap<string, PriorityLevel> = new Map();

  constructor(options: FlowControllerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.digest([], []);
  }

  /** The priority levels by name. */
  get levels(): ReadonlyMap<string, PriorityLevel> {
    return this.#levels;
  }

  /** The flow schemas in the order in which they are tried. */
  get schemas(): readonly DeepReadonly<FlowSchema>[] {
    return this.#schemas.map(({ schema }) => schema);
  }

  /** Takes over the configuration; what is mandatory is added where it is missing. */
  digest(
    levels: readonly DeepReadonly<PriorityLevelConfiguration>[],
    schemas: readonly DeepReadonly<FlowSchema>[],
  ): void {
    this.#levels = this.#digestLevels(withMandatory(levels, mandatoryPriorityLevels));
    this.#schemas = this.#digestSchemas(withMandatory(schemas, mandatoryFlowSchemas));
    this.adjust();
  }

  /** Which flow a request belongs to: that of the first schema that matches. */
  classify(user: UserInfo, info: RequestInfo): Flow {
    for (const compiled of this.#schemas) if (compiled.matches(user, info)) return flowOf(compiled, user, info);
    // The mandatory catch-all matches everybody who is authenticated or not; this is for users without groups.
    const last = this.#schemas.at(-1) as CompiledSchema;
    return flowOf(last, user, info);
  }

  /** Shares the seats anew, by what each level wanted since the last time. */
  adjust(): void {
    const now = this.#now();
    const { fairFraction } = adjustLimits([...this.#levels.values()], now);
    this.#options.metrics.setFairFraction(fairFraction);
    for (const level of this.#levels.values()) this.#options.metrics.setLevel(level.name, level.gauges());
  }

  #digestLevels(
    configurations: readonly DeepReadonly<PriorityLevelConfiguration>[],
  ): ReadonlyMap<string, PriorityLevel> {
    const sharesOf = ({ spec }: DeepReadonly<PriorityLevelConfiguration>): number =>
      (spec.type === 'Exempt' ? spec.exempt?.nominalConcurrencyShares : spec.limited?.nominalConcurrencyShares) ??
      (spec.type === 'Exempt' ? 0 : 30);
    const total = configurations.reduce((sum, configuration) => sum + sharesOf(configuration), 0);
    const levels = new Map<string, PriorityLevel>();
    const { serverConcurrencyLimit } = this.#options;
    for (const configuration of configurations) {
      const name = configuration.metadata.name ?? '';
      const share = total === 0 ? 0 : sharesOf(configuration) / total;
      const nominal = Math.ceil(serverConcurrencyLimit * share);
      const known = this.#levels.get(name);
      const level = known ?? this.#newLevel(configuration);
      level.configure(configuration, nominal, serverConcurrencyLimit);
      levels.set(name, level);
    }
    for (const [name, level] of this.#levels) {
      // One that was taken away goes when its last request is over.
      if (!levels.has(name) && !level.queues.isIdle) levels.set(name, level.quiesce());
    }
    return levels;
  }

  #newLevel(configuration: DeepReadonly<PriorityLevelConfiguration>): PriorityLevel {
    const { clock, metrics } = this.#options;
    const timings = metrics.timingsOf(configuration.metadata.name ?? '');
    return new PriorityLevel(configuration, { clock, now: this.#now, timings });
  }

  #digestSchemas(schemas: readonly DeepReadonly<FlowSchema>[]): readonly CompiledSchema[] {
    const compiled = schemas.flatMap((schema): CompiledSchema[] => {
      const level = this.#levels.get(schema.spec.priorityLevelConfiguration.name);
      if (level === undefined || level.isQuiescing) return [];
      const name = schema.metadata.name ?? '';
      const observer = this.#options.metrics.observerOf(level.name, name);
      return [{ schema, matches: matcherOf(schema), level, observer, flows: new Map() }];
    });
    return compiled.sort(
      (a, b) => precedenceOf(a) - precedenceOf(b) || compareNames(a.schema.metadata.name, b.schema.metadata.name),
    );
  }
}

const precedenceOf = ({ schema }: CompiledSchema): number => schema.spec.matchingPrecedence ?? 1000;
const compareNames = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));

/** The objects, and those of the mandatory ones whose names are not among them. */
function withMandatory<T extends { readonly metadata: { readonly name?: string } }>(
  objects: readonly T[],
  mandatory: readonly T[],
): readonly T[] {
  const names = new Set(objects.map(({ metadata }) => metadata.name));
  return [...objects, ...mandatory.filter(({ metadata }) => !names.has(metadata.name))];
}

function flowOf(compiled: CompiledSchema, user: UserInfo, info: RequestInfo): Flow {
  const distinguisher = distinguisherOf(compiled.schema, user, info);
  let flow = compiled.flows.get(distinguisher);
  if (flow === undefined) {
    const { schema, level, observer } = compiled;
    flow = { schema, level, observer, distinguisher, hand: handOf(compiled, distinguisher) };
    if (compiled.flows.size >= maxKnownFlows) compiled.flows.clear();
    compiled.flows.set(distinguisher, flow);
  }
  return flow;
}

function handOf({ schema, level }: CompiledSchema, distinguisher: string): readonly number[] {
  const { queues, handSize } = level.queuing;
  if (queues < 1) return [];
  return dealHand(hashFlow(schema.metadata.name ?? '', distinguisher), queues, handSize);
}

function distinguisherOf({ spec }: DeepReadonly<FlowSchema>, user: UserInfo, info: RequestInfo): string {
  switch (spec.distinguisherMethod?.type) {
    case 'ByUser':
      return user.name;
    case 'ByNamespace':
      return info.namespace;
    default:
      return '';
  }
}
