import { readFile } from 'node:fs/promises';

import { durationFlag, FlagGroup, intFlag, stringFlag } from '@kubescript/component-base';
import { type CsrSigningOptions, LegacyTokenIssuer, type SignerName, signerNames } from '@kubescript/lib-controllers';

/** The keys that controllers sign with; times in milliseconds. */
export interface CredentialOptions {
  readonly clusterSigningCertFile: string;
  readonly clusterSigningKeyFile: string;
  readonly clusterSigningKubeletServingCertFile: string;
  readonly clusterSigningKubeletServingKeyFile: string;
  readonly clusterSigningKubeletClientCertFile: string;
  readonly clusterSigningKubeletClientKeyFile: string;
  readonly clusterSigningKubeApiserverClientCertFile: string;
  readonly clusterSigningKubeApiserverClientKeyFile: string;
  readonly clusterSigningLegacyUnknownCertFile: string;
  readonly clusterSigningLegacyUnknownKeyFile: string;
  readonly clusterSigningDuration: number;
  readonly serviceAccountPrivateKeyFile: string;
  readonly concurrentServiceaccountTokenSyncs: number;
  readonly legacyServiceAccountTokenCleanUpPeriod: number;
}

const year = 365 * 24 * 3_600_000;
const pairs = {
  [signerNames.kubeletServing]: ['clusterSigningKubeletServingCertFile', 'clusterSigningKubeletServingKeyFile'],
  [signerNames.kubeletClient]: ['clusterSigningKubeletClientCertFile', 'clusterSigningKubeletClientKeyFile'],
  [signerNames.apiserverClient]: [
    'clusterSigningKubeApiserverClientCertFile',
    'clusterSigningKubeApiserverClientKeyFile',
  ],
  [signerNames.legacyUnknown]: ['clusterSigningLegacyUnknownCertFile', 'clusterSigningLegacyUnknownKeyFile'],
} as const satisfies Readonly<Record<SignerName, readonly [keyof CredentialOptions, keyof CredentialOptions]>>;

/** `--cluster-signing-*`, `--service-account-private-key-file` */
export function credentialFlags(): FlagGroup<CredentialOptions> {
  const cert = (signer: string): ReturnType<typeof stringFlag> =>
    stringFlag('', `file with the authority of the signer ${signer}, in place of --cluster-signing-cert-file`);
  const key = (signer: string): ReturnType<typeof stringFlag> =>
    stringFlag('', `file with the key of that of ${signer}`);
  return new FlagGroup<CredentialOptions>(
    'Credentials',
    {
      clusterSigningCertFile: stringFlag('', 'file with the authority that signs certificates of the cluster'),
      clusterSigningKeyFile: stringFlag('', 'file with the key of --cluster-signing-cert-file'),
      clusterSigningKubeletServingCertFile: cert(signerNames.kubeletServing),
      clusterSigningKubeletServingKeyFile: key(signerNames.kubeletServing),
      clusterSigningKubeletClientCertFile: cert(signerNames.kubeletClient),
      clusterSigningKubeletClientKeyFile: key(signerNames.kubeletClient),
      clusterSigningKubeApiserverClientCertFile: cert(signerNames.apiserverClient),
      clusterSigningKubeApiserverClientKeyFile: key(signerNames.apiserverClient),
      clusterSigningLegacyUnknownCertFile: cert(signerNames.legacyUnknown),
      clusterSigningLegacyUnknownKeyFile: key(signerNames.legacyUnknown),
      clusterSigningDuration: durationFlag(year, 'certificates are good for this long at most'),
      serviceAccountPrivateKeyFile: stringFlag('', 'file with the key that signs the tokens in Secrets'),
      concurrentServiceaccountTokenSyncs: intFlag(5, 'Secrets with tokens worked on at a time'),
      legacyServiceAccountTokenCleanUpPeriod: durationFlag(
        year,
        'how long a token in a Secret may be unused before it is refused, and refused before it is deleted',
      ),
    },
    credentialProblems,
  );
}

function credentialProblems(options: CredentialOptions): readonly Error[] {
  const problems: Error[] = [];
  const all = [['clusterSigningCertFile', 'clusterSigningKeyFile'], ...Object.values(pairs)] as const;
  for (const [cert, key] of all) {
    if ((options[cert] === '') !== (options[key] === '')) {
      problems.push(new Error(`${flagOf(cert)} and ${flagOf(key)} must be given together`));
    }
  }
  if (options.concurrentServiceaccountTokenSyncs < 1) {
    problems.push(new Error('--concurrent-serviceaccount-token-syncs must be at least 1'));
  }
  if (options.clusterSigningDuration < 600_000) {
    problems.push(new Error('--cluster-signing-duration must be at least 10m'));
  }
  return problems;
}

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The keys, read. */
export interface Credentials {
  /** undefined: no tokens are put into Secrets. */
  readonly tokenIssuer: LegacyTokenIssuer | undefined;
  readonly signing: CsrSigningOptions;
  readonly tokenWorkers: number;
  readonly legacyTokenPeriod: number;
}

/** Reads the files that the flags name; an Error names the flag. */
export async function readCredentials(options: CredentialOptions): Promise<Credentials> {
  const read = async (name: keyof CredentialOptions): Promise<string> => {
    const path = String(options[name]);
    try {
      return await readFile(path, 'utf8');
    } catch (err) {
      throw new Error(`${flagOf(name)}: cannot read ${path}: ${(err as Error).message}`, { cause: err });
    }
  };
  const authorities: Partial<Record<SignerName, { readonly cert: string; readonly key: string }>> = {};
  for (const [signer, [cert, key]] of Object.entries(pairs)) {
    const isOwn = options[cert] !== '';
    const [certName, keyName] = isOwn
      ? ([cert, key] as const)
      : (['clusterSigningCertFile', 'clusterSigningKeyFile'] as const);
    if (options[certName] === '') continue;
    authorities[signer as SignerName] = { cert: await read(certName), key: await read(keyName) };
  }
  return {
    tokenIssuer:
      options.serviceAccountPrivateKeyFile === ''
        ? undefined
        : new LegacyTokenIssuer(await read('serviceAccountPrivateKeyFile')),
    signing: { authorities, maxDuration: options.clusterSigningDuration },
    tokenWorkers: options.concurrentServiceaccountTokenSyncs,
    legacyTokenPeriod: options.legacyServiceAccountTokenCleanUpPeriod,
  };
}
