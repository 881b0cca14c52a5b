import { Builder, boolFlag, textFlag, UsageError } from '@kubescript/cli-runtime';

import { type Command, defineCommand } from '../../command/command.ts';
import { dryRunFlag, fieldManagerFlag, filenameFlags, outputFlags, selectorFlag } from '../../util/common-flags.ts';
import { createObject, fieldValidationOf } from '../../util/create-object.ts';
import { forEach } from '../../util/each.ts';
import { withLastApplied } from '../../util/last-applied.ts';
import { printResult, resultOptions } from '../../util/print-result.ts';
import { createConfigMap } from './configmap.ts';
import { createDeployment } from './deployment.ts';
import { createJob } from './job.ts';
import { createNamespace } from './namespace.ts';
import { rbacCommands } from './rbac.ts';
import { createSecret } from './secret.ts';
import { createService } from './service.ts';
import { createServiceAccount } from './service-account.ts';
import { createToken } from './token.ts';

const children: readonly Command[] = [
  createConfigMap,
  createDeployment,
  createJob,
  createNamespace,
  createSecret,
  createService,
  createServiceAccount,
  createToken,
  ...rbacCommands,
];

/** Creates the objects of files, or, with a subcommand, one object from flags. */
export const createCommand = defineCommand(
  {
    name: 'create',
    summary: 'Create a resource from a file or from stdin.',
    usage: '-f FILENAME [flags]',
    examples: 'kubectl create -f pod.yaml\ncat pod.yaml | kubectl create -f -',
    flags: {
      ...filenameFlags,
      ...outputFlags,
      ...selectorFlag,
      ...dryRunFlag,
      ...fieldManagerFlag('kubectl-create'),
      'save-config': boolFlag('Keep the configuration in an annotation, for a later kubectl apply'),
      validate: textFlag('strict (or true), warn, or ignore (or false)', { default: 'strict', withoutValue: 'strict' }),
    },
    async complete({ values, args }) {
      const [word] = args;
      if (word !== undefined) throw new UsageError(`unknown command "${word}" for "kubectl create"`);
      return {
        filenames: values.filename,
        recursive: values.recursive,
        labelSelector: values.selector,
        saveConfig: values['save-config'],
        dryRun: values['dry-run'],
        fieldManager: values['field-manager'],
        validate: fieldValidationOf(values.validate),
        result: await resultOptions(values),
      };
    },
    validate: ({ filenames }) => (filenames.length === 0 ? ['must specify one of -f and -k'] : []),
    async run(options, context) {
      const infos = await new Builder(context.access, context.streams).fromFiles(options);
      if (infos.length === 0) throw new Error('no objects passed to create');
      await forEach(infos, async (info) => {
        const object = options.saveConfig && info.object !== undefined ? withLastApplied(info.object) : info.object;
        const created = await createObject({ ...info, object }, options, context);
        printResult(
          context,
          options.result,
          { ...info, name: created.metadata.name ?? '', object: created },
          'created',
        );
      });
      return 0;
    },
  },
  children,
);
