import { observeEvents } from './event-stream.ts';
import type { ResponseBody } from './http.ts';

/** The body, with `end` called once when it is over. */
export function untilEnd(body: ResponseBody, end: () => void): ResponseBody {
  if (body.kind === 'events')
    return { kind: 'events', events: observeEvents(body.events, { each: () => undefined, end }) };
  if (body.kind === 'stream') return { kind: 'stream', chunks: thenEnd(body.chunks, end) };
  end();
  return body;
}

async function* thenEnd<T>(items: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
  try {
    yield* items;
  } finally {
    end();
  }
}
