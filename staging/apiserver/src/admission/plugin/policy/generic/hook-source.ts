import type { Source } from '../../webhook/plugins.ts';

/** What is made of policies and bindings, made anew only when one of the sources gives another array. */
export function newHookSource<P, B, H>(
  policies: Source<P>,
  bindings: Source<B>,
  make: (policies: readonly P[], bindings: readonly B[]) => readonly H[],
): Source<H> {
  let from: { readonly policies: readonly P[]; readonly bindings: readonly B[] } | undefined;
  let made: readonly H[] = [];
  const update = (currentPolicies: readonly P[], currentBindings: readonly B[]): readonly H[] => {
    if (from?.policies !== currentPolicies || from.bindings !== currentBindings) {
      made = make(currentPolicies, currentBindings);
      from = { policies: currentPolicies, bindings: currentBindings };
    }
    return made;
  };
  return () => {
    const [currentPolicies, currentBindings] = [policies(), bindings()];
    if (currentPolicies instanceof Promise || currentBindings instanceof Promise) {
      return Promise.all([currentPolicies, currentBindings]).then(([all, bound]) => update(all, bound));
    }
    return update(currentPolicies, currentBindings);
  };
}
