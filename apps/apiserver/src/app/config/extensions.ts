import { realClock } from '@kubescript/apimachinery';
import {
  type AdmissionPlugin,
  type ProtobufCodec,
  newAdmissionChain,
  newAdmissionMetrics,
} from '@kubescript/apiserver';
import { ApiExtensionsServer } from '@kubescript/apiextensions-apiserver';
import { newServiceResolver } from '@kubescript/lib-admission';
import type { InstalledGroups } from '@kubescript/lib-controlplane';

import { featureGateOf } from '../flags/features.ts';
import { type OpeningContext, describe } from './context.ts';
import type { ServingLimits } from './limits.ts';
import type { ServerStores } from './stores.ts';

/** Opens the server of custom resources. */
export function openApiExtensions(
  { options, logger, metrics, opening, scheme }: OpeningContext,
  parts: {
    readonly storage: ServerStores;
    readonly installed: InstalledGroups;
    readonly admission: readonly AdmissionPlugin[];
    readonly protobuf: ProtobufCodec;
    readonly limits: ServingLimits;
  },
): ApiExtensionsServer {
  const { storage, limits } = parts;
  return opening.use(
    new ApiExtensionsServer({
      endpoints: {
        admission: newAdmissionChain(parts.admission, newAdmissionMetrics(metrics)),
        protobuf: parts.protobuf,
        clock: realClock,
        minRequestTimeoutMs: limits.minRequestTimeoutMs,
        shutdown: limits.lifecycle.signal,
        mayStreamLists: featureGateOf(options.features).enabled('WatchList'),
      },
      scheme,
      newStore: storage.stores.newStore,
      backendFor: storage.backendFor,
      serviceResolver: newServiceResolver(parts.installed.stores, options.cluster.enableAggregatorRouting),
      clock: realClock,
      metrics,
      onError: (error) => {
        logger.debug('a controller of custom resource definitions tries again', { error: describe(error) });
      },
    }),
  );
}
