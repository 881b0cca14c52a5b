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
  const unique = [...new Set(warnings)];
  const total = unique.reduce((sum, text) => sum + text.length, 0);
  const texts = total > maxTotalLength ? unique.map(shorten) : unique;
  return texts.map((text) => `299 - "${headerText(escape(text))}"`);
}

/** Node writes one byte per character of a header, so the text is given as the bytes of its UTF-8, as Go sends it. */
const headerText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const shorten = (text: string): string => text.slice(0, maxLength);

/** A quoted string of RFC 7230, without line breaks and other control characters. */
const escape = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/["\\]/g, (char) => `\\${char}`);
