import type { RuntimeClass } from '@kubescript/api/node/v1';

import { defaultResourceList } from '../../core/v1/resource-list.ts';
import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of node.k8s.io/v1. @go pkg/apis/node/v1/zz_generated.defaults.go */
export const nodeV1Defaults: DefaultsByKind = {
  RuntimeClass: defaultsOf(({ overhead }: RuntimeClass) => {
    defaultResourceList(overhead?.podFixed);
  }),
};
