import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package of the distribution that images hold files of. */
export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly sha256: string;
}

/** Whose a file is, among the packages that were unpacked into one folder. */
export class PackageOwners {
  readonly #packages: ReadonlyMap<string, SystemPackage>;
  readonly #owners: ReadonlyMap<string, string>;

  /** Of the lists that fetch-system.sh makes. */
  constructor(packages: string, owners: string) {
    this.#packages = new Map(parsePackages(packages).map((each) => [each.name, each]));
    this.#owners = new Map(lines(owners).map((line) => [line.slice(line.indexOf(' ') + 1), line.split(' ')[0] ?? '']));
  }

  static async read(folder: string): Promise<PackageOwners> {
    const texts = await Promise.all(['packages', 'owners'].map((name) => readFile(join(folder, name), 'utf8')));
    return new PackageOwners(texts[0] ?? '', texts[1] ?? '');
  }

  /** The packages that these files are from, sorted by name. Throws for a file of none. */
  of(paths: readonly string[]): readonly SystemPackage[] {
    const found = paths.map((path) => {
      const owner = this.#packages.get(this.#owners.get(path) ?? '');
      if (owner === undefined) throw new Error(`no package has ${path}`);
      return owner;
    });
    return [...new Set(found)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** Reads lines of name, version, architecture and SHA-256. */
export function parsePackages(text: string): readonly SystemPackage[] {
  return lines(text).map((line) => {
    const [name = '', version = '', architecture = '', sha256 = ''] = line.split(' ');
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`not a line of a list of packages: ${line}`);
    return { name, version, architecture, sha256 };
  });
}

/** Writes what `parsePackages` reads. */
export function formatPackages(packages: readonly SystemPackage[]): string {
  return packages
    .map(({ name, version, architecture, sha256 }) => `${name} ${version} ${architecture} ${sha256}\n`)
    .join('');
}

/** The package URL of a package of Debian. */
export function systemPackageUrl({ name, version, architecture }: SystemPackage): string {
  return `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
