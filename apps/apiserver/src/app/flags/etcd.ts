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
    },
    validateStorage,
  );
}

function validateStorage(values: StorageOptions): Error[] {
  const problems: string[] = [];
  if (values.dataDir === '') problems.push('--data-dir is required: name a directory that the server may write to');
  if (!storageMediaTypes.includes(values.storageMediaType)) {
    problems.push(
      `--storage-media-type "${values.storageMediaType}" invalid, allowed values: ${storageMediaTypes.join(', ')}`,
    );
  }
  if (values.deleteCollectionWorkers < 1) problems.push('--delete-collection-workers must be a positive number');
  if (values.encryptionProviderConfigAutomaticReload && values.encryptionProviderConfig === '') {
    problems.push('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config');
  }
  return problems.map((text) => new Error(text));
}
