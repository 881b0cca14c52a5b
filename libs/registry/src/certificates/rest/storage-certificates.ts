import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { certificateSigningRequestResource, csrApprovalStrategy } from '../certificates/strategy.ts';

/** The resources of certificates.k8s.io/v1. */
export function installCertificates(stores: Stores): ApiGroupVersion {
  const store = stores.certificateSigningRequests;
  const approval = store.withUpdateStrategy(csrApprovalStrategy);
  return {
    group: 'certificates.k8s.io',
    version: 'v1',
    resources: [installOnStore(store, certificateSigningRequestResource, { approval })],
  };
}
