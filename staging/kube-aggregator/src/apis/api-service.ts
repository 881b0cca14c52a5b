import type { DeepReadonly, GroupVersion } from '@kubescript/apimachinery';
import type { APIService, APIServiceCondition } from '@kubescript/api/apiregistration/v1';
import { compareVersions } from '@kubescript/apiserver';

/** Where an extension server is reached, with the port filled in. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** The name of the APIService of a group and version. */
export function apiServiceName({ group, version }: GroupVersion): string {
  return `${version}.${group}`;
}

/** The group and version that the name of an APIService stands for. */
export function groupVersionOfName(name: string): GroupVersion {
  const at = name.indexOf('.');
  return { group: name.slice(at + 1), version: name.slice(0, at) };
}

/** The group and version that an APIService is about. */
export function groupVersionOf({ spec }: DeepReadonly<APIService>): GroupVersion {
  return { group: spec.group ?? '', version: spec.version ?? '' };
}

/** The extension server's Service; undefined for what this process serves itself. */
export function serviceOf({ spec }: DeepReadonly<APIService>): ServiceTarget | undefined {
  const { service } = spec;
  return service && { namespace: service.namespace ?? '', name: service.name ?? '', port: service.port ?? 443 };
}

/** Whether requests may be sent: the condition Available is True. @go kube-aggregator/pkg/apis/apiregistration/v1/helper#IsAPIServiceConditionTrue */
export function isAvailable(service: DeepReadonly<APIService>): boolean {
  return availableCondition(service)?.status === 'True';
}

/** The condition Available. */
export function availableCondition(service: DeepReadonly<APIService>): DeepReadonly<APIServiceCondition> | undefined {
  return service.status.conditions?.find(({ type }) => type === 'Available');
}

/** What is said about an APIService's availability. */
export type Availability = Pick<Required<APIServiceCondition>, 'status' | 'reason' | 'message'>;

/** What holds for every APIService without a Service. */
export const localAvailability: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/**
 * The conditions with Available as stated; its time moves only with its status. The same array if nothing changes.
 *
 * @go kube-aggregator/pkg/apis/apiregistration/v1/helper#SetAPIServiceCondition
 */
export function withAvailability(
  conditions: readonly DeepReadonly<APIServiceCondition>[],
  availability: Availability,
  now: string,
): readonly DeepReadonly<APIServiceCondition>[] {
  const old = conditions.find(({ type }) => type === 'Available');
  if (old?.status === availability.status && old.reason === availability.reason && old.message === availability.message)
    return conditions;
  const lastTransitionTime = old?.status === availability.status ? old.lastTransitionTime : now;
  const { status, reason, message } = availability;
  const condition: APIServiceCondition = {
    type: 'Available',
    status,
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
    reason,
    message,
  };
  return old ? conditions.map((one) => (one === old ? condition : one)) : [...conditions, condition];
}

/** The APIServices of one group, most preferred version first. */
export interface ApiServiceGroup {
  readonly group: string;
  readonly services: readonly DeepReadonly<APIService>[];
}

/**
 * Groups in the order in which discovery lists them: the group of the highest groupPriorityMinimum first.
 *
 * @go kube-aggregator/pkg/apis/apiregistration/v1/helper#SortedByGroupAndVersion
 */
export function sortedByGroupAndVersion(services: Iterable<DeepReadonly<APIService>>): ApiServiceGroup[] {
  const byPriority = [...services].sort(
    (a, b) => b.spec.groupPriorityMinimum - a.spec.groupPriorityMinimum || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
  return [...Map.groupBy(byPriority, ({ spec }) => spec.group ?? '')].map(([group, members]) => ({
    group,
    services: members.toSorted(compareByVersionPriority),
  }));
}

function compareByVersionPriority(
  { spec: a }: DeepReadonly<APIService>,
  { spec: b }: DeepReadonly<APIService>,
): number {
  return b.versionPriority - a.versionPriority || compareVersions(a.version ?? '', b.version ?? '');
}

const nameOf = ({ metadata }: DeepReadonly<APIService>): string => metadata.name ?? '';
