/** The parts of a URL as Go's net/url finds them. */
export interface GoUrl {
  readonly text: string;
  readonly scheme: string;
  /** Host and port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** A text that is no absolute URL and no absolute path; the message is Go's. */
export class GoUrlError extends Error {}

function fault(text: string, reason: string): GoUrlError {
  return new GoUrlError(`parse ${JSON.stringify(text)}: ${reason}`);
}

/**
 * Reads an absolute URL or an absolute path. Throws {@link GoUrlError}.
 * @go net/url#ParseRequestURI
 */
export function parseRequestUrl(text: string): GoUrl {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw fault(text, 'net/url: invalid control character in URL');
  if (text === '') throw fault(text, 'empty url');
  const [withoutFragment = ''] = text.split('#', 1);
  const scheme = schemeOf(text);
  const afterScheme = scheme === '' ? withoutFragment : withoutFragment.slice(scheme.length + 1);
  const question = afterScheme.indexOf('?');
  const query = question < 0 ? '' : afterScheme.slice(question + 1);
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question);
  if (!rest.startsWith('/')) {
    if (scheme === '') throw fault(text, 'invalid URI for request');
    return { text, scheme: scheme.toLowerCase(), host: '', path: '', query };
  }
  const { authority, path } = splitAuthority(rest, scheme);
  checkEscapes(text, path);
  return { text, scheme: scheme.toLowerCase(), host: hostOf(text, authority), path, query };
}

function schemeOf(text: string): string {
  const colon = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text);
  if (colon?.[1] !== undefined) return colon[1];
  if (text.startsWith(':')) throw fault(text, 'missing protocol scheme');
  const first = /^[^/?#:]*:/.exec(text);
  if (first !== null && /^\d/.test(text)) throw fault(text, 'first path segment in URL cannot contain colon');
  return '';
}

function splitAuthority(rest: string, scheme: string): { readonly authority: string; readonly path: string } {
  if ((scheme === '' && rest.startsWith('///')) || !rest.startsWith('//')) return { authority: '', path: rest };
  const slash = rest.indexOf('/', 2);
  if (slash < 0) return { authority: rest.slice(2), path: '' };
  return { authority: rest.slice(2, slash), path: rest.slice(slash) };
}

function checkEscapes(text: string, part: string): void {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(part)?.[0];
  if (bad !== undefined) throw fault(text, `invalid URL escape ${JSON.stringify(bad)}`);
}

function hostOf(text: string, authority: string): string {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(0, at));
  if (at >= 0 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw fault(text, 'net/url: invalid userinfo');
  const host = authority.slice(at + 1);
  const bracket = host.lastIndexOf(']');
  if (host.startsWith('[') && bracket < 0) throw fault(text, "missing ']' in host");
  const colon = host.startsWith('[') ? bracket + 1 : host.lastIndexOf(':');
  const port = colon < 0 ? '' : host.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) throw fault(text, `invalid port ${JSON.stringify(port)} after host`);
  checkHostEscapes(text, host);
  const odd = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)?.[0];
  if (odd !== undefined) throw fault(text, `invalid character ${JSON.stringify(odd)} in host name`);
  if (!host.startsWith('[') && host.indexOf(':') !== colon) {
    const tail = host.slice(host.indexOf(':'));
    throw fault(text, `invalid port ${JSON.stringify(tail)} after host`);
  }
  return host;
}

function checkHostEscapes(text: string, host: string): void {
  const escaped = /%.{0,2}/.exec(host)?.[0];
  if (escaped !== undefined && !host.startsWith('['))
    throw fault(text, `invalid URL escape ${JSON.stringify(escaped)}`);
}

/** The host without port and brackets. */
export function hostname({ host }: GoUrl): string {
  const bare = host.replace(/:\d*$/, '');
  return bare.startsWith('[') && bare.endsWith(']') ? bare.slice(1, -1) : bare;
}

/** The port, or nothing. */
export function port({ host }: GoUrl): string {
  return /:(\d*)$/.exec(host)?.[1] ?? '';
}

/** The path with all that must be escaped escaped. @go net/url#(*URL).EscapedPath */
export function escapedPath({ path }: GoUrl): string {
  if (/^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/.test(path)) return path;
  const plain = decodeURIComponent(path);
  return encodeURIComponent(plain)
    .replace(/%(?:2F|3A|40|26|3D|2B|24|2C|3B)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The values of each key of the query, unescaped. */
export function queryValues({ query }: GoUrl): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const [key = '', ...rest] = pair.split('=');
    const decoded = [key, rest.join('=')].map(unescapeQuery);
    const [name, value] = decoded;
    if (name !== undefined && value !== undefined) (values[name] ??= []).push(value);
  }
  return values;
}

function unescapeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
