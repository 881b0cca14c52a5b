import type { ServerRequest } from './http.ts';

/**
 * All values of a repeated header, each as it came; a comma does not part them. `name` is in lower case.
 *
 * @go net/http#Header.Values
 */
export function headerValues(request: ServerRequest, name: string): readonly string[] {
  const joined = request.headers[name];
  if (joined === undefined) return [];
  return request.headersDistinct?.[name] ?? [joined];
}

/** The first value of a header; '' without one. @go net/http#Header.Get */
export function headerValue(request: ServerRequest, name: string): string {
  return headerValues(request, name)[0] ?? '';
}

/** Puts another value in the place of a header's; undefined removes the header. */
export function setHeader(request: ServerRequest, name: string, value: string | undefined): void {
  (request.headers as Record<string, string | undefined>)[name] = value;
  const distinct = request.headersDistinct as Record<string, readonly string[] | undefined> | undefined;
  if (distinct !== undefined) distinct[name] = value === undefined ? undefined : [value];
}

/** Removes headers that no later handler, and no backend that the request is passed on to, may see. */
export function clearHeaders(request: ServerRequest, isCleared: (name: string) => boolean): void {
  const headers = request.headers as Record<string, string | undefined>;
  for (const name in headers) {
    if (headers[name] !== undefined && isCleared(name)) headers[name] = undefined;
  }
}

/** Undoes the percent-encoding of a key that is a part of a header's name; what is malformed stays as it is. */
export function unescapeHeaderKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
