import { CelEnvironment, optionalTypes, validateConstants, validateHomogeneousLiterals } from '@kubescript/cel';

let base: CelEnvironment | undefined;

/**
 * The environment that all of Kubernetes' expressions start from: the language with optionals and the libraries, but
 * without variables. Made when first asked for.
 * @go k8s.io/apiserver/pkg/cel/environment#MustBaseEnvSet
 */
export function baseCelEnvironment(): CelEnvironment {
  base ??= CelEnvironment.standard.extend({
    libraries: [optionalTypes],
    validators: [validateConstants, validateHomogeneousLiterals],
  });
  return base;
}
