import type { Container, ContainerPort } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  isValidPortName,
  isValidPortNumber,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOf } from '../../validation/checks.ts';

/** What ports can carry. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** @go core/validation#validateContainerPorts */
export function validateContainerPorts(ports: DeepReadonly<ContainerPort[]>, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap(({ name = '', containerPort, hostPort = 0, protocol }, index) => {
    const place = path.index(index);
    return [
      ...validatePortName(name, names, place.child('name')),
      ...(containerPort === 0
        ? [required(place.child('containerPort'))]
        : breaches(place.child('containerPort'), containerPort, isValidPortNumber(containerPort))),
      ...(hostPort === 0 ? [] : breaches(place.child('hostPort'), hostPort, isValidPortNumber(hostPort))),
      ...oneOf(protocol, PROTOCOLS, place.child('protocol')),
    ];
  });
}

function validatePortName(name: string, seen: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return [];
  const errors = breaches(path, name, isValidPortName(name));
  if (errors.length > 0) return errors;
  if (seen.has(name)) return [duplicate(path, name)];
  seen.add(name);
  return [];
}

/** No port of the host twice. @go core/validation#checkHostPortConflicts */
export function validateUniqueHostPorts(containers: DeepReadonly<Container[]>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, protocol = '', hostIP = '' }, at) => {
      const key = `${protocol}/${hostIP}/${String(hostPort)}`;
      if (hostPort === 0) return [];
      if (seen.has(key)) return [duplicate(path.index(index).child('ports').index(at).child('hostPort'), key)];
      seen.add(key);
      return [];
    }),
  );
}
