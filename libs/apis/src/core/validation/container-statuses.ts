import type { Container, ContainerStatus, LinuxContainerUser, Pod, ResourceStatus } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isValidGroupId,
  isValidUserId,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';

const STATUS = new FieldPath('status');
const LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Users, allocated devices and mounted images of containers, as a kubelet reports them. */
export function validateContainerStatuses({ spec, status }: DeepReadonly<Pod>): FieldError[] {
  const statuses = LISTS.map((list) => [status[list] ?? [], STATUS.child(list)] as const);
  const [running, init, ephemeral] = statuses;
  return [
    ...statuses.flatMap(([list, path]) => validateUsers(list, spec.os?.name ?? 'linux', path)),
    ...(running === undefined ? [] : validateAllocated(running[0], spec.containers, running[1])),
    ...(init === undefined ? [] : validateAllocated(init[0], spec.initContainers ?? [], init[1])),
    ...(ephemeral === undefined ? [] : validateNoneAllocated(ephemeral[0], ephemeral[1])),
    ...statuses.flatMap(([list, path]) => validateMountedImages(list, path)),
  ];
}

type StatusList = DeepReadonly<ContainerStatus[]>;

/** @go core/validation#validateContainerStatusUsers */
function validateUsers(statuses: StatusList, os: string, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ user }, index) => {
    const linux = user?.linux;
    if (linux === undefined) return [];
    const place = path.index(index).child('user', 'linux');
    if (os === 'windows') return [forbidden(place, 'cannot be set for a windows pod')];
    return os === 'linux' ? validateLinuxUser(linux, place) : [];
  });
}

function validateLinuxUser(
  { uid, gid, supplementalGroups = [] }: DeepReadonly<LinuxContainerUser>,
  path: FieldPath,
): FieldError[] {
  return [
    ...breaches(path.child('uid'), uid, isValidUserId(uid)),
    ...breaches(path.child('gid'), gid, isValidGroupId(gid)),
    ...supplementalGroups.flatMap((group, index) =>
      breaches(path.child('supplementalGroups').index(index), group, isValidGroupId(group)),
    ),
  ];
}

function validateNoneAllocated(statuses: StatusList, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ allocatedResourcesStatus = [] }, index) =>
    allocatedResourcesStatus.length === 0
      ? []
      : [forbidden(path.index(index).child('allocatedResourcesStatus'), 'must not be specified in container status')],
  );
}

/** @go core/validation#validateContainerStatusAllocatedResourcesStatus */
function validateAllocated(statuses: StatusList, containers: DeepReadonly<Container[]>, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ name, allocatedResourcesStatus = [] }, index) => {
    const container = containers.find((candidate) => candidate.name === name);
    return allocatedResourcesStatus.flatMap((resource, at) => {
      const place = path.index(index).child('allocatedResourcesStatus').index(at);
      return [
        ...(container === undefined ? [] : validateAllocatedName(resource.name, container, place.child('name'))),
        ...validateHealth(resource, place.child('resources')),
      ];
    });
  });
}

function validateAllocatedName(name: string, { resources }: DeepReadonly<Container>, path: FieldPath): FieldError[] {
  if (name.startsWith('claim:')) {
    const claims = (resources?.claims ?? []).map(
      (claim) => `claim:${claim.name}${(claim.request ?? '') === '' ? '' : `/${claim.request ?? ''}`}`,
    );
    const detail =
      "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or " +
      "'claim:<claimName>' if request is empty";
    return claims.includes(name) ? [] : [invalid(path, name, detail)];
  }
  const isRequested = resources?.requests?.[name] !== undefined;
  return isRequested ? [] : [invalid(path, name, "must match one of the container's resource requests")];
}

const HEALTH = ['Healthy', 'Unhealthy', 'Unknown'];
const MAX_MESSAGE = 1024;

function validateHealth({ resources = [] }: DeepReadonly<ResourceStatus>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return resources.flatMap(({ resourceID, health = '', message }, index) => {
    const place = path.index(index);
    const errors = HEALTH.includes(health) ? [] : [notSupported(place.child('health'), health, HEALTH)];
    if (message === '') errors.push(required(place.child('message'), 'must be non-empty if specified'));
    else if (byteLength(message ?? '') > MAX_MESSAGE) {
      errors.push(tooLong(place.child('message'), message, MAX_MESSAGE));
    }
    if (seen.has(resourceID)) errors.push(duplicate(place.child('resourceID'), resourceID));
    seen.add(resourceID);
    return errors;
  });
}

const MAX_IMAGE_REF = 256;

/** @go core/validation#validateImageVolumeStatus */
function validateMountedImages(statuses: StatusList, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ volumeMounts = [] }, index) =>
    volumeMounts.flatMap(({ volumeStatus }, at) => {
      const ref = volumeStatus?.image?.imageRef;
      if (ref === undefined) return [];
      const place = path.index(index).child('volumeMounts').index(at).child('volumeStatus', 'image', 'imageRef');
      if (ref === '') return [required(place, 'imageRef must not be empty')];
      return byteLength(ref) > MAX_IMAGE_REF ? [tooLong(place, ref, MAX_IMAGE_REF)] : [];
    }),
  );
}
