import type { FieldSet } from './field-set.ts';
import { compareElements } from './fields-v1.ts';

/**
 * A path element as messages have it: `.spec`, `[name="c"]`, `[="x"]`.
 *
 * @go sigs.k8s.io/structured-merge-diff/fieldpath#(PathElement).String
 */
export function elementText(element: string): string {
  const rest = element.slice(2);
  switch (element.charAt(0)) {
    case 'k': {
      const keys = Object.entries(JSON.parse(rest) as Readonly<Record<string, unknown>>);
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    }
    case 'v':
      return `[=${rest}]`;
    case 'i':
      return `[${rest}]`;
    default:
      return `.${rest}`;
  }
}

/** The paths of a set as messages have them: of each level first its own, then those below. */
export function pathTextsOf(set: FieldSet, prefix = ''): string[] {
  const children = [...set.children].sort(([a], [b]) => compareElements(a, b));
  const own = children.filter(([, child]) => child.member).map(([element]) => prefix + elementText(element));
  return [...own, ...children.flatMap(([element, child]) => pathTextsOf(child, prefix + elementText(element)))];
}
