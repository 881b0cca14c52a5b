import { type CompletedOptions, completeOptions, newKubeApiserver } from '@kubescript/app-apiserver/app';
import { newAppCommand } from '@kubescript/component-base';

import { chosenControllers } from './controllers.ts';
import type { EnvironmentOptions } from './types.ts';

/** Flags that the environment decides. */
const ownFlags = ['secure-port', 'bind-address', 'data-dir', 'etcd-servers'];

/** Options by their command line: environments of one kind have the same. */
const completedBefore = new Map<string, CompletedOptions>();

/** The options of the server, from the flags that its binary takes. Throws if a flag is unknown or wrong. */
export function apiserverOptions(options: EnvironmentOptions): CompletedOptions {
  const args = commandLine(options);
  const key = args.join('\n');
  const completed = completedBefore.get(key) ?? parse(args);
  completedBefore.set(key, completed);
  return completed;
}

function parse(args: readonly string[]): CompletedOptions {
  const said: string[] = [];
  const app = newKubeApiserver();
  const cmd = newAppCommand(app, (text) => said.push(text));
  try {
    cmd.parse(args, { from: 'user' });
  } catch (error) {
    throw new Error(`startEnvironment: ${said.join('').trim()}`, { cause: error });
  }
  const completed = completeOptions(app.options(cmd));
  const problems = app.validate(completed);
  if (problems.length > 0) throw new Error(`startEnvironment: ${problems.map(({ message }) => message).join('; ')}`);
  return completed;
}

function commandLine({ port = 0, controllers = false, flags = {} }: EnvironmentOptions): readonly string[] {
  const own = Object.keys(flags).find((name) => ownFlags.includes(name));
  if (own !== undefined) throw new Error(`startEnvironment: --${own} is not for flags: use port and store`);
  // Without its controller no namespace has a default service account, and no pod could be made.
  const hasAccounts = chosenControllers(controllers).includes('serviceaccount-controller');
  const all = {
    'authorization-mode': 'RBAC',
    'service-cluster-ip-range': '10.0.0.0/24',
    'advertise-address': '127.0.0.1',
    ...(hasAccounts ? {} : { 'disable-admission-plugins': 'ServiceAccount' }),
    ...flags,
    'bind-address': '127.0.0.1',
    'secure-port': String(port === false ? 0 : port),
    // Required of the binary; store, certificates and keys of an environment come from elsewhere.
    'data-dir': '.',
  };
  return Object.entries(all).map(([name, value]) => `--${name}=${value}`);
}
