/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/** Words that are no strings when they stand alone. */
const words = new Set(
  [
    ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
    ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
    ['', '~', 'null', 'Null', 'NULL', '<<'],
    ['.nan', '.NaN', '.NAN', '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF'],
  ].flat(),
);

const integer = /^[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/;
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const base60 = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
const timestamp =
  /^\d{4}-\d{1,2}-\d{1,2}(([Tt]|[ ])\d{1,2}:\d{1,2}:\d{1,2}(\.\d*)?(Z|[-+]\d{2}:\d{2}| [-+]\d{1,2}(:\d{2})?)?)?$/;

/** Whether a text that stands there without quotes would be read as something else. */
function isAmbiguous(text: string): boolean {
  if (words.has(text)) return true;
  const digits = text.replaceAll('_', '');
  if (/^[-+0-9]/.test(text) && (integer.test(digits) || float.test(digits) || base60.test(text))) return true;
  return (text.startsWith('.') && float.test(text)) || timestamp.test(text);
}

/** What of a text matters for the choice of its style. */
interface Analysis {
  readonly plain: boolean;
  readonly single: boolean;
  readonly block: boolean;
}

const leadingIndicators = '#,[]{}&*!|>\'"%@`';
const isBlank = (char: string | undefined): boolean =>
  char === undefined || char === ' ' || char === '\t' || char === '\n';

/** @go sigs.k8s.io/yaml/goyaml.v2#yaml_emitter_analyze_scalar */
function analyze(text: string): Analysis {
  const chars = Array.from(text);
  let indicators = /^(---|\.\.\.)/.test(text);
  chars.forEach((char, at) => {
    const followed = isBlank(chars[at + 1]);
    if (at === 0) indicators ||= leadingIndicators.includes(char) || ('?:-'.includes(char) && followed);
    else indicators ||= (char === ':' && followed) || (char === '#' && isBlank(chars[at - 1]));
  });
  const special = chars.some((char) => !isPrintable(char)) || / \n/.test(text);
  const edges = /^[ \n]|[ \n]$/.test(text);
  return {
    plain: !edges && !special && !text.includes('\n') && !indicators,
    single: !special && !/\n /.test(text),
    block: !special && !text.endsWith(' '),
  };
}

function isPrintable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x0a || (code >= 0x20 && code <= 0x7e)) return true;
  return code >= 0xa0 && code <= 0xfffd && code !== 0xfeff && !(code >= 0xd800 && code <= 0xdfff);
}

/**
 * The style of a string: as it stands where it is read as a string again, a block for several lines.
 *
 * @go sigs.k8s.io/yaml/goyaml.v2#(*encoder).stringv
 */
export function styleOf(text: string, isKey: boolean): ScalarStyle {
  const { plain, single, block } = analyze(text);
  if (text.includes('\n')) return block && !isKey ? 'literal' : 'double';
  if (isAmbiguous(text)) return 'double';
  if (plain) return 'plain';
  return single ? 'single' : 'double';
}

/** Beyond this column a line is broken at the next space. */
const bestWidth = 80;

/** Where a scalar stands. */
export interface ScalarPlace {
  /** Columns that are taken on its line. */
  readonly column: number;
  /** Columns before the lines that follow. */
  readonly indent: number;
  readonly isKey: boolean;
}

/** The text of a string as YAML. */
export function scalarText(text: string, place: ScalarPlace): string {
  const style = styleOf(text, place.isKey);
  switch (style) {
    case 'plain':
      return fold(Array.from(text), place, 0);
    case 'single':
      return `'${fold(
        Array.from(text, (char) => (char === "'" ? "''" : char)),
        place,
        1,
      )}'`;
    case 'double':
      return `"${fold(Array.from(text, escaped), place, 1, true)}"`;
    case 'literal':
      return literal(text, place.indent);
    default:
      throw new Error(`unknown style ${String(style satisfies never)}`);
  }
}

/** Breaks the line at a space when it has become too long; `pieces` are characters as they are written. */
function fold(
  pieces: readonly string[],
  { column, indent, isKey }: ScalarPlace,
  quote: number,
  escape = false,
): string {
  let at = column + quote;
  let result = '';
  pieces.forEach((piece, index) => {
    const isEdge = index === 0 || index === pieces.length - 1;
    const next = pieces[index + 1];
    const breaks = !isKey && piece === ' ' && at > bestWidth && !isEdge && pieces[index - 1] !== ' ';
    if (breaks && (escape || next !== ' ')) {
      result += `\n${' '.repeat(indent)}${escape && next === ' ' ? '\\' : ''}`;
      at = indent;
      return;
    }
    result += piece;
    at += Array.from(piece).length;
  });
  return result;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function escaped(char: string): string {
  const known = escapes[char];
  if (known !== undefined) return known;
  if (isPrintable(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** A block that keeps its lines. */
function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? '2' : '';
  const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  return `|${hint}${chomp}\n${lines.join('\n')}`;
}
