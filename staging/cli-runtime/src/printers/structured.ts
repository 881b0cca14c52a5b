import { goJson, isJsonObject } from '@kubescript/apimachinery';
import { Document, parse, Scalar, visit } from 'yaml';

/** A copy with the members of every object in alphabetical order, as Go encodes maps. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sortKeys(member)]),
  );
}

/** JSON as `-o json` prints it: sorted, four spaces. */
export function formatJson(value: unknown): string {
  const text = JSON.stringify(sortKeys(value), undefined, 4);
  return `${text.replace(/[<>&\u2028\u2029]/g, (char) => goJson(char).slice(1, -1))}\n`;
}

/** YAML as `-o yaml` prints it: sorted, lists not indented, strings quoted only where needed. */
export function formatYaml(value: unknown): string {
  const document = new Document(sortKeys(value), { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Scalar: (_, node) => {
      chooseStyle(node);
    },
  });
  return document.toString({ indentSeq: false, lineWidth: 0, singleQuote: true, blockQuote: 'literal' });
}

/** Words that other readers of YAML take for booleans or null. */
const ambiguousWords = /^(y|n|yes|no|on|off|true|false|null|~|)$/i;

function chooseStyle(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string') return;
  if (value.includes('\n') && !/[\t ]\n|^\s/.test(value)) node.type = Scalar.BLOCK_LITERAL;
  else if (value.includes('\n') || ambiguousWords.test(value) || readsAsOther(value)) node.type = Scalar.QUOTE_DOUBLE;
}

function readsAsOther(text: string): boolean {
  if (!/^[-+.0-9~<=]/.test(text)) return false;
  if (/^\d{4}-\d\d?-\d\d?/.test(text) || /^[-+]?(0b[01_]+|[0-9][0-9_]*(:[0-5]?[0-9])+)$/.test(text)) return true;
  try {
    const node: unknown = parse(text, { version: '1.1' });
    return typeof node !== 'string';
  } catch {
    return false;
  }
}
