import { type CelEnvironment, types } from '@kubescript/cel';

import { baseCelEnvironment, mutationCelEnvironment } from '../../../cel/base-environment.ts';
import { authorizerType, resourceCheckType } from '../../../cel/library/authz.ts';
import { namespaceType, requestType, requestTypes } from './request-type.ts';

/**
 * Which variables and types an expression may use besides `object`, `oldObject`, `request` and `namespaceObject`.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#OptionalVariableDeclarations
 */
export interface OptionalDeclarations {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  readonly hasPatchTypes?: boolean;
}

const environments = new Map<string, CelEnvironment>();

/** The environment of admission's expressions; made once for each choice. */
export function admissionEnvironment(options: OptionalDeclarations): CelEnvironment {
  const key = `${String(options.hasParams)} ${String(options.hasAuthorizer)} ${String(options.hasPatchTypes === true)}`;
  const known = environments.get(key);
  if (known) return known;
  const made = newEnvironment(options);
  environments.set(key, made);
  return made;
}

function newEnvironment({ hasParams, hasAuthorizer, hasPatchTypes = false }: OptionalDeclarations): CelEnvironment {
  const base = hasPatchTypes ? mutationCelEnvironment() : baseCelEnvironment();
  return base.extend({
    variables: {
      object: types.dyn,
      oldObject: types.dyn,
      namespaceObject: namespaceType,
      request: requestType,
      ...(hasParams ? { params: types.dyn } : {}),
      ...(hasAuthorizer ? { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType } : {}),
    },
    typeProvider: requestTypes,
  });
}
