import { Document, type Scalar, isScalar, visit } from 'yaml';

/** What a plain scalar would be read as something else than a string: booleans of YAML 1.1, null, numbers, dates. */
const ambiguous =
  /^(~|null|Null|NULL|y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF|[-+]?(0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|\.[0-9_]+([eE][-+]?[0-9]+)?|\.(inf|Inf|INF))|\.(nan|NaN|NAN)|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|\d{4}-\d\d?-\d\d?([Tt ].*)?|<<|=)$/;

/** YAML as the reference writes it: keys sorted, lists not indented, strings quoted only where they must be. */
export function goYaml(value: unknown): string {
  const document = new Document(sortKeys(value), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === 'string') styleString(node as Scalar<string>);
    },
  });
  return document.toString({
    indentSeq: false,
    lineWidth: 80,
    minContentWidth: 0,
    singleQuote: true,
    doubleQuotedMinMultiLineLength: 1 << 20,
  });
}

/** Double quotes for what would be read as another type, a block for several lines, else plain or single quotes. */
function styleString(node: Scalar<string>): void {
  const { value } = node;
  if (value === '' || ambiguous.test(value)) node.type = 'QUOTE_DOUBLE';
  else if (value.includes('\n') && !/^\s|[\t\r]|\s+\n/.test(value)) node.type = 'BLOCK_LITERAL';
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sortKeys(member)]),
  );
}
