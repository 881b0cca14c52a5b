import {
  type CompletedOptions,
  completeOptions,
  newKubeApiserver,
  type TypedOptions,
} from '@kubescript/app-apiserver/app';
import { newAppCommand } from '@kubescript/component-base';

import { chosenControllers } from './controllers.ts';
import type { EnvironmentOptions } from './types.ts';

type PartialOptions = { readonly [Group in keyof TypedOptions]?: TypedOptions[Group] };

/** Flags that the environment decides. */
const ownFlags = ['secure-port', 'bind-address', 'data-dir', 'etcd-servers'];

/** The options of the server, with the flags of its binary. Throws if a flag is unknown or wrong. */
export function apiserverOptions({ port = 0, controllers = false, flags = {} }: EnvironmentOptions): CompletedOptions {
  const own: PartialOptions = {
    serving: { bindAddress: '127.0.0.1', securePort: port === false ? 0 : port },
    // Required of the binary; store, certificates and keys of an environment come from elsewhere.
    storage: { dataDir: '.' },
  };
  return completeOptions(merge([defaults(controllers), typedFlags(flags), own]));
}

/** What an environment has that flags may change. */
function defaults(controllers: boolean | readonly string[]): PartialOptions {
  // Without its controller no namespace has a default service account, and no pod could be made.
  const hasAccounts = chosenControllers(controllers).includes('serviceaccount-controller');
  return {
    authorization: { authorizationMode: ['RBAC'] },
    cluster: { advertiseAddress: '127.0.0.1' },
    ...(hasAccounts ? {} : { admission: { disableAdmissionPlugins: ['ServiceAccount'] } }),
  };
}

/** What flags say, by group. They are declared for those who give some: that takes longer than anything else here. */
function typedFlags(flags: Readonly<Record<string, string>>): PartialOptions {
  const names = Object.keys(flags);
  if (names.length === 0) return {};
  const own = names.find((name) => ownFlags.includes(name));
  if (own !== undefined) throw new Error(`startEnvironment: --${own} is not for flags: use port and store`);
  const said: string[] = [];
  const app = newKubeApiserver();
  const cmd = newAppCommand(app, (text) => said.push(text));
  try {
    cmd.parse(
      Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      { from: 'user' },
    );
  } catch (error) {
    throw new Error(`startEnvironment: ${said.join('').trim()}`, { cause: error });
  }
  const typed = app.options(cmd);
  const problems = app.validate(completeOptions(merge([typed, { storage: { dataDir: '.' } }])));
  if (problems.length > 0) throw new Error(`startEnvironment: ${problems.map(({ message }) => message).join('; ')}`);
  return typed;
}

/** Group by group, later ones over earlier ones. */
function merge(all: readonly PartialOptions[]): Partial<TypedOptions> {
  const merged: Record<string, object> = {};
  for (const options of all) {
    for (const [group, values] of Object.entries(options)) merged[group] = { ...merged[group], ...values };
  }
  return merged;
}
