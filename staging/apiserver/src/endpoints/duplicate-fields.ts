/**
 * Paths of the members that occur twice in JSON text (`metadata.labels.app`, `spec.containers[0].name`), in the order
 * of the text. The text must have been accepted by JSON.parse.
 */
export function duplicateFields(text: string): string[] {
  const found: string[] = [];
  scanValue({ text, at: 0, found }, '');
  return found;
}

interface Scan {
  readonly text: string;
  at: number;
  readonly found: string[];
}

function scanValue(scan: Scan, path: string): void {
  skipSpace(scan);
  switch (scan.text[scan.at]) {
    case '{':
      return scanObject(scan, path);
    case '[':
      return scanArray(scan, path);
    case '"':
      skipString(scan);
      return;
    default:
      while (scan.at < scan.text.length && !',]} \n\r\t'.includes(scan.text.charAt(scan.at))) scan.at++;
  }
}

function scanObject(scan: Scan, path: string): void {
  const seen = new Set<string>();
  scan.at++;
  for (;;) {
    skipSpace(scan);
    if (scan.text[scan.at] === ',') {
      scan.at++;
      continue;
    }
    if (scan.text[scan.at] !== '"') break;
    const key = readString(scan);
    const member = path === '' ? key : `${path}.${key}`;
    if (seen.has(key)) scan.found.push(member);
    seen.add(key);
    skipSpace(scan);
    scan.at++;
    scanValue(scan, member);
  }
  scan.at++;
}

function scanArray(scan: Scan, path: string): void {
  scan.at++;
  for (let index = 0; ; index++) {
    skipSpace(scan);
    if (scan.text[scan.at] === ']' || scan.at >= scan.text.length) break;
    scanValue(scan, `${path}[${String(index)}]`);
    skipSpace(scan);
    if (scan.text[scan.at] === ',') scan.at++;
  }
  scan.at++;
}

function skipSpace(scan: Scan): void {
  for (;;) {
    const code = scan.text.charCodeAt(scan.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    scan.at++;
  }
}

function readString(scan: Scan): string {
  const start = scan.at;
  skipString(scan);
  const raw = scan.text.slice(start, scan.at);
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
}

function skipString(scan: Scan): void {
  let at = scan.at + 1;
  for (;;) {
    const end = scan.text.indexOf('"', at);
    if (end < 0) {
      scan.at = scan.text.length;
      return;
    }
    let slashes = 0;
    while (scan.text[end - 1 - slashes] === '\\') slashes++;
    at = end + 1;
    if (slashes % 2 === 0) break;
  }
  scan.at = at;
}
