import type { Strategy } from '@kubescript/apiserver';

import type { Fischer, Flunder } from '../apis/wardle/v1alpha1/types.ts';
import { validateFischer, validateFlunder, validateFlunderUpdate } from '../apis/wardle/v1alpha1/validation.ts';

/** How flunders are stored. @go sample-apiserver/pkg/registry/wardle/flunder#flunderStrategy */
export const flunderStrategy: Strategy<Flunder> = {
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: validateFlunder,
  validateUpdate: validateFlunderUpdate,
};

/** How fischers are stored. @go sample-apiserver/pkg/registry/wardle/fischer#fischerStrategy */
export const fischerStrategy: Strategy<Fischer> = {
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: validateFischer,
  validateUpdate: (fischer) => validateFischer(fischer),
};
