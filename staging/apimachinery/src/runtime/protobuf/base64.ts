const chunk = 0x8000;

/** The bytes of padded base64. */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(globalThis.atob(text), (char) => char.charCodeAt(0));
}

/** Padded base64 of bytes. */
export function base64OfBytes(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return globalThis.btoa(binary);
}
