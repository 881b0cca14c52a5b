import type { DeepReadonly } from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod, ServiceAccount } from '@kubescript/api/core/v1';

import { forbid, isFor, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { referencesSecrets, unlistedEphemeralSecret, unlistedSecret } from './secret-references.ts';
import { mountServiceAccountToken } from './token-volume.ts';

const defaultAccount = 'default';
const enforceAnnotation = 'kubernetes.io/enforce-mountable-secrets';
const mirrorAnnotation = 'kubernetes.io/config.mirror';
/** The default account of a new namespace is made by a controller: it is worth waiting a moment for it. */
const defaultAccountAttempts = 10;
const retryMs = 100;

/**
 * ServiceAccount: pods run as an account that exists, and get its token mounted.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/serviceaccount#(*Plugin).Admit
 */
export function serviceAccount(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods') || attributes.operation !== 'CREATE') return;
      const pod = objectOf<Pod>(attributes);
      if (!isMirrorPod(pod)) await completePod(pod, attributes, deps);
      await checkCreated(pod, attributes, deps);
    },
    async validate(attributes) {
      if (isFor(attributes, '', 'pods', 'ephemeralcontainers')) await checkEphemeralSecrets(attributes, deps);
      if (!isFor(attributes, '', 'pods') || attributes.operation !== 'CREATE') return;
      await checkCreated(objectOf<Pod>(attributes), attributes, deps);
    },
  };
}

function isMirrorPod(pod: DeepReadonly<Pod>): boolean {
  return pod.metadata.annotations?.[mirrorAnnotation] !== undefined;
}

/** The checks of a new pod: before its validation, and again once nothing changes it any more. */
async function checkCreated(pod: Pod, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  if (isMirrorPod(pod)) checkMirrorPod(pod, attributes);
  else await checkPod(pod, attributes, deps);
}

async function completePod(pod: Pod, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  const { spec } = pod;
  if ((spec.serviceAccountName ?? '') === '') spec.serviceAccountName = defaultAccount;
  spec.serviceAccount = spec.serviceAccountName ?? defaultAccount;
  const account = await accountOf(pod, attributes, deps);
  if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountServiceAccountToken(pod);
  if ((spec.imagePullSecrets?.length ?? 0) === 0 && account.imagePullSecrets?.length) {
    spec.imagePullSecrets = account.imagePullSecrets.map((reference) => ({ ...reference }));
  }
}

async function accountOf(
  pod: DeepReadonly<Pod>,
  attributes: AdmissionAttributes,
  { stores, clock }: AdmissionDeps,
): Promise<DeepReadonly<ServiceAccount>> {
  const { namespace } = attributes;
  const name = pod.spec.serviceAccountName ?? '';
  const attempts = name === defaultAccount ? defaultAccountAttempts : 1;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const account = await lookUp(stores.serviceAccounts, namespace, name);
    if (account) return account;
    if (attempt < attempts) await clock.sleep(retryMs);
  }
  const problem = `serviceaccount "${name}" not found`;
  throw forbid(attributes, `error looking up service account ${namespace}/${name}: ${problem}`);
}

async function checkPod(pod: Pod, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  if ((pod.spec.serviceAccountName ?? '') === '') {
    const name = `${attributes.namespace}/${pod.metadata.name ?? ''}`;
    throw forbid(attributes, `no service account specified for pod ${name}`);
  }
  const account = await accountOf(pod, attributes, deps);
  if (account.metadata.annotations?.[enforceAnnotation] !== 'true') return;
  const problem = unlistedSecret(account, pod);
  if (problem !== undefined) throw forbid(attributes, problem);
}

async function checkEphemeralSecrets(attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  const pod = objectOf<Pod>(attributes);
  if (attributes.operation !== 'UPDATE' || isMirrorPod(pod) || (pod.spec.serviceAccountName ?? '') === '') return;
  const account = await lookUp(deps.stores.serviceAccounts, attributes.namespace, pod.spec.serviceAccountName ?? '');
  if (account?.metadata.annotations?.[enforceAnnotation] !== 'true') return;
  const problem = unlistedEphemeralSecret(account, pod);
  if (problem !== undefined) throw forbid(attributes, problem);
}

function checkMirrorPod(pod: Pod, attributes: AdmissionAttributes): void {
  if ((pod.spec.serviceAccountName ?? '') !== '') {
    throw forbid(attributes, 'a mirror pod may not reference service accounts');
  }
  if (referencesSecrets(pod)) throw forbid(attributes, 'a mirror pod may not reference secrets');
  const projections = (pod.spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  if (projections.some((source) => source.serviceAccountToken !== undefined)) {
    throw forbid(attributes, 'a mirror pod may not use ServiceAccountToken volume projections');
  }
}
