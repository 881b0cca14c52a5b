import { CelError, define, type Library, member, overload, types } from '@kubescript/cel';
import { escapedPath, type GoUrl, GoUrlError, hostname, parseRequestUrl, port, queryValues } from './go-url.ts';
import { OpaqueValue } from './opaque-value.ts';

const urlType = types.object('kubernetes.URL');

class UrlValue extends OpaqueValue {
  override readonly type = urlType;
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }

  override toString(): string {
    return this.url.text;
  }
}

function urlOf(text: string): UrlValue {
  try {
    return new UrlValue(parseRequestUrl(text));
  } catch (error) {
    if (!(error instanceof GoUrlError)) throw error;
    throw new CelError(`URL parse error during conversion from string: ${error.message}`);
  }
}

function isUrl(text: string): boolean {
  try {
    parseRequestUrl(text);
    return true;
  } catch (error) {
    if (error instanceof GoUrlError) return false;
    throw error;
  }
}

const { bool, string } = types;

function part(name: string, id: string, read: (url: GoUrl) => string): ReturnType<typeof define> {
  return define(
    name,
    member(id, [urlType], string, ({ url }: UrlValue) => read(url)),
  );
}

/**
 * URLs and their parts.
 * @go k8s.io/apiserver/pkg/cel/library#URLs
 */
export const urlsLibrary: Library = {
  functions: [
    define('url', overload('string_to_url', [string], urlType, urlOf)),
    define('isURL', overload('is_url_string', [string], bool, isUrl)),
    part('getScheme', 'url_get_scheme', ({ scheme }) => scheme),
    part('getHost', 'url_get_host', ({ host }) => host),
    part('getHostname', 'url_get_hostname', hostname),
    part('getPort', 'url_get_port', port),
    part('getEscapedPath', 'url_get_escaped_path', escapedPath),
    define(
      'getQuery',
      member('url_get_query', [urlType], types.map(string, types.list(string)), ({ url }: UrlValue) =>
        queryValues(url),
      ),
    ),
  ],
};
