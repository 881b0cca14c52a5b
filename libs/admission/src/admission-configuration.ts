import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { parseYaml } from '@kubescript/client';

import type { PluginConfiguration } from './generic/plugin-configuration.ts';

/** The configurations of plugins, by the names of the plugins. */
export type PluginConfigurations = ReadonlyMap<string, PluginConfiguration>;

interface PluginEntry {
  readonly name?: string;
  readonly path?: string;
  readonly configuration?: PluginConfiguration;
}

/**
 * Reads `--admission-control-config-file` and the files that it names; throws an Error that says what is wrong.
 *
 * @go k8s.io/apiserver/pkg/admission#ReadAdmissionConfiguration
 */
export async function readAdmissionConfiguration(file: string): Promise<PluginConfigurations> {
  const config = (await readYaml(file)) as {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly plugins?: readonly PluginEntry[];
  } | null;
  if (config?.kind !== 'AdmissionConfiguration' || !config.apiVersion?.startsWith('apiserver.config.k8s.io/')) {
    throw new Error(`${file} is no AdmissionConfiguration of apiserver.config.k8s.io/v1`);
  }
  const entries = (config.plugins ?? []).map(async ({ name = '', path = '', configuration }) => {
    if (configuration) return [name, configuration] as const;
    if (path === '') return [name, {}] as const;
    return [name, (await readYaml(resolve(dirname(file), path))) as PluginConfiguration] as const;
  });
  return new Map(await Promise.all(entries));
}

async function readYaml(file: string): Promise<unknown> {
  try {
    return parseYaml(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`unable to read admission control configuration from "${file}": ${(error as Error).message}`, {
      cause: error,
    });
  }
}
