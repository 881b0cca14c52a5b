import { FlagGroup, boolFlag, durationFlag, intFlag, listFlag, stringFlag } from '@kubescript/component-base';

/** Where the server keeps things. */
export interface StorageOptions {
  /** The embedded store, and certificates and keys that were not given. */
  readonly dataDir: string;
  /** An etcd to use in place of the embedded store. */
  readonly etcdServers: readonly string[];
  readonly etcdCafile: string;
  readonly etcdCertfile: string;
  readonly etcdKeyfile: string;
  readonly eventTtl: number;
  readonly encryptionProviderConfig: string;
  readonly encryptionProviderConfigAutomaticReload: boolean;
  readonly storageMediaType: string;
  readonly deleteCollectionWorkers: number;
  readonly etcdCompactionInterval: number;
  readonly etcdPrefix: string;
  readonly etcdServersOverrides: readonly string[];
  readonly etcdHealthcheckTimeout: number;
  readonly etcdReadycheckTimeout: number;
  readonly leaseReuseDurationSeconds: number;
  readonly storageBackend: string;
  readonly etcdCountMetricPollPeriod: number;
  readonly watchCache: boolean;
  readonly watchCacheSizes: readonly string[];
}

const storageMediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf'];
const minute = 60_000;

/** `--data-dir`, `--etcd-*` … @go k8s.io/apiserver/pkg/server/options#EtcdOptions */
export function etcdFlags(): FlagGroup<StorageOptions> {
  return new FlagGroup<StorageOptions>(
    'Etcd',
    {
      dataDir: stringFlag('', 'directory of the embedded store, and of certificates and keys that are not given'),
      etcdServers: listFlag([], 'URLs of an etcd to use in place of the embedded store'),
      etcdCafile: stringFlag('', 'file with the authority that signed the certificate of etcd'),
      etcdCertfile: stringFlag('', 'file with the client certificate to show to etcd'),
      etcdKeyfile: stringFlag('', 'file with the key of --etcd-certfile'),
      eventTtl: durationFlag(60 * minute, 'how long events are kept; 0 is for ever'),
      encryptionProviderConfig: stringFlag('', 'file that says how values are encrypted in the store'),
      encryptionProviderConfigAutomaticReload: boolFlag(false, 'take over changes of --encryption-provider-config'),
      storageMediaType: stringFlag('application/json', `form of stored objects: ${storageMediaTypes.join(', ')}`),
      deleteCollectionWorkers: intFlag(8, 'objects that a deletion of a collection works on at once'),
      etcdCompactionInterval: durationFlag(5 * minute, 'how often the history of the store is shortened; 0 is never'),
      etcdPrefix: stringFlag('/registry', 'what all keys in the store start with'),
      etcdServersOverrides: listFlag([], 'etcd servers of single resources: group/resource#URL;URL,…'),
      etcdHealthcheckTimeout: durationFlag(2000, 'time that the store may take to answer the health check'),
      etcdReadycheckTimeout: durationFlag(2000, 'time that the store may take to answer the readiness check'),
      leaseReuseDurationSeconds: intFlag(60, 'for how long keys that expire share a lease of etcd'),
      storageBackend: stringFlag('', 'etcd3, or nothing for the default; the embedded store is used without servers'),
      etcdCountMetricPollPeriod: durationFlag(minute, 'metrics with the number of objects; 0 leaves them out'),
      watchCache: boolFlag(true, 'serve reads from memory; false is not supported'),
      watchCacheSizes: listFlag(
        [],
        'as upstream, a size other than 0 has no effect, and 0 is not supported: resource[.group]#size,…',
      ),
    },
    validateStorage,
  );
}

/** The servers that keep one resource: `apps/deployments#https://a:2379;https://b:2379`, `/events#…`. */
export interface ServersOverride {
  readonly group: string;
  readonly resource: string;
  readonly servers: readonly string[];
}

/** Reads one of --etcd-servers-overrides; undefined if it is none. */
export function parseServersOverride(text: string): ServersOverride | undefined {
  const match = /^([^/#]*)\/([^/#]+)#([^#]+)$/.exec(text);
  const [, group = '', resource = '', servers = ''] = match ?? [];
  return match === null ? undefined : { group, resource, servers: servers.split(';') };
}

function validateStorage(values: StorageOptions): Error[] {
  const problems: string[] = [];
  if (values.dataDir === '') problems.push('--data-dir is required: name a directory that the server may write to');
  if (!storageMediaTypes.includes(values.storageMediaType)) {
    problems.push(
      `--storage-media-type "${values.storageMediaType}" invalid, allowed values: ${storageMediaTypes.join(', ')}`,
    );
  }
  if (!values.watchCache) problems.push('--watch-cache=false is not supported: all reads are served from the cache');
  for (const size of values.watchCacheSizes) {
    if (!/^[^#]+#[1-9]\d*$/.test(size))
      problems.push(`--watch-cache-sizes: ${size} is no resource[.group]#size above 0`);
  }
  if (!/^\/[^/]+(\/[^/]+)*$/.test(values.etcdPrefix)) {
    problems.push(`--etcd-prefix: ${values.etcdPrefix} must begin with a slash and not end with one`);
  }
  for (const override of values.etcdServersOverrides) {
    if (parseServersOverride(override) === undefined) {
      problems.push(
        '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated',
      );
    }
  }
  if (values.storageBackend !== '' && values.storageBackend !== 'etcd3') {
    problems.push(`--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'`);
  }
  if (values.leaseReuseDurationSeconds <= 0) {
    problems.push('--lease-reuse-duration-seconds must be a positive number');
  }
  if (values.deleteCollectionWorkers < 1) problems.push('--delete-collection-workers must be a positive number');
  if (values.encryptionProviderConfigAutomaticReload && values.encryptionProviderConfig === '') {
    problems.push('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config');
  }
  return problems.map((text) => new Error(text));
}
