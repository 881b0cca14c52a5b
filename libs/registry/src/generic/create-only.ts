import type { GroupVersionKind, KubeObject } from '@kubescript/apimachinery';
import type { CreateCall, Rest } from '@kubescript/apiserver';

import { encodedObject } from './encoded.ts';

/** A resource that answers questions: what is POSTed comes back completed, and nothing is stored. */
export function createOnly<T extends KubeObject>(
  kind: GroupVersionKind,
  answer: (object: T, call: CreateCall) => Promise<T>,
): Rest {
  return {
    kind,
    async create(_name, object, call) {
      const review = object as T;
      await call.validate(review);
      return encodedObject<KubeObject>(await answer(review, call));
    },
  };
}
