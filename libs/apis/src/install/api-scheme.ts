import { schemas } from '@kubescript/api/schemas';
import { type Defaulter, type GroupVersion, newScheme, type Scheme } from '@kubescript/apimachinery';

import { admissionregistrationV1Defaults } from '../admissionregistration/v1/defaults.ts';
import { apiextensionsV1Defaults } from '../apiextensions/v1/defaults.ts';
import { apiregistrationV1Defaults } from '../apiregistration/v1/defaults.ts';
import { appsV1Defaults } from '../apps/v1/defaults.ts';
import { authenticationV1Defaults } from '../authentication/v1/defaults.ts';
import { autoscalerConversion } from '../autoscaling/conversion.ts';
import { autoscalingV1Defaults } from '../autoscaling/v1/defaults.ts';
import { autoscalingV2Defaults } from '../autoscaling/v2/defaults.ts';
import { batchV1Defaults } from '../batch/v1/defaults.ts';
import { coreV1Defaults } from '../core/v1/defaults.ts';
import { discoveryV1Defaults } from '../discovery/v1/defaults.ts';
import { eventConversion } from '../events/conversion.ts';
import { flowcontrolV1Defaults } from '../flowcontrol/v1/defaults.ts';
import { networkingV1Defaults } from '../networking/v1/defaults.ts';
import { nodeV1Defaults } from '../node/v1/defaults.ts';
import { rbacV1Defaults } from '../rbac/v1/defaults.ts';
import { resourceV1Defaults } from '../resource/v1/defaults.ts';
import { schedulingV1Defaults } from '../scheduling/v1/defaults.ts';
import { storageV1Defaults } from '../storage/v1/defaults.ts';
import type { DefaultsByKind } from './defaults-by-kind.ts';
import { type PrereleaseVersion, prereleaseConversions, prereleaseVersions } from './prerelease-versions.ts';

interface InstalledVersion extends GroupVersion {
  readonly defaults?: DefaultsByKind;
}

/** The versions that are served, in the order of discovery: groups as upstream has them, preferred versions first. */
const installed: readonly InstalledVersion[] = [
  { group: '', version: 'v1', defaults: coreV1Defaults },
  { group: 'apiregistration.k8s.io', version: 'v1', defaults: apiregistrationV1Defaults },
  { group: 'apps', version: 'v1', defaults: appsV1Defaults },
  { group: 'events.k8s.io', version: 'v1' },
  { group: 'authentication.k8s.io', version: 'v1', defaults: authenticationV1Defaults },
  { group: 'authorization.k8s.io', version: 'v1' },
  { group: 'autoscaling', version: 'v2', defaults: autoscalingV2Defaults },
  { group: 'autoscaling', version: 'v1', defaults: autoscalingV1Defaults },
  { group: 'batch', version: 'v1', defaults: batchV1Defaults },
  { group: 'certificates.k8s.io', version: 'v1' },
  { group: 'networking.k8s.io', version: 'v1', defaults: networkingV1Defaults },
  { group: 'policy', version: 'v1' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', defaults: rbacV1Defaults },
  { group: 'storage.k8s.io', version: 'v1', defaults: storageV1Defaults },
  { group: 'admissionregistration.k8s.io', version: 'v1', defaults: admissionregistrationV1Defaults },
  { group: 'apiextensions.k8s.io', version: 'v1', defaults: apiextensionsV1Defaults },
  { group: 'scheduling.k8s.io', version: 'v1', defaults: schedulingV1Defaults },
  { group: 'coordination.k8s.io', version: 'v1' },
  { group: 'node.k8s.io', version: 'v1', defaults: nodeV1Defaults },
  { group: 'discovery.k8s.io', version: 'v1', defaults: discoveryV1Defaults },
  { group: 'resource.k8s.io', version: 'v1', defaults: resourceV1Defaults },
  { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', defaults: flowcontrolV1Defaults },
];

/** The group versions that the API server serves, in the order of discovery. */
export const servedVersions: readonly GroupVersion[] = installed.map(({ group, version }) => ({ group, version }));

/** The scheme of all kinds that are served, with upstream's defaults and conversions. Making one is cheap. */
export function newApiScheme(): Scheme {
  return newScheme({
    schemas,
    versions: [...servedVersions, ...prereleaseVersions],
    defaults: Object.fromEntries([...installed, ...prereleaseVersions.map(withHubDefaults)].flatMap(defaultsOfVersion)),
    conversions: [autoscalerConversion, eventConversion, ...prereleaseConversions()],
  });
}

/** A prerelease version has the defaults of the version that it became. */
function withHubDefaults({ group, version, hub }: PrereleaseVersion): InstalledVersion {
  const defaults = installed.find((candidate) => candidate.group === group && candidate.version === hub)?.defaults;
  return { group, version, ...(defaults && { defaults }) };
}

function defaultsOfVersion({ group, version, defaults }: InstalledVersion): readonly [string, Defaulter][] {
  return Object.entries(defaults ?? {}).map(([kind, defaulter]) => [`${group}/${version}/${kind}`, defaulter]);
}
