import { FlagGroup, durationFlag, listFlag, stringFlag } from '@kubescript/component-base';

/** Who may do what. */
export interface AuthorizationFlags {
  readonly authorizationMode: readonly string[];
  readonly authorizationConfig: string;
  readonly authorizationPolicyFile: string;
  readonly authorizationAlwaysAllowPaths: readonly string[];
  readonly authorizationWebhookConfigFile: string;
  readonly authorizationWebhookVersion: string;
  readonly authorizationWebhookCacheAuthorizedTtl: number;
  readonly authorizationWebhookCacheUnauthorizedTtl: number;
}

/** The modes of `--authorization-mode`. */
export const authorizationModes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];

/** `--authorization-*` */
export const authorizationFlagGroup = new FlagGroup<AuthorizationFlags>(
  'Authorization',
  {
    authorizationMode: listFlag(
      [],
      `authorizers in order: ${authorizationModes.join(', ')}; AlwaysAllow without --authorization-config`,
    ),
    authorizationConfig: stringFlag(
      '',
      'file with an AuthorizationConfiguration, in place of --authorization-mode; read again when it changes',
    ),
    authorizationPolicyFile: stringFlag('', 'file with the policy of the mode ABAC, one JSON object per line'),
    authorizationAlwaysAllowPaths: listFlag(
      ['/healthz', '/readyz', '/livez'],
      'paths that are no resources and that everybody may request; a star at the end covers what begins so',
    ),
    authorizationWebhookConfigFile: stringFlag('', 'kubeconfig of the service that the mode Webhook asks'),
    authorizationWebhookVersion: stringFlag('v1beta1', 'version of the SubjectAccessReview that is sent to it'),
    authorizationWebhookCacheAuthorizedTtl: durationFlag(300_000, 'how long what it allows is kept'),
    authorizationWebhookCacheUnauthorizedTtl: durationFlag(30_000, 'how long what it does not allow is kept'),
  },
  (flags) => (flags.authorizationConfig === '' ? modeProblems(flags) : configProblems(flags)),
);

/** The modes in order; those of an AuthorizationConfiguration are in its file. */
export function modesOf({ authorizationMode, authorizationConfig }: AuthorizationFlags): readonly string[] {
  if (authorizationMode.length > 0 || authorizationConfig !== '') return authorizationMode;
  return ['AlwaysAllow'];
}

/** @go k8s.io/kubernetes/pkg/kubeapiserver/options#(*BuiltInAuthorizationOptions).Validate */
function modeProblems(flags: AuthorizationFlags): readonly Error[] {
  const { authorizationMode: modes, authorizationPolicyFile: policy, authorizationWebhookConfigFile: webhook } = flags;
  const problems = modes
    .filter((mode) => !authorizationModes.includes(mode))
    .map((mode) => new Error(`authorization-mode "${mode}" is not a valid mode`));
  const [repeated] = modes.filter((mode, index) => modes.indexOf(mode) < index);
  if (repeated !== undefined) {
    problems.push(new Error(`authorization-mode ["${modes.join('" "')}"] has mode specified more than once`));
  }
  if (modes.includes('ABAC') && policy === '') {
    problems.push(new Error("authorization-mode ABAC's authorization policy file not passed"));
  }
  if (!modes.includes('ABAC') && policy !== '') {
    problems.push(new Error('cannot specify --authorization-policy-file without mode ABAC'));
  }
  if (modes.includes('Webhook') && webhook === '') {
    problems.push(new Error("authorization-mode Webhook's authorization config file not passed"));
  }
  if (!modes.includes('Webhook') && webhook !== '') {
    problems.push(new Error('cannot specify --authorization-webhook-config-file without mode Webhook'));
  }
  return [...problems, ...versionProblems(flags)];
}

function versionProblems({ authorizationWebhookVersion: version }: AuthorizationFlags): readonly Error[] {
  if (['v1', 'v1beta1'].includes(version)) return [];
  const text = `unsupported webhook authorizer version "${version}", supported versions are "v1", "v1beta1"`;
  return [new Error(`--authorization-webhook-version: ${text}`)];
}

function configProblems(flags: AuthorizationFlags): readonly Error[] {
  const problems: Error[] = [];
  if (flags.authorizationMode.length > 0 || flags.authorizationWebhookConfigFile !== '') {
    problems.push(
      new Error(
        '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
      ),
    );
  }
  return problems;
}
