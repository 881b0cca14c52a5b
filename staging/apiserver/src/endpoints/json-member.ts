const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The first member of a JSON object, name and value, where its name is `name` and its value an object; undefined
 * otherwise. The result shares the memory of `json`, which is valid JSON without spaces.
 */
export function firstObjectMember(json: Uint8Array, name: string): Uint8Array | undefined {
  const head = `{"${name}":{`;
  for (let i = 0; i < head.length; i++) if (json[i] !== head.charCodeAt(i)) return undefined;
  return json.subarray(1, endOfObject(json, head.length - 1));
}

/** The position after the object that begins at `start`. */
function endOfObject(json: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === openBrace) depth += 1;
    else if (byte === closeBrace && --depth === 0) return at + 1;
  }
  throw new Error('a JSON object does not end');
}

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  throw new Error('a JSON string does not end');
}
