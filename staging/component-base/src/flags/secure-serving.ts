import { FlagGroup } from './flag-group.ts';
import { intFlag, stringFlag } from './flag-spec.ts';

/** Where and with which certificate a component serves its own endpoints. */
export interface SecureServingOptions {
  readonly bindAddress: string;
  /** 0 switches serving off. */
  readonly securePort: number;
  /** '' makes a self-signed certificate that lives as long as the process. */
  readonly tlsCertFile: string;
  readonly tlsPrivateKeyFile: string;
}

/** `--bind-address`, `--secure-port`, `--tls-cert-file` … with the defaults of one component. */
export function secureServingFlags(defaults: {
  readonly port: number;
  readonly bindAddress?: string;
}): FlagGroup<SecureServingOptions> {
  return new FlagGroup(
    'Secure serving',
    {
      bindAddress: stringFlag(defaults.bindAddress ?? '0.0.0.0', 'IP address to serve on'),
      securePort: intFlag(defaults.port, 'port to serve HTTPS on; 0 serves nothing'),
      tlsCertFile: stringFlag('', 'file with the serving certificate (PEM), followed by its intermediates'),
      tlsPrivateKeyFile: stringFlag('', 'file with the private key of --tls-cert-file (PEM)'),
    },
    validateSecureServing,
  );
}

function validateSecureServing(values: SecureServingOptions): readonly Error[] {
  const problems: Error[] = [];
  if (values.securePort < 0 || values.securePort > 65535) {
    problems.push(new Error(`--secure-port: ${String(values.securePort)} is not between 0 and 65535`));
  }
  if ((values.tlsCertFile === '') !== (values.tlsPrivateKeyFile === '')) {
    problems.push(new Error('--tls-cert-file and --tls-private-key-file must be given together'));
  }
  return problems;
}
