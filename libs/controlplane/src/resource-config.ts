import type { ApiGroupVersion, InstalledResource } from '@kubescript/apiserver';
import { prereleaseVersions, type PrereleaseVersion } from '@kubescript/lib-apis';

/** What `--runtime-config` says, by `group/version`, `group/version/resource` or `api/LEVEL`. */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** The minor release that this is. */
const currentMinor = 36;
const levels: Readonly<Record<string, (version: string) => boolean>> = {
  'api/all': () => true,
  'api/ga': (version) => /^v\d+$/.test(version),
  'api/beta': (version) => /^v\d+beta\d+$/.test(version),
  'api/alpha': (version) => /^v\d+alpha\d+$/.test(version),
};

/** Reads the words of the flag: `apps/v1=false`, `api/beta`; throws an Error for a value that is no boolean. */
export function parseRuntimeConfig(words: readonly string[]): RuntimeConfig {
  return Object.fromEntries(
    words.map((word) => {
      const [key = '', value = ''] = word.split('=', 2);
      if (!['', 'true', 'false'].includes(value)) {
        throw new Error(`invalid value of --runtime-config ${word}: ${JSON.stringify(value)} is not true or false`);
      }
      return [key.trim(), value !== 'false'];
    }),
  );
}

/**
 * The groups that are served: the stable ones without what is switched off, and prerelease versions that are switched
 * on. Throws an Error for what nobody knows.
 *
 * @go k8s.io/apiserver/pkg/server/resourceconfig#MergeAPIResourceConfigs
 */
export function selectGroups(stable: readonly ApiGroupVersion[], config: RuntimeConfig): readonly ApiGroupVersion[] {
  const all = [...stable, ...prereleaseVersions.flatMap((version) => prereleaseGroup(version, stable) ?? [])];
  const unknown = Object.keys(config).filter((key) => !isKnown(key, all));
  if (unknown.length > 0) throw new Error(`unknown API groups in --runtime-config: ${unknown.sort().join(', ')}`);
  return all.flatMap((group) => {
    const byDefault = stable.includes(group);
    const resources = group.resources.filter(({ resource }) => isEnabled(group, resource, byDefault, config));
    return resources.length === 0 ? [] : [{ ...group, resources }];
  });
}

const nameOf = ({ group, version }: ApiGroupVersion): string => (group === '' ? version : `${group}/${version}`);

/** The closest word counts: of the resource, of the version, of all versions like it. */
function isEnabled(group: ApiGroupVersion, resource: string, byDefault: boolean, config: RuntimeConfig): boolean {
  const name = nameOf(group);
  const level = Object.keys(config).filter((key) => key !== 'api/all' && levels[key]?.(group.version) === true);
  const said = [`${name}/${resource}`, name, ...level, 'api/all'].map((key) => config[key]);
  return said.find((value) => value !== undefined) ?? byDefault;
}

function isKnown(key: string, groups: readonly ApiGroupVersion[]): boolean {
  if (levels[key] !== undefined) return true;
  return groups.some((group) => {
    const name = nameOf(group);
    return key === name || group.resources.some(({ resource }) => key === `${name}/${resource}`);
  });
}

/** The resources of the stable version under the name of another; undefined if there are none. */
function prereleaseGroup(version: PrereleaseVersion, stable: readonly ApiGroupVersion[]): ApiGroupVersion | undefined {
  const hub = stable.find((group) => group.group === version.group && group.version === version.hub);
  const resources = hub?.resources
    .filter(({ rest }) => version.kinds.includes(rest.kind.kind))
    .map((resource) => withDeprecation(resource, version));
  return resources && { group: version.group, version: version.version, resources };
}

/** @go k8s.io/apiserver/pkg/endpoints/deprecation#WarningMessage */
function withDeprecation(resource: InstalledResource, version: PrereleaseVersion): InstalledResource {
  if (version.deprecatedIn > currentMinor) return resource;
  const { kind } = resource.rest.kind;
  const since = `deprecated in v1.${String(version.deprecatedIn)}+, unavailable in v1.${String(version.removedIn)}+`;
  const deprecation = `${version.group}/${version.version} ${kind} is ${since}; use ${version.group}/${version.hub} ${kind}`;
  return { ...resource, deprecation };
}
