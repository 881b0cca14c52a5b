import { newBadRequest } from '@kubescript/apimachinery';

import { parseQueryBoolean } from '../server/request-info.ts';

/** An integer of the query; undefined if it is not there, 400 if it is none. */
export function queryInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text))
    throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

/** A boolean of the query; undefined if it is not there. */
export function queryBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : parseQueryBoolean(text);
}
