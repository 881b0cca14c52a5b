import type { Container, EphemeralContainer, EnvVar, LifecycleHandler, Probe } from '@kubescript/api/core/v1';

import { tagOfImage } from './image-tag.ts';
import { defaultRequirements } from './resource-list.ts';

/** Defaults of a container of any sort. @go core/v1#SetDefaults_Container */
export function defaultContainer(container: Container | EphemeralContainer): void {
  container.imagePullPolicy ??= pullPolicyFor(container.image ?? '');
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe !== undefined) defaultProbe(probe);
  }
  for (const handler of [container.lifecycle?.postStart, container.lifecycle?.preStop]) {
    if (handler !== undefined) defaultHandler(handler);
  }
  for (const variable of container.env ?? []) defaultEnvVar(variable);
  defaultRequirements(container.resources);
}

/** An image that is named `latest`, or not at all, is pulled always. */
export function pullPolicyFor(image: string): 'Always' | 'IfNotPresent' {
  return tagOfImage(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultProbe(probe: Probe): void {
  probe.timeoutSeconds ??= 1;
  probe.periodSeconds ??= 10;
  probe.successThreshold ??= 1;
  probe.failureThreshold ??= 3;
  defaultHandler(probe);
}

function defaultHandler(handler: Pick<LifecycleHandler, 'httpGet'>): void {
  if (handler.httpGet === undefined) return;
  handler.httpGet.path ??= '/';
  handler.httpGet.scheme ??= 'HTTP';
}

function defaultEnvVar(variable: EnvVar): void {
  const fieldRef = variable.valueFrom?.fieldRef;
  if (fieldRef !== undefined) fieldRef.apiVersion ??= 'v1';
}
