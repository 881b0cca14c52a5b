import type { BackendHeaders, UserInfo } from '@kubescript/apiserver';

const userHeader = 'x-remote-user';
const uidHeader = 'x-remote-uid';
const groupHeader = 'x-remote-group';
const extraPrefix = 'x-remote-extra-';

/** What may stand in the name of a header as it is. */
const legalInHeaderName = /[0-9A-Za-z!#$&'*+.^_`|~-]/;

/**
 * The headers with the user as the front proxy vouches for it, and without what the client itself said of that kind.
 *
 * @go k8s.io/client-go/transport#SetAuthProxyHeaders
 */
export function withUserHeaders(headers: BackendHeaders, user: UserInfo): BackendHeaders {
  const kept = Object.entries(headers).filter(([name]) => !saysWhoAsks(name));
  const extra = Object.entries(user.extra ?? {}).map(([key, values]) => [`${extraPrefix}${escapeKey(key)}`, values]);
  return {
    ...(Object.fromEntries(kept) as BackendHeaders),
    [userHeader]: user.name,
    ...(user.uid === undefined || user.uid === '' ? {} : { [uidHeader]: user.uid }),
    ...(user.groups.length > 0 ? { [groupHeader]: user.groups } : {}),
    ...(Object.fromEntries(extra) as BackendHeaders),
  };
}

function saysWhoAsks(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === userHeader || lower === uidHeader || lower === groupHeader || lower.startsWith(extraPrefix);
}

/** Escapes what a header's name cannot hold, percent signs included. @go k8s.io/client-go/transport#headerKeyEscape */
function escapeKey(key: string): string {
  return [...Buffer.from(key, 'utf8')]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (legalInHeaderName.test(char)) return char;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
