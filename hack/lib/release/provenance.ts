import { createHash } from 'node:crypto';

import { hexDigest, packageUrl } from './lock-file.ts';
import type { NodePackage } from './platforms.ts';
import { type SystemPackage, systemPackageUrl } from './system-packages.ts';

/** What went into a release, and what came out. */
export interface ProvenanceOptions {
  readonly commit: string;
  readonly treeState: string;
  readonly platforms: readonly string[];
  readonly lockFile: string;
  readonly nodes: readonly NodePackage[];
  readonly system: readonly SystemPackage[];
  /** The base image of the build image, as `NAME@sha256:DIGEST`. */
  readonly baseImage: string;
  /** SHA-256 of each file by name. */
  readonly subjects: ReadonlyMap<string, string>;
}

/** A provenance statement (in-toto, SLSA provenance v1), without times: the same inputs give the same text. */
export function provenance(options: ProvenanceOptions): string {
  const { commit, treeState, platforms, subjects } = options;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...subjects].map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:kubescript:release:v1',
        externalParameters: { platforms },
        internalParameters: { treeState },
        resolvedDependencies: dependencies(options),
      },
      runDetails: { builder: { id: 'urn:kubescript:hack/release.sh' }, metadata: { invocationId: commit } },
    },
  };
  return `${JSON.stringify(statement, undefined, 2)}\n`;
}

function dependencies({ commit, lockFile, nodes, system, baseImage }: ProvenanceOptions): readonly object[] {
  const [image = '', sha256 = ''] = baseImage.split('@sha256:');
  return [
    { name: 'sources', digest: { gitCommit: commit } },
    { name: 'package-lock.json', digest: { sha256: createHash('sha256').update(lockFile).digest('hex') } },
    ...nodes.map(nodeDependency),
    ...system.map((each) => ({ uri: systemPackageUrl(each), digest: { sha256: each.sha256 } })),
    { name: `base image ${image}`, digest: { sha256 } },
  ];
}

function nodeDependency(node: NodePackage): object {
  const { algorithm, hex } = hexDigest(node.integrity);
  return { uri: packageUrl(node), digest: { [algorithm]: hex } };
}
