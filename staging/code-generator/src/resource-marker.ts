/** What `@resource` says of a kind: `pods namespaced short=po categories=all subresources=log,status`. */
export interface ResourceFacts {
  readonly resource: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
}

/** Reads the text of a `@resource` marker; throws an Error if it is malformed. */
export function parseResource(text: string): ResourceFacts {
  const [resource = '', scope, ...rest] = text.split(' ');
  if (scope !== 'namespaced' && scope !== 'cluster') throw new Error(`@resource ${text}: no scope`);
  const options = new Map(rest.map((option): [string, string[]] => splitOption(text, option)));
  return {
    resource,
    namespaced: scope === 'namespaced',
    shortNames: options.get('short') ?? [],
    categories: options.get('categories') ?? [],
    subresources: options.get('subresources') ?? [],
  };
}

function splitOption(text: string, option: string): [string, string[]] {
  const [name = '', values] = option.split('=');
  if (values === undefined || !['short', 'categories', 'subresources'].includes(name)) {
    throw new Error(`@resource ${text}: unknown option ${option}`);
  }
  return [name, values.split(',')];
}
