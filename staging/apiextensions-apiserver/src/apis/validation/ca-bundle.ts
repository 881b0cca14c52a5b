import { X509Certificate } from 'node:crypto';

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Whether a base64 text holds certificates in PEM form, and all of them can be read. @go webhook#ValidateCABundle */
export function isValidCaBundle(base64: string): boolean {
  const blocks = Buffer.from(base64, 'base64').toString('utf8').match(certificate) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0;
  } catch {
    return false;
  }
}
