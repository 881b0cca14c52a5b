import { createHash } from 'node:crypto';

import { hexDigest, type LockedPackage, packageUrl } from './lock-file.ts';
import type { NodePackage } from './platforms.ts';
import { type SystemPackage, systemPackageUrl } from './system-packages.ts';

/** What a bill of materials is about. */
export interface BillOptions {
  readonly version: string;
  /** RFC 3339. */
  readonly created: string;
  readonly packages: readonly LockedPackage[];
  readonly nodes: readonly NodePackage[];
  /** Packages of the distribution that images hold files of. */
  readonly system: readonly SystemPackage[];
}

/** A software bill of materials: CycloneDX 1.6 in JSON. The same input gives the same text. */
export function billOfMaterials({ version, created, packages, nodes, system }: BillOptions): string {
  const product = { type: 'application', 'bom-ref': 'kubescript', name: 'kubescript', version };
  const components = uniqueByRef([
    ...nodes.map(nodeComponent),
    ...packages.map(packageComponent),
    ...system.map(systemComponent),
  ]);
  const body = {
    version: 1,
    metadata: { timestamp: created, component: { ...product, licenses: [{ license: { id: 'Apache-2.0' } }] } },
    components,
    dependencies: [{ ref: 'kubescript', dependsOn: components.map((component) => component['bom-ref']) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, ...body }, undefined, 2)}\n`;
}

interface Component {
  readonly 'bom-ref': string;
}

function nodeComponent(node: NodePackage): Component {
  return component('platform', { ...node, license: 'MIT' });
}

/** The licences of these are in the images, not in the list that the bill is made of. */
function systemComponent(each: SystemPackage): Component {
  const { name, version, sha256 } = each;
  const purl = systemPackageUrl(each);
  const hashes = [{ alg: 'SHA-256', content: sha256 }];
  return { type: 'library', 'bom-ref': purl, name, version, purl, hashes } as Component;
}

function packageComponent(locked: LockedPackage): Component {
  return component('library', locked);
}

function component(
  type: string,
  { name, version, license, integrity }: Pick<LockedPackage, 'name' | 'version' | 'license' | 'integrity'>,
): Component {
  const purl = packageUrl({ name, version });
  const isExpression = license !== undefined && /[ ()]/.test(license);
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license === undefined
      ? {}
      : { licenses: [isExpression ? { expression: license } : { license: { id: license } }] }),
    ...(integrity === undefined ? {} : { hashes: [cycloneHash(integrity)] }),
  } as Component;
}

function cycloneHash(integrity: string): object {
  const { algorithm, hex } = hexDigest(integrity);
  return { alg: algorithm.replace(/^sha/, 'SHA-'), content: hex };
}

function uniqueByRef(components: readonly Component[]): readonly Component[] {
  return [...new Map(components.map((each) => [each['bom-ref'], each])).values()];
}

/** A version 8 UUID made of a hash. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
