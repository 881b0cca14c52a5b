import type { AdmissionPlugin } from '@kubescript/apiserver';

import { alwaysAdmit, alwaysDeny } from './admit/admission.ts';
import { alwaysPullImages } from './alwayspullimages/admission.ts';
import { limitPodHardAntiAffinityTopology } from './antiaffinity/admission.ts';
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from './certificates/admission.ts';
import { eventRateLimit } from './eventratelimit/admission.ts';
import { extendedResourceToleration } from './extendedresourcetoleration/admission.ts';
import { ownerReferencesPermissionEnforcement } from './gc/admission.ts';
import { imagePolicyWebhook } from './imagepolicy/admission.ts';
import { namespaceAutoProvision, namespaceExists } from './namespace/admission.ts';
import { denyServiceExternalIps } from './network/deny-service-external-ips.ts';
import { podNodeSelector } from './podnodeselector/admission.ts';
import { podTolerationRestriction } from './podtolerationrestriction/admission.ts';
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
const off = (name: string, make: PluginEntry['make']): PluginEntry => ({ name, isDefault: false, make });

/**
 * All plugins in the order in which they run.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/options#AllOrderedPlugins
 */
const orderedPlugins: readonly PluginEntry[] = [
  off('AlwaysAdmit', alwaysAdmit),
  off('NamespaceAutoProvision', namespaceAutoProvision),
  on('NamespaceLifecycle', namespaceLifecycle),
  off('NamespaceExists', namespaceExists),
  off('LimitPodHardAntiAffinityTopology', limitPodHardAntiAffinityTopology),
  on('LimitRanger', limitRanger),
  on('ServiceAccount', serviceAccount),
  off('NodeRestriction', nodeRestriction),
  on('TaintNodesByCondition', taintNodesByCondition),
  off('AlwaysPullImages', alwaysPullImages),
  off('ImagePolicyWebhook', imagePolicyWebhook),
  on('PodSecurity', podSecurity),
  off('PodNodeSelector', podNodeSelector),
  on('Priority', priority),
  on('DefaultTolerationSeconds', defaultTolerationSeconds),
  off('PodTolerationRestriction', podTolerationRestriction),
  off('EventRateLimit', eventRateLimit),
  off('ExtendedResourceToleration', extendedResourceToleration),
  on('DefaultStorageClass', defaultStorageClass),
  on('StorageObjectInUseProtection', storageObjectInUseProtection),
  off('OwnerReferencesPermissionEnforcement', ownerReferencesPermissionEnforcement),
  on('PersistentVolumeClaimResize', persistentVolumeClaimResize),
  on('RuntimeClass', runtimeClass),
  on('CertificateApproval', certificateApproval),
  on('CertificateSigning', certificateSigning),
  on('ClusterTrustBundleAttest', clusterTrustBundleAttest),
  on('CertificateSubjectRestriction', certificateSubjectRestriction),
  on('DefaultIngressClass', defaultIngressClass),
  off('DenyServiceExternalIPs', denyServiceExternalIps),
  on('PodTopologyLabels', podTopologyLabels),
  on('MutatingAdmissionPolicy', mutatingPolicies),
  on('MutatingAdmissionWebhook', mutatingWebhooks),
  on('ValidatingAdmissionPolicy', validatingPolicies),
  on('ValidatingAdmissionWebhook', validatingWebhooks),
  on('ResourceQuota', resourceQuota),
  off('AlwaysDeny', alwaysDeny),
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
