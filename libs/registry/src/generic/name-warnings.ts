import { isDns1123Label, type ObjectMeta } from '@kubescript/apimachinery';

/**
 * A name that becomes part of other names should be a DNS label; `use` says of which.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#(podStrategy).WarningsOnCreate
 */
export function labelNameWarnings({ name = '' }: ObjectMeta, use = 'Pod names and hostnames'): string[] {
  const problems = isDns1123Label(name);
  if (problems.length === 0) return [];
  const advice = 'which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: this is used in ${use}, ${advice}: [${problems.join(' ')}]`];
}
