import { realClock } from '@kubescript/apimachinery';
import type { ApiGroupVersion, Authorizer } from '@kubescript/apiserver';
import { type Admission, openAdmission } from '@kubescript/lib-admission';
import type { InstalledGroups } from '@kubescript/lib-controlplane';

import type { OpeningContext } from './context.ts';

/** Opens the admission plugins that the flags ask for. */
export async function openServerAdmission(
  { options, logger, metrics, opening, scheme }: OpeningContext,
  parts: {
    readonly installed: InstalledGroups;
    readonly authorizer: Authorizer;
    /** What the whole server serves now, custom resources included. */
    readonly served: () => readonly ApiGroupVersion[];
  },
): Promise<Admission> {
  const { admission, cluster } = options;
  return opening.use(
    await openAdmission({
      enable: admission.enableAdmissionPlugins,
      disable: admission.disableAdmissionPlugins,
      configFile: admission.admissionControlConfigFile,
      stores: parts.installed.stores,
      authorizer: parts.authorizer,
      clock: realClock,
      routeToEndpoints: cluster.enableAggregatorRouting,
      served: parts.served,
      scheme,
      metrics,
      onFailOpen: (error) => {
        logger.warn('a webhook was passed over', { error: error.message });
      },
    }),
  );
}
