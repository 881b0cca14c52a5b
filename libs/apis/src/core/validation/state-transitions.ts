import type { Container, ContainerStatus, Pod, PodSpec } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, forbidden } from '@kubescript/apimachinery';

const STATUS = new FieldPath('status');

/** What has ended for good must not run again. @go core/validation#ValidateContainerStateTransition */
export function validateStateTransitions({ status }: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const { spec, status: before } = old;
  const mayAll = allContainersCouldRestart(spec);
  return [
    ...(mayAll
      ? []
      : [
          ...validateTransitions('containerStatuses', [status, before], (name, code) =>
            mayRestart(spec.containers, name, [spec, code]),
          ),
          ...validateTransitions('initContainerStatuses', [status, before], (name, code) =>
            mayRestart(spec.initContainers ?? [], name, [spec, code]),
          ),
        ]),
    ...validateTransitions('ephemeralContainerStatuses', [status, before], () => false),
  ];
}

type Statuses = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses';
type PodStatus = DeepReadonly<Pod>['status'];

function validateTransitions(
  list: Statuses,
  [status, before]: readonly [PodStatus, PodStatus],
  mayRestartAfter: (name: string, exitCode: number) => boolean,
): FieldError[] {
  const statuses: DeepReadonly<ContainerStatus[]> = status[list] ?? [];
  return (before[list] ?? []).flatMap(({ name, state }, index) => {
    const ended = state?.terminated;
    if (ended === undefined) return [];
    const runs = statuses.some((now) => now.name === name && now.state?.terminated === undefined);
    if (!runs || mayRestartAfter(name, ended.exitCode)) return [];
    return [
      forbidden(STATUS.child(list).index(index).child('state'), 'may not be transitioned to non-terminated state'),
    ];
  });
}

/** True if a rule of some container restarts all of them. @go pkg/api/v1/pod#AllContainersCouldRestart */
function allContainersCouldRestart({ containers, initContainers = [] }: DeepReadonly<PodSpec>): boolean {
  return [...containers, ...initContainers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
}

function mayRestart(
  containers: DeepReadonly<Container[]>,
  name: string,
  [spec, exitCode]: readonly [DeepReadonly<PodSpec>, number],
): boolean {
  const container = containers.find((candidate) => candidate.name === name);
  if (container === undefined) return false;
  if (container.restartPolicy !== undefined && hasMatchingRule(container, exitCode)) return true;
  const policy = container.restartPolicy ?? spec.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

function hasMatchingRule({ restartPolicyRules = [] }: DeepReadonly<Container>, exitCode: number): boolean {
  return restartPolicyRules.some(({ exitCodes }) => {
    if (exitCodes === undefined) return false;
    const listed = (exitCodes.values ?? []).includes(exitCode);
    return exitCodes.operator === 'In' ? listed : exitCodes.operator === 'NotIn' && !listed;
  });
}
