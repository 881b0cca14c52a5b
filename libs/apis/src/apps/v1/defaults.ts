import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubescript/api/apps/v1';

import { defaultClaim } from '../../core/v1/claim-defaults.ts';
import { defaultPodTemplate } from '../../core/v1/pod-defaults.ts';
import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of apps/v1. @go pkg/apis/apps/v1/defaults.go */
export const appsV1Defaults: DefaultsByKind = {
  DaemonSet: defaultsOf(defaultDaemonSet),
  Deployment: defaultsOf(defaultDeployment),
  ReplicaSet: defaultsOf(defaultReplicaSet),
  StatefulSet: defaultsOf(defaultStatefulSet),
};

function defaultDeployment({ spec }: Deployment): void {
  spec.replicas ??= 1;
  const strategy = (spec.strategy ??= {});
  strategy.type ??= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {};
    strategy.rollingUpdate.maxUnavailable ??= '25%';
    strategy.rollingUpdate.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  defaultPodTemplate(spec.template);
}

function defaultReplicaSet({ spec }: ReplicaSet): void {
  spec.replicas ??= 1;
  defaultPodTemplate(spec.template);
}

/** Where apps/v1 keeps the counter of template changes that older versions had in the spec; it is always there. */
const templateGenerationAnnotation = 'deprecated.daemonset.template.generation';

function defaultDaemonSet({ metadata, spec }: DaemonSet): void {
  if (metadata.annotations?.[templateGenerationAnnotation] === undefined) {
    metadata.annotations = { ...metadata.annotations, [templateGenerationAnnotation]: '0' };
  }
  const strategy = (spec.updateStrategy ??= {});
  strategy.type ??= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {};
    strategy.rollingUpdate.maxUnavailable ??= 1;
    strategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  defaultPodTemplate(spec.template);
}

function defaultStatefulSet({ spec }: StatefulSet): void {
  spec.podManagementPolicy ??= 'OrderedReady';
  const strategy = (spec.updateStrategy ??= {});
  if (strategy.type === undefined) {
    strategy.type = 'RollingUpdate';
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) strategy.rollingUpdate.partition ??= 0;
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ??= 'Retain';
  retention.whenScaled ??= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  for (const claim of spec.volumeClaimTemplates ?? []) defaultClaim(claim);
  defaultPodTemplate(spec.template);
}
