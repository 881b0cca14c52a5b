import { type DeepReadonly, formatTime, jsonEqual } from '@kubescript/apimachinery';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@kubescript/api/apiextensions/v1';
import type { WorkQueue } from '@kubescript/client';

import { type CrdCondition, findCondition, sameCondition, setCondition } from '../apis/helpers.ts';
import type { ControllerDeps, DefinitionSync } from './controller.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;
type Names = DeepReadonly<CustomResourceDefinitionNames>;

/** Names that other definitions of a group have. */
export interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/** What a definition may call its resource, and how that stands. */
export interface NamingPlan {
  readonly names: CustomResourceDefinitionNames;
  readonly accepted: CrdCondition;
  readonly established: CrdCondition;
}

/**
 * Accepts the names of definitions, as long as no other definition of the group has them.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/status#NamingConditionController
 */
export class NamingSync implements DefinitionSync {
  readonly name = 'naming-condition-controller';
  readonly #deps: Pick<ControllerDeps, 'client' | 'clock' | 'informer'>;
  /** What was written last, as the informer learns of it a moment later. */
  readonly #written = new Map<string, Crd>();

  constructor(deps: Pick<ControllerDeps, 'client' | 'clock' | 'informer'>) {
    this.#deps = deps;
  }

  async sync(crd: Crd, queue: WorkQueue): Promise<void> {
    if (jsonEqual(crd.spec.names, crd.status.acceptedNames)) return;
    const plan = planNames(crd, this.#takenBesides(crd));
    const isSettled =
      jsonEqual(crd.status.acceptedNames, plan.names) &&
      sameCondition(findCondition(crd, 'NamesAccepted'), plan.accepted);
    if (isSettled) return;
    const next = structuredClone(crd) as CustomResourceDefinition;
    const now = formatTime(this.#deps.clock.now());
    next.status.acceptedNames = plan.names;
    setCondition(next, plan.accepted, now);
    setCondition(next, plan.established, now);
    const written = await this.#deps.client.updateStatus(next);
    this.#written.set(crd.metadata.name ?? '', written);
    // A name may have become free.
    this.#requeueOthers(crd, queue);
  }

  forget(name: string, queue: WorkQueue): void {
    this.#written.delete(name);
    const group = name.slice(name.indexOf('.') + 1);
    for (const other of this.#ofGroup(group)) queue.add(other.metadata.name ?? '');
  }

  #requeueOthers(crd: Crd, queue: WorkQueue): void {
    for (const { metadata } of this.#ofGroup(crd.spec.group)) {
      if (metadata.name !== crd.metadata.name) queue.add(metadata.name ?? '');
    }
  }

  #ofGroup(group: string): Crd[] {
    return this.#deps.informer.lister
      .list({ filter: ({ spec }) => spec.group === group })
      .map((crd) => newerOf(crd, this.#written.get(crd.metadata.name ?? '')));
  }

  #takenBesides(crd: Crd): TakenNames {
    const others = this.#ofGroup(crd.spec.group).filter(({ metadata }) => metadata.name !== crd.metadata.name);
    const accepted = others.flatMap(({ status }) => status.acceptedNames ?? []);
    return {
      resources: new Set(
        accepted.flatMap(({ plural, singular = '', shortNames = [] }) => [plural, singular, ...shortNames]),
      ),
      kinds: new Set(accepted.flatMap(({ kind, listKind = '' }) => [kind, listKind])),
    };
  }
}

function newerOf(seen: Crd, written: Crd | undefined): Crd {
  if (written?.metadata.uid !== seen.metadata.uid) return seen;
  const version = ({ metadata }: Crd): number => Number(metadata.resourceVersion ?? 0);
  return written && version(written) > version(seen) ? written : seen;
}

/**
 * Decides which of the names that a definition asks for it gets: each that nobody else has.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/status#(*NamingConditionController).calculateNamesAndConditions
 */
export function planNames(crd: Crd, taken: TakenNames): NamingPlan {
  const wanted = crd.spec.names;
  const had: Partial<Names> = crd.status.acceptedNames ?? {};
  const names: CustomResourceDefinitionNames = {
    ...(structuredClone(had) as Partial<CustomResourceDefinitionNames>),
    plural: had.plural ?? '',
    kind: had.kind ?? '',
  };
  let conflict: { readonly reason: string; readonly message: string } | undefined;
  const take = (name: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>): void => {
    const value = wanted[name] ?? '';
    const problem = conflictOf(value, had[name] ?? '', used);
    if (problem === undefined) names[name] = value;
    else conflict = { reason: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Conflict`, message: problem };
  };
  take('plural', taken.resources);
  take('singular', taken.resources);
  const problems = (wanted.shortNames ?? [])
    .filter((name) => had.shortNames?.includes(name) !== true)
    .flatMap((name) => conflictOf(name, '', taken.resources) ?? []);
  if (problems.length > 0) conflict = { reason: 'ShortNamesConflict', message: joined(problems) };
  else setOrDelete(names, 'shortNames', wanted.shortNames);
  take('kind', taken.kinds);
  take('listKind', taken.kinds);
  setOrDelete(names, 'categories', wanted.categories);
  const accepted: CrdCondition = conflict
    ? { type: 'NamesAccepted', status: 'False', ...conflict }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  return { names, accepted, established: establishedAfter(crd, accepted) };
}

function conflictOf(wanted: string, had: string, used: ReadonlySet<string>): string | undefined {
  return wanted === had || !used.has(wanted) ? undefined : `${JSON.stringify(wanted)} is already in use`;
}

function joined(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

function setOrDelete(
  names: CustomResourceDefinitionNames,
  member: 'shortNames' | 'categories',
  value: readonly string[] | undefined,
): void {
  if (value === undefined) Reflect.deleteProperty(names, member);
  else names[member] = [...value];
}

/** What was established stays so; the establishing controller does the rest. */
function establishedAfter(crd: Crd, accepted: CrdCondition): CrdCondition {
  const old = findCondition(crd, 'Established');
  if (old?.status !== 'True' && accepted.status === 'True') {
    const message = 'the initial names have been accepted';
    return { type: 'Established', status: 'False', reason: 'Installing', message };
  }
  if (old) {
    const { status, reason = '', message = '' } = old;
    return { type: 'Established', status, reason, message };
  }
  return { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}
