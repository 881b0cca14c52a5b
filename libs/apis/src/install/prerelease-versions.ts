import type { ConversionPair, DeepReadonly, GroupVersion, KubeObject } from '@kubescript/apimachinery';
import { apiVersionOf } from '@kubescript/apimachinery';

/** A version that is not served unless it is asked for, and whose kinds are those of a later version by another name. */
export interface PrereleaseVersion extends GroupVersion {
  /** The version that its objects are stored in and work like. */
  readonly hub: string;
  readonly kinds: readonly string[];
  /** The minor release since which clients are warned of it, and that which no longer has it. */
  readonly deprecatedIn: number;
  readonly removedIn: number;
}

/**
 * Versions that `--runtime-config` can switch on. Their types have the fields of the stable ones, so objects are
 * converted by renaming them.
 */
export const prereleaseVersions: readonly PrereleaseVersion[] = [
  version('networking.k8s.io/v1beta1', { hub: 'v1', kinds: ['IPAddress', 'ServiceCIDR'], introducedIn: 31 }),
  version('storage.k8s.io/v1beta1', { hub: 'v1', kinds: ['VolumeAttributesClass'], introducedIn: 31 }),
  version('resource.k8s.io/v1beta2', {
    hub: 'v1',
    kinds: ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
    introducedIn: 33,
  }),
  version('admissionregistration.k8s.io/v1beta1', {
    hub: 'v1',
    kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
    introducedIn: 34,
  }),
  version('admissionregistration.k8s.io/v1alpha1', {
    hub: 'v1',
    kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
    introducedIn: 32,
  }),
];

/** A version is deprecated three releases after it came and goes after three more. */
function version(
  name: string,
  facts: { readonly hub: string; readonly kinds: readonly string[]; readonly introducedIn: number },
): PrereleaseVersion {
  const [group = '', text = ''] = name.split('/');
  const { introducedIn, ...others } = facts;
  return { group, version: text, ...others, deprecatedIn: introducedIn + 3, removedIn: introducedIn + 6 };
}

/** The conversions of all of them. */
export function prereleaseConversions(): ConversionPair[] {
  return prereleaseVersions.flatMap(({ group, version: spoke, hub, kinds }) =>
    kinds.map((kind) => ({
      hub: { group, version: hub, kind },
      spoke: { group, version: spoke, kind },
      toHub: (object: DeepReadonly<KubeObject>) => ({ ...object, apiVersion: apiVersionOf({ group, version: hub }) }),
      fromHub: (object: DeepReadonly<KubeObject>) => ({
        ...object,
        apiVersion: apiVersionOf({ group, version: spoke }),
      }),
    })),
  );
}
