import type { AdmissionAttributes } from '@kubescript/apiserver';
import { apiVersion, type MetricsRegistry } from '@kubescript/component-base';
import type { LevelVersion } from '@kubescript/pod-security-admission';

/** What a policy was evaluated for. */
export type PodSecurityMode = 'enforce' | 'audit' | 'warn';

/**
 * Told of what PodSecurity does.
 *
 * @go k8s.io/pod-security-admission/metrics#Recorder
 */
export interface PodSecurityMetrics {
  evaluation(decision: 'allow' | 'deny', policy: LevelVersion, mode: PodSecurityMode, about: AdmissionAttributes): void;
  exemption(about: AdmissionAttributes): void;
  /** A fatal error ends the evaluation; after others the latest restricted policy stands in. */
  error(fatal: boolean, about: AdmissionAttributes): void;
}

const requestLabels = ['request_operation', 'resource', 'subresource'];

/** Declares the metrics of PodSecurity, under the reference's names. */
export function newPodSecurityMetrics(registry: MetricsRegistry): PodSecurityMetrics {
  const evaluations = registry.counter({
    name: 'pod_security_evaluations_total',
    help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
    labels: ['decision', 'policy_level', 'policy_version', 'mode', ...requestLabels],
  });
  const exemptions = registry.counter({
    name: 'pod_security_exemptions_total',
    help: 'Number of exempt requests, not counting ignored or out of scope requests.',
    labels: requestLabels,
  });
  const errors = registry.counter({
    name: 'pod_security_errors_total',
    help: 'Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.',
    labels: ['fatal', ...requestLabels],
  });
  for (const operation of ['create', 'update']) {
    const about = { request_operation: operation, subresource: '' };
    const allowed = { decision: 'allow', policy_level: 'privileged', policy_version: 'latest', mode: 'enforce' };
    evaluations.with({ ...allowed, ...about, resource: 'pod' });
    for (const resource of ['pod', 'controller']) exemptions.with({ ...about, resource });
  }
  return {
    evaluation(decision, policy, mode, about) {
      const { level } = policy;
      const version = versionLabel(policy);
      evaluations.inc({ decision, policy_level: level, policy_version: version, mode, ...labelsOf(about) });
    },
    exemption(about) {
      exemptions.inc(labelsOf(about));
    },
    error(fatal, about) {
      errors.inc({ fatal: String(fatal), ...labelsOf(about) });
    },
  };
}

/** Privileged is the same in all versions, and versions that are still to come are counted together. */
function versionLabel({ level, version }: LevelVersion): string {
  if (version === 'latest' || level === 'privileged') return 'latest';
  return version > apiVersion.minor ? 'future' : `v1.${String(version)}`;
}

function labelsOf({ operation, resource, subresource }: AdmissionAttributes): Record<string, string> {
  return { request_operation: operation.toLowerCase(), resource: resourceLabel(resource), subresource };
}

/** Whatever else is looked at makes pods. */
function resourceLabel({ group, resource }: AdmissionAttributes['resource']): string {
  if (group !== '') return 'controller';
  if (resource === 'pods') return 'pod';
  return resource === 'namespaces' ? 'namespace' : 'controller';
}
