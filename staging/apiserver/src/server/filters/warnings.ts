import type { Filter } from '../http.ts';

/** Upstream's limit on the sum of warnings of one answer, in characters. */
const maxTotalLength = 4 * 1024;
const maxLength = 256;

/**
 * Sends the warnings that were collected while a request was answered as `Warning: 299` headers, each text once.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithWarningRecorder
 */
export const withWarnings: Filter = (next) =>
  async function answerWithWarnings(request) {
    const response = await next(request);
    if (request.warnings.length > 0) response.headers['warning'] = headersOf(request.warnings);
    return response;
  };

function headersOf(warnings: readonly string[]): string[] {
  return withinLimit([...new Set(warnings)]).map((text) => `299 - "${headerText(escape(text))}"`);
}

/** Once the sum is too much each is cut short, and what comes after the limit even then is left out. */
function withinLimit(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total <= maxTotalLength) return texts;
  let written = 0;
  return texts.map(shorten).filter((text) => {
    const isTaken = written < maxTotalLength;
    if (isTaken) written += text.length;
    return isTaken;
  });
}

/** Node writes one byte per character of a header, so the text is given as the bytes of its UTF-8, as Go sends it. */
const headerText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const shorten = (text: string): string => text.slice(0, maxLength);

/** A quoted string of RFC 7230, without line breaks and other control characters. */
const escape = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/["\\]/g, (char) => `\\${char}`);
