import type {
  ExecAction,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Probe,
  SleepAction,
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
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonNegative } from '../../validation/checks.ts';
import { validateStopSignal } from './stop-signals.ts';

/** The probes of a container. */
export interface Probes {
  readonly livenessProbe?: DeepReadonly<Probe>;
  readonly readinessProbe?: DeepReadonly<Probe>;
  readonly startupProbe?: DeepReadonly<Probe>;
}

/** What liveness and startup probes are told apart by: one success is enough for them. */
export function validateProbes(probes: Probes, path: FieldPath): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = probes;
  return [
    ...(livenessProbe === undefined ? [] : validateOnceProbe(livenessProbe, path.child('livenessProbe'))),
    ...(readinessProbe === undefined ? [] : validateReadiness(readinessProbe, path.child('readinessProbe'))),
    ...(startupProbe === undefined ? [] : validateOnceProbe(startupProbe, path.child('startupProbe'))),
  ];
}

function validateOnceProbe(probe: DeepReadonly<Probe>, path: FieldPath): FieldError[] {
  const errors = validateProbe(probe, path);
  if (probe.successThreshold !== 1) {
    errors.push(invalid(path.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1'));
  }
  return errors;
}

function validateReadiness(probe: DeepReadonly<Probe>, path: FieldPath): FieldError[] {
  const errors = validateProbe(probe, path);
  if (probe.terminationGracePeriodSeconds !== undefined) {
    const place = path.child('terminationGracePeriodSeconds');
    errors.push(invalid(place, probe.terminationGracePeriodSeconds, 'must not be set for readinessProbes'));
  }
  return errors;
}

const PROBE_NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

/** @go core/validation#validateProbe */
function validateProbe(probe: DeepReadonly<Probe>, path: FieldPath): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, terminationGracePeriodSeconds: grace } = probe;
  const errors = validateHandler({ exec, httpGet, tcpSocket, grpc }, undefined, path);
  for (const name of PROBE_NUMBERS) errors.push(...nonNegative(probe[name], path.child(name)));
  if (grace !== undefined && grace <= 0) {
    errors.push(invalid(path.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0'));
  }
  return errors;
}

/** What the hooks of a container depend on. */
export interface LifecycleContext {
  readonly graceSeconds: number | undefined;
  readonly os: string | undefined;
}

/** @go core/validation#validateLifecycle */
export function validateLifecycle(
  { postStart, preStop, stopSignal }: DeepReadonly<Lifecycle>,
  { graceSeconds, os }: LifecycleContext,
  path: FieldPath,
): FieldError[] {
  const validateHook = (hook: DeepReadonly<LifecycleHandler>, place: FieldPath): FieldError[] =>
    validateHandler(
      { exec: hook.exec, httpGet: hook.httpGet, tcpSocket: hook.tcpSocket, sleep: hook.sleep },
      graceSeconds,
      place,
    );
  return [
    ...(postStart === undefined ? [] : validateHook(postStart, path.child('postStart'))),
    ...(preStop === undefined ? [] : validateHook(preStop, path.child('preStop'))),
    ...(stopSignal === undefined ? [] : validateStopSignal(stopSignal, os, path.child('stopSignal'))),
  ];
}

/** What a probe or a hook does. @go core/validation#commonHandler */
interface Handler {
  readonly exec?: DeepReadonly<ExecAction> | undefined;
  readonly httpGet?: DeepReadonly<HTTPGetAction> | undefined;
  readonly tcpSocket?: { readonly port: number | string } | undefined;
  readonly grpc?: { readonly port: number } | undefined;
  readonly sleep?: DeepReadonly<SleepAction> | undefined;
}

/** Exactly one action, and that one right. @go core/validation#validateHandler */
function validateHandler(handler: Handler, graceSeconds: number | undefined, path: FieldPath): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  const checks: readonly (readonly [string, (() => FieldError[]) | undefined])[] = [
    ['exec', exec && (() => validateExec(exec, path.child('exec')))],
    ['httpGet', httpGet && (() => validateHttpGet(httpGet, path.child('httpGet')))],
    ['tcpSocket', tcpSocket && (() => validatePort(tcpSocket.port, path.child('tcpSocket', 'port')))],
    ['grpc', grpc && (() => validatePort(grpc.port, path.child('grpc', 'port')))],
    ['sleep', sleep && (() => validateSleep(sleep, graceSeconds, path.child('sleep')))],
  ];
  let given = 0;
  const errors = checks.flatMap(([name, check]) => {
    if (check === undefined) return [];
    given++;
    return given > 1 ? [forbidden(path.child(name), 'may not specify more than 1 handler type')] : check();
  });
  return given === 0 ? [required(path, 'must specify a handler type')] : errors;
}

function validateSleep(
  { seconds }: DeepReadonly<SleepAction>,
  graceSeconds: number | undefined,
  path: FieldPath,
): FieldError[] {
  if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return [];
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${String(graceSeconds)})`;
  return [invalid(path, seconds, detail)];
}

function validateExec(exec: DeepReadonly<ExecAction>, path: FieldPath): FieldError[] {
  return (exec.command ?? []).length === 0 ? [required(path.child('command'))] : [];
}

const SCHEMES = ['HTTP', 'HTTPS'];

function validateHttpGet(action: DeepReadonly<HTTPGetAction>, path: FieldPath): FieldError[] {
  const { path: target = '', scheme = '', httpHeaders = [] } = action;
  return [
    ...(target === '' ? [required(path.child('path'))] : []),
    ...validatePort(action.port, path.child('port')),
    ...(SCHEMES.includes(scheme) ? [] : [notSupported(path.child('scheme'), scheme, SCHEMES)]),
    ...httpHeaders.flatMap(({ name }) => breaches(path.child('httpHeaders'), name, isHttpHeaderName(name))),
  ];
}

/** A port by number or by name. @go core/validation#ValidatePortNumOrName */
export function validatePort(port: number | string, path: FieldPath): FieldError[] {
  return breaches(path, port, typeof port === 'number' ? isValidPortNumber(port) : isValidPortName(port));
}
