import type {
  ExecAction,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Probe,
  TCPSocketAction,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isHttpHeaderName,
  isValidPortName,
  isValidPortNumber,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonNegative, oneOf } from '../../validation/checks.ts';

/** The probes of a container. */
export interface Probes {
  readonly livenessProbe?: DeepReadonly<Probe>;
  readonly readinessProbe?: DeepReadonly<Probe>;
  readonly startupProbe?: DeepReadonly<Probe>;
}

/** What liveness and startup probes are told apart by: one success is enough for them. */
export function validateProbes(probes: Probes, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = probes;
  return [
    ...(livenessProbe === undefined ? [] : validateOnceProbe(livenessProbe, graceSeconds, path.child('livenessProbe'))),
    ...(readinessProbe === undefined
      ? []
      : validateReadiness(readinessProbe, graceSeconds, path.child('readinessProbe'))),
    ...(startupProbe === undefined ? [] : validateOnceProbe(startupProbe, graceSeconds, path.child('startupProbe'))),
  ];
}

function validateOnceProbe(
  probe: DeepReadonly<Probe>,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  const errors = validateProbe(probe, graceSeconds, path);
  if (probe.successThreshold !== 1) {
    errors.push(invalid(path.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1'));
  }
  return errors;
}

function validateReadiness(
  probe: DeepReadonly<Probe>,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  const errors = validateProbe(probe, graceSeconds, path);
  if (probe.terminationGracePeriodSeconds !== undefined) {
    const place = path.child('terminationGracePeriodSeconds');
    errors.push(invalid(place, probe.terminationGracePeriodSeconds, 'must not be set for readinessProbes'));
  }
  return errors;
}

/** @go core/validation#validateProbe */
function validateProbe(probe: DeepReadonly<Probe>, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  const errors = validateHandler(probe, graceSeconds, path);
  for (const name of [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ] as const) {
    errors.push(...nonNegative(probe[name], path.child(name)));
  }
  const grace = probe.terminationGracePeriodSeconds;
  if (grace !== undefined && grace <= 0) {
    errors.push(invalid(path.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0'));
  }
  return errors;
}

/** @go core/validation#validateLifecycle */
export function validateLifecycle(
  lifecycle: DeepReadonly<Lifecycle>,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  return [
    ...(lifecycle.postStart === undefined
      ? []
      : validateHandler(lifecycle.postStart, graceSeconds, path.child('postStart'))),
    ...(lifecycle.preStop === undefined ? [] : validateHandler(lifecycle.preStop, graceSeconds, path.child('preStop'))),
  ];
}

/** @go core/validation#validateHandler */
function validateHandler(
  handler: DeepReadonly<Partial<Probe & LifecycleHandler>>,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  const given = Object.entries({ exec, httpGet, tcpSocket, grpc, sleep }).filter(([, value]) => value !== undefined);
  for (const [name] of given.slice(1))
    errors.push(forbidden(path.child(name), 'may not specify more than 1 handler type'));
  if (exec !== undefined) errors.push(...validateExec(exec, path.child('exec')));
  if (httpGet !== undefined) errors.push(...validateHttpGet(httpGet, path.child('httpGet')));
  if (tcpSocket !== undefined) errors.push(...validateTcpSocket(tcpSocket, path.child('tcpSocket')));
  if (grpc !== undefined) errors.push(...validatePort(grpc.port, path.child('grpc', 'port')));
  if (sleep !== undefined && (sleep.seconds < 0 || sleep.seconds > (graceSeconds ?? 30))) {
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds ?? 30})`;
    errors.push(invalid(path.child('sleep', 'seconds'), sleep.seconds, detail));
  }
  if (given.length === 0) errors.push(required(path, 'must specify a handler type'));
  return errors;
}

function validateExec(exec: DeepReadonly<ExecAction>, path: FieldPath): FieldError[] {
  return (exec.command ?? []).length === 0 ? [required(path.child('command'))] : [];
}

function validateHttpGet(action: DeepReadonly<HTTPGetAction>, path: FieldPath): FieldError[] {
  return [
    ...((action.path ?? '') === '' ? [required(path.child('path'))] : []),
    ...validatePort(action.port, path.child('port')),
    ...oneOf(action.scheme, ['HTTP', 'HTTPS'], path.child('scheme')),
    ...(action.httpHeaders ?? []).flatMap(({ name }, index) =>
      breaches(path.child('httpHeaders').index(index).child('name'), name, isHttpHeaderName(name)),
    ),
  ];
}

function validateTcpSocket(action: DeepReadonly<TCPSocketAction>, path: FieldPath): FieldError[] {
  return validatePort(action.port, path.child('port'));
}

/** A port by number or by name. @go core/validation#ValidatePortNumOrName */
export function validatePort(port: number | string, path: FieldPath): FieldError[] {
  return breaches(path, port, typeof port === 'number' ? isValidPortNumber(port) : isValidPortName(port));
}
