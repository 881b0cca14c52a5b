import {
  CelEnvironment,
  optionalTypes,
  setsExtension,
  standardFunctions,
  stringsExtension,
  twoVariableComprehensions,
  validateConstants,
  validateHomogeneousLiterals,
} from '@kubescript/cel';
import { authzLibrary } from './library/authz.ts';
import { cidrLibrary } from './library/cidr.ts';
import { withCosts } from './library/costs.ts';
import { formatLibrary } from './library/format.ts';
import { imageLibrary } from './library/image.ts';
import { ipLibrary } from './library/ip.ts';
import { jsonPatchLibrary } from './library/json-patch.ts';
import { listsLibrary } from './library/lists.ts';
import { quantityLibrary } from './library/quantity.ts';
import { regexLibrary } from './library/regex.ts';
import { semverLibrary } from './library/semver.ts';
import { urlsLibrary } from './library/urls.ts';
import { mutationTypes } from './mutation-types.ts';

let base: CelEnvironment | undefined;
let mutation: CelEnvironment | undefined;

/** `==` alone of the language's functions has costs of Kubernetes' own. */
const equality = { functions: standardFunctions.filter(({ name }) => name === '_==_') };

/**
 * The environment that all of Kubernetes' expressions start from: the language with optionals and the libraries as
 * of v1.36, but without variables. Made when first asked for.
 * @go k8s.io/apiserver/pkg/cel/environment#MustBaseEnvSet
 */
export function baseCelEnvironment(): CelEnvironment {
  const libraries = [
    ...[equality, urlsLibrary, regexLibrary, listsLibrary, authzLibrary, quantityLibrary, stringsExtension],
    ...[setsExtension, ipLibrary, cidrLibrary, formatLibrary, semverLibrary, imageLibrary],
  ];
  base ??= CelEnvironment.standard.extend({
    libraries: [optionalTypes, twoVariableComprehensions, ...libraries.map(withCosts)],
    validators: [validateConstants, validateHomogeneousLiterals],
  });
  return base;
}

/** The base environment with the types and functions for mutations. */
export function mutationCelEnvironment(): CelEnvironment {
  mutation ??= baseCelEnvironment().extend({
    libraries: [withCosts(jsonPatchLibrary)],
    typeProvider: mutationTypes,
  });
  return mutation;
}
