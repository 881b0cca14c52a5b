import { type FieldError, type FieldPath, invalid, type IpAddress, parseIpSloppy } from '@kubescript/apimachinery';

import { legacyIp } from '../../validation/checks.ts';

/** An address that traffic can be sent to, in a field older than the strict rules. */
export function validateEndpointIp(ip: string, path: FieldPath, old: readonly string[] = []): FieldError[] {
  const broken = legacyIp(ip, path, old);
  return broken.length > 0 ? broken : validateNonSpecialIp(ip, path);
}

/** Neither unspecified, nor loopback, nor link-local. @go core/validation#ValidateEndpointIP */
export function validateNonSpecialIp(text: string, path: FieldPath): FieldError[] {
  const ip = parseIpSloppy(text);
  if (ip === undefined) return [invalid(path, text, 'must be a valid IP address')];
  const errors: FieldError[] = [];
  if (ip.value === 0n) errors.push(invalid(path, text, `may not be unspecified (${text})`));
  if (ip.family === 4 ? firstBits(ip, 8) === 127n : ip.value === 1n) {
    errors.push(invalid(path, text, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'));
  }
  if (ip.family === 4 ? firstBits(ip, 16) === 0xa9fen : firstBits(ip, 10) === 0x3fan) {
    errors.push(invalid(path, text, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'));
  }
  if (ip.family === 4 ? firstBits(ip, 24) === 0xe00000n : isLinkLocalMulticast(ip)) {
    errors.push(invalid(path, text, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'));
  }
  return errors;
}

function firstBits(ip: IpAddress, count: number): bigint {
  return ip.value >> BigInt((ip.family === 4 ? 32 : 128) - count);
}

/** The flags of a multicast address do not count. @go net#IP.IsLinkLocalMulticast */
function isLinkLocalMulticast(ip: IpAddress): boolean {
  return firstBits(ip, 8) === 0xffn && (firstBits(ip, 16) & 0xfn) === 2n;
}
