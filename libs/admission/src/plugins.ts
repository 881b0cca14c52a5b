import type { AdmissionPlugin } from '@kubescript/apiserver';

import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './certificates/admission.ts';
import { defaultTolerationSeconds } from './defaulttolerationseconds/admission.ts';
import type { AdmissionDeps } from './generic/deps.ts';
import { namespaceLifecycle } from './lifecycle/admission.ts';
import { defaultIngressClass } from './network/default-ingress-class.ts';
import { limitRanger } from './limitranger/admission.ts';
import { nodeRestriction } from './noderestriction/admission.ts';
import { resourceQuota } from './resourcequota/admission.ts';
import { taintNodesByCondition } from './nodetaint/admission.ts';
import { podSecurity } from './podsecurity/admission.ts';
import { podTopologyLabels } from './podtopologylabels/admission.ts';
import { priority } from './priority/admission.ts';
import { runtimeClass } from './runtimeclass/admission.ts';
import { serviceAccount } from './serviceaccount/admission.ts';
import { storageObjectInUseProtection } from './storage/protection/admission.ts';
import { persistentVolumeClaimResize } from './storage/resize/admission.ts';
import { mutatingPolicies, validatingPolicies } from './policy/admission.ts';
import { mutatingWebhooks, validatingWebhooks } from './webhook/admission.ts';
import { defaultStorageClass } from './storage/storageclass/admission.ts';

interface PluginEntry {
  readonly name: string;
  readonly isDefault: boolean;
  readonly make: (deps: AdmissionDeps) => AdmissionPlugin;
}

const on = (name: string, make: PluginEntry['make']): PluginEntry => ({ name, isDefault: true, make });

/**
 * All plugins in the order in which they run.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/options#AllOrderedPlugins
 */
const orderedPlugins: readonly PluginEntry[] = [
  on('NamespaceLifecycle', namespaceLifecycle),
  on('LimitRanger', limitRanger),
  on('ServiceAccount', serviceAccount),
  { name: 'NodeRestriction', isDefault: false, make: nodeRestriction },
  on('TaintNodesByCondition', taintNodesByCondition),
  on('PodSecurity', podSecurity),
  on('Priority', priority),
  on('DefaultTolerationSeconds', defaultTolerationSeconds),
  on('DefaultStorageClass', defaultStorageClass),
  on('StorageObjectInUseProtection', storageObjectInUseProtection),
  on('PersistentVolumeClaimResize', persistentVolumeClaimResize),
  on('RuntimeClass', runtimeClass),
  on('CertificateApproval', certificateApproval),
  on('CertificateSigning', certificateSigning),
  on('CertificateSubjectRestriction', certificateSubjectRestriction),
  on('DefaultIngressClass', defaultIngressClass),
  on('PodTopologyLabels', podTopologyLabels),
  on('MutatingAdmissionPolicy', mutatingPolicies),
  on('MutatingAdmissionWebhook', mutatingWebhooks),
  on('ValidatingAdmissionPolicy', validatingPolicies),
  on('ValidatingAdmissionWebhook', validatingWebhooks),
  on('ResourceQuota', resourceQuota),
];

/** The names of all plugins, in the order in which they run. */
export const knownAdmissionPlugins: readonly string[] = orderedPlugins.map(({ name }) => name);

/** The names of the plugins that are on unless disabled. */
export const defaultAdmissionPlugins: readonly string[] = orderedPlugins
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);

/**
 * The plugins to run, in their order: the default ones and `enable`, without `disable`. Throws an Error that names a
 * plugin that is not known.
 */
export function newAdmissionPlugins(
  enable: readonly string[],
  disable: readonly string[],
  deps: AdmissionDeps,
): readonly AdmissionPlugin[] {
  const unknown = [...enable, ...disable].find((name) => !knownAdmissionPlugins.includes(name));
  if (unknown !== undefined) {
    throw new Error(`admission plugin "${unknown}" is unknown; known are ${knownAdmissionPlugins.join(', ')}`);
  }
  return orderedPlugins
    .filter(({ name, isDefault }) => enable.includes(name) || (isDefault && !disable.includes(name)))
    .map(({ make }) => make(deps));
}
