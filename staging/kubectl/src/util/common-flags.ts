import { boolFlag, choiceFlag, durationFlag, listFlag, textFlag } from '@kubescript/cli-runtime';

/** `-f` and `-R`. */
export const filenameFlags = {
  filename: listFlag('Filename, directory, or URL to files that hold the objects; - is standard input', {
    shorthand: 'f',
  }),
  recursive: boolFlag('Process the directories used in -f, --filename recursively', { shorthand: 'R' }),
} as const;

/** `-o` and what changes it. */
export const outputFlags = {
  output: textFlag('Output format: json, yaml, name, jsonpath=…, custom-columns=…', { shorthand: 'o' }),
  'show-managed-fields': boolFlag('If true, keep the managedFields when printing objects in JSON or YAML format'),
  'allow-missing-template-keys': boolFlag('If true, ignore fields that templates name and objects lack', {
    default: true,
  }),
} as const;

/** `-l`. */
export const selectorFlag = {
  selector: textFlag("Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'", {
    shorthand: 'l',
  }),
} as const;

/** `-A`. */
export const allNamespacesFlag = {
  'all-namespaces': boolFlag('If present, work on the objects of all namespaces', { shorthand: 'A' }),
} as const;

/** Whether a write is only tried: nowhere, here, or by the server. */
export type DryRun = 'none' | 'client' | 'server';

/** `--dry-run`. */
export const dryRunFlag = {
  'dry-run': choiceFlag<DryRun>(
    'none, client (print what would be sent) or server (send it without storing)',
    ['none', 'client', 'server'],
    'none',
    { withoutValue: 'client' },
  ),
} as const;

/** `--pod-running-timeout`: as upstream's, it bounds the wait for a workload's first pod to appear. */
export const podTimeoutFlag = {
  'pod-running-timeout': durationFlag('How long to wait until a workload has a pod (like 5s, 2m)', {
    default: 60_000,
  }),
} as const;

/** What is wrong with the value of podTimeoutFlag. */
export function podTimeoutProblems(timeoutMs: number): readonly string[] {
  return timeoutMs > 0 ? [] : ['--pod-running-timeout must be higher than zero'];
}

/** `--field-manager`. */
export function fieldManagerFlag(manager: string): { readonly 'field-manager': ReturnType<typeof textFlag> } {
  return { 'field-manager': textFlag('Name of the manager used to track field ownership', { default: manager }) };
}
