import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../bundle-app.ts';
import type { LockedPackage } from './lock-file.ts';

/** A work of others, with the text that comes with it. */
export interface LicensedWork {
  readonly title: string;
  readonly license: string;
  readonly text: string;
}

/** The licences of packages, from their folders. Packages that are not installed (optional ones) are left out. */
export async function packageLicenses(packages: readonly LockedPackage[]): Promise<readonly LicensedWork[]> {
  const works = await Promise.all(packages.map(packageLicense));
  return works.filter((work) => work !== undefined);
}

async function packageLicense({ name, version, path, license }: LockedPackage): Promise<LicensedWork | undefined> {
  const folder = join(root, path);
  const files = await readdir(folder).catch(() => undefined);
  if (files === undefined) return undefined;
  const names = files.filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file)).toSorted();
  const texts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')));
  return { title: `${name} ${version}`, license: license ?? 'see the text', text: texts.join('\n') };
}

/** One text of all licences. */
export function licensesText(works: readonly LicensedWork[]): string {
  const rule = '='.repeat(80);
  return works.map(({ title, license, text }) => `${rule}\n${title}: ${license}\n\n${text.trim()}\n`).join('\n');
}
