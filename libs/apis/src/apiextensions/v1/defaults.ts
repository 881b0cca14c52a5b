import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of apiextensions.k8s.io/v1. @go apiextensions/v1#SetDefaults_CustomResourceDefinitionSpec */
export const apiextensionsV1Defaults: DefaultsByKind = {
  CustomResourceDefinition: defaultsOf(({ spec }: CustomResourceDefinition) => {
    if ((spec.names.singular ?? '') === '') spec.names.singular = spec.names.kind.toLowerCase();
    if ((spec.names.listKind ?? '') === '' && spec.names.kind !== '') spec.names.listKind = `${spec.names.kind}List`;
    spec.conversion ??= { strategy: 'None' };
    const service = spec.conversion.webhook?.clientConfig?.service;
    if (service !== undefined) service.port ??= 443;
  }),
};
