import type { Clock } from '@kubescript/apimachinery';
import type { ApiGroupVersion, InstalledResource, Rest } from '@kubescript/apiserver';

import type { ConnectFactories } from '../../connect.ts';
import { installOnStore, installVirtual } from '../../generic/install.ts';
import { ScaleRest } from '../../generic/scale.ts';
import type { Stores } from '../../stores.ts';
import { ComponentStatusRest, type ComponentProbe } from '../componentstatus/rest.ts';
import { configMapResource } from '../configmap/strategy.ts';
import { endpointsResource } from '../endpoint/strategy.ts';
import { eventResource } from '../event/strategy.ts';
import { limitRangeResource } from '../limitrange/strategy.ts';
import { namespaceRest } from '../namespace/rest.ts';
import { namespaceFinalizeStrategy, namespaceResource } from '../namespace/strategy.ts';
import { nodeResource } from '../node/strategy.ts';
import { persistentVolumeResource } from '../persistentvolume/strategy.ts';
import { persistentVolumeClaimResource } from '../persistentvolumeclaim/strategy.ts';
import { BindingRest } from '../pod/rest/binding.ts';
import { EvictionRest } from '../pod/rest/eviction.ts';
import { podEphemeralContainersStrategy, podResizeStrategy, podResource } from '../pod/strategy.ts';
import { podTemplateResource } from '../podtemplate/strategy.ts';
import { replicationControllerResource } from '../replicationcontroller/strategy.ts';
import { resourceQuotaResource } from '../resourcequota/strategy.ts';
import { secretResource } from '../secret/strategy.ts';
import { serviceResource } from '../service/strategy.ts';
import { TokenRest, type TokenIssuer, type TokenLifetime } from '../serviceaccount/rest/token.ts';
import { serviceAccountResource } from '../serviceaccount/strategy.ts';

/** What the core group needs besides its stores. */
export interface CoreOptions {
  readonly clock: Clock;
  readonly tokenIssuer: TokenIssuer;
  readonly apiAudiences: readonly string[];
  readonly tokenLifetime?: TokenLifetime | undefined;
  readonly componentProbes: Readonly<Record<string, ComponentProbe>>;
  readonly connect: ConnectFactories;
}

/** The resources of v1. */
export function installCore(stores: Stores, options: CoreOptions): ApiGroupVersion {
  const binding = new BindingRest(stores.pods, options.clock);
  const nodeProxy = options.connect.nodeProxy?.(stores);
  const serviceProxy = options.connect.serviceProxy?.(stores);
  return {
    group: '',
    version: 'v1',
    resources: [
      installVirtual({ resource: 'bindings', singular: 'binding' }, true, binding),
      installVirtual(
        {
          resource: 'componentstatuses',
          singular: 'componentstatus',
          shortNames: ['cs'],
          deprecation: 'v1 ComponentStatus is deprecated in v1.19+',
        },
        false,
        new ComponentStatusRest(options.componentProbes),
      ),
      installOnStore(stores.configMaps, configMapResource),
      installOnStore(stores.endpoints, endpointsResource),
      installOnStore(stores.events, eventResource),
      installOnStore(stores.limitRanges, limitRangeResource),
      installNamespaces(stores, options.clock),
      installOnStore(stores.nodes, nodeResource, nodeProxy ? { proxy: nodeProxy } : {}),
      installOnStore(stores.persistentVolumeClaims, persistentVolumeClaimResource),
      installOnStore(stores.persistentVolumes, persistentVolumeResource),
      installPods(stores, binding, options),
      installOnStore(stores.podTemplates, podTemplateResource),
      installOnStore(stores.replicationControllers, replicationControllerResource, {
        scale: new ScaleRest(
          stores.replicationControllers,
          { group: '', resource: 'replicationcontrollers' },
          replicationControllerResource.strategy,
        ),
      }),
      installOnStore(stores.resourceQuotas, resourceQuotaResource),
      installOnStore(stores.secrets, secretResource),
      installOnStore(stores.serviceAccounts, serviceAccountResource, {
        token: new TokenRest(stores, options.tokenIssuer, {
          audiences: options.apiAudiences,
          lifetime: options.tokenLifetime,
        }),
      }),
      installOnStore(stores.services, serviceResource, serviceProxy ? { proxy: serviceProxy } : {}),
    ],
  };
}

function installNamespaces(stores: Stores, clock: Clock): InstalledResource {
  const { update } = stores.namespaces.withUpdateStrategy(namespaceFinalizeStrategy);
  const finalize: Rest = { kind: namespaceResource.kind, update };
  const rest = namespaceRest(stores.namespaces, clock);
  return installOnStore(stores.namespaces, namespaceResource, { finalize }, rest);
}

function installPods(stores: Stores, binding: BindingRest, options: CoreOptions): InstalledResource {
  return installOnStore(stores.pods, podResource, {
    binding,
    ephemeralcontainers: stores.pods.withUpdateStrategy(podEphemeralContainersStrategy),
    eviction: new EvictionRest(stores.pods, stores.podDisruptionBudgets, options.clock),
    resize: stores.pods.withUpdateStrategy(podResizeStrategy),
    ...options.connect.podSubresources?.(stores),
  });
}
