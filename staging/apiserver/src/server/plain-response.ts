import { goJson, utf8 } from '../util/go-json.ts';
import type { ServerResponse } from './http.ts';

/** An answer of plain text. */
export function textResponse(status: number, text: string, contentType = 'text/plain; charset=utf-8'): ServerResponse {
  return {
    status,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' },
    body: { kind: 'bytes', chunks: [utf8(text)] },
  };
}

/** An answer of indented JSON that is no API object (`/version`, `/`). */
export function jsonResponse(status: number, value: unknown): ServerResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: { kind: 'object', value, encode: () => [utf8(goJson(value, 2))] },
  };
}

/** The 404 of paths that lead nowhere. */
export function pathNotFound(): ServerResponse {
  return textResponse(404, '404 page not found\n');
}
