/** Reads a label selector as far as components use them: `a=b`, `a!=b`, `a`, `!a`, `a in (b,c)`, `a notin (b)`. */
export function fakeLabelSelector(text: string): (labels?: Readonly<Record<string, string>>) => boolean {
  const terms = splitTerms(text).map(labelTerm);
  return (labels = {}) => terms.every((matches) => matches(labels));
}

/** Reads a field selector: `a=b`, `a==b`, `a!=b`, joined by commas. */
export function fakeFieldSelector(text: string): (value: (field: string) => string) => boolean {
  const terms = splitTerms(text).map((term) => {
    const [, field = '', operator = '', wanted = ''] = /^([^=!]+)(==|=|!=)(.*)$/.exec(term) ?? [];
    return (value: (field: string) => string): boolean => (value(field) === wanted) === (operator !== '!=');
  });
  return (value) => terms.every((matches) => matches(value));
}

function splitTerms(text: string): readonly string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

function labelTerm(term: string): (labels: Readonly<Record<string, string>>) => boolean {
  const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(term);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (labels) => values.includes(labels[key] ?? '\0') === (operator === 'in');
  }
  const equality = /^([^=!]+?)\s*(==|=|!=)\s*(.*)$/.exec(term);
  if (equality !== null) {
    const [, key = '', operator, value] = equality;
    return (labels) => (labels[key] === value) === (operator !== '!=');
  }
  return term.startsWith('!') ? (labels) => !(term.slice(1) in labels) : (labels) => term in labels;
}
