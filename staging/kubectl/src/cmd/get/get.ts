import { boolFlag, intFlag, listFlag, textFlag, type OutputFormat, parseOutputFormat } from '@kubescript/cli-runtime';

import { defineCommand } from '../../command/command.ts';
import { allNamespacesFlag, filenameFlags, outputFlags, selectorFlag } from '../../util/common-flags.ts';
import { getRaw } from './raw.ts';
import { getStructured } from './structured.ts';
import { getTables } from './tables.ts';

/** What `kubectl get` was asked for. */
export interface GetOptions {
  readonly args: readonly string[];
  readonly filenames: readonly string[];
  readonly recursive: boolean;
  readonly raw: string;
  readonly format: OutputFormat | undefined;
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
  readonly showKind: boolean;
  readonly showManagedFields: boolean;
  readonly allowMissing: boolean;
  readonly allNamespaces: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly sortBy: string;
  readonly subresource: string;
  readonly ignoreNotFound: boolean;
  readonly watch: boolean;
  readonly watchOnly: boolean;
  readonly outputWatchEvents: boolean;
  readonly chunkSize: number;
}

/** Prints objects: as the server's tables, or in the format that `-o` names. */
export const getCommand = defineCommand({
  name: 'get',
  summary: 'Display one or many resources.',
  usage: '(TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE/NAME ...) [flags]',
  examples: 'kubectl get pods\nkubectl get deployment web -o yaml\nkubectl get pods -A -w',
  flags: {
    ...filenameFlags,
    ...outputFlags,
    ...selectorFlag,
    ...allNamespacesFlag,
    'field-selector': textFlag('Selector (field query) to filter on, supports =, ==, and !='),
    watch: boolFlag('After listing the requested objects, watch for changes', { shorthand: 'w' }),
    'watch-only': boolFlag('Watch for changes without listing first'),
    'output-watch-events': boolFlag('Output watch events when --watch or --watch-only is used'),
    'no-headers': boolFlag('Do not print headers'),
    'show-labels': boolFlag('Show all labels as the last column'),
    'show-kind': boolFlag('List the resource type before the names'),
    'label-columns': listFlag('Labels to show as columns', { shorthand: 'L' }),
    'sort-by': textFlag('Sort by the field that this JSONPath names'),
    'ignore-not-found': boolFlag('Exit with 0 if the object does not exist'),
    'chunk-size': intFlag('Return large lists in chunks', { default: 500 }),
    subresource: textFlag('Read this subresource: status or scale'),
    raw: textFlag('Request this path of the server and print the answer'),
  },
  async complete({ values, args }): Promise<GetOptions> {
    return {
      args,
      filenames: values.filename,
      recursive: values.recursive,
      raw: values.raw,
      format: await parseOutputFormat(values.output),
      wide: values.output === 'wide',
      noHeaders: values['no-headers'],
      showLabels: values['show-labels'],
      labelColumns: values['label-columns'],
      showKind: values['show-kind'],
      showManagedFields: values['show-managed-fields'],
      allowMissing: values['allow-missing-template-keys'],
      allNamespaces: values['all-namespaces'],
      labelSelector: values.selector,
      fieldSelector: values['field-selector'],
      sortBy: values['sort-by'],
      subresource: values.subresource,
      ignoreNotFound: values['ignore-not-found'],
      watch: values.watch || values['watch-only'],
      watchOnly: values['watch-only'],
      outputWatchEvents: values['output-watch-events'],
      chunkSize: values['chunk-size'],
    };
  },
  validate(options) {
    if (options.raw !== '')
      return options.args.length > 0 ? ['arguments may not be passed when --raw is specified'] : [];
    if (options.args.length === 0 && options.filenames.length === 0) {
      return [
        'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).\nSee \'kubectl get -h\' for help and examples',
      ];
    }
    if (options.outputWatchEvents && !options.watch) {
      return ['--output-watch-events option can only be used with --watch or --watch-only'];
    }
    if (options.showLabels && options.format !== undefined)
      return ['--show-labels option cannot be used with this printer'];
    return [];
  },
  async run(options, context) {
    if (options.raw !== '') return getRaw(options.raw, context);
    return options.format === undefined ? getTables(options, context) : getStructured(options, options.format, context);
  },
});
