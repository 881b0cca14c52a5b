import type * as x509 from '@peculiar/x509';

/** Loaded when the first certificate is looked at: most runs see none. */
export async function x509Library(): Promise<typeof x509> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
