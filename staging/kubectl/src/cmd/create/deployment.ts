import { intFlag, listFlag } from '@kubescript/cli-runtime';
import type { Deployment } from '@kubescript/api/apps/v1';

import { defineGenerated, requireName } from '../../util/generated-command.ts';

/** `kubectl create deployment NAME --image=image -- [COMMAND] [args...]` */
export const createDeployment = defineGenerated({
  name: 'deployment',
  aliases: ['deploy'],
  summary: 'Create a deployment with the specified name.',
  usage: 'NAME --image=image -- [COMMAND] [args...]',
  flags: {
    image: listFlag('Image names to run'),
    port: intFlag('The containerPort that this deployment exposes.', { default: -1 }),
    replicas: intFlag('Number of replicas to create', { shorthand: 'r', default: 1 }),
  },
  generate({ args, argsBeforeDash, values }): Deployment {
    const name = requireName(args.slice(0, argsBeforeDash));
    const command = argsBeforeDash === undefined ? [] : args.slice(argsBeforeDash);
    if (values.image.length === 0) throw new Error('required flag(s) "image" not set');
    if (values.image.length > 1 && command.length > 0) {
      throw new Error('cannot specify multiple --image options and command');
    }
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels: { app: name } },
      spec: {
        replicas: values.replicas,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: {
            containers: values.image.map((image) => ({
              name: containerName(image),
              image,
              ...(command.length === 0 ? {} : { command }),
              ...(values.port < 0 ? {} : { ports: [{ containerPort: values.port }] }),
              resources: {},
            })),
          },
        },
        strategy: {},
      },
      status: {},
    };
  },
});

/** The last part of an image's name, without tag and digest, as far as it can name a container. */
function containerName(image: string): string {
  const last = image.split('/').at(-1) ?? image;
  const name = last.split(/[:@]/)[0] ?? last;
  return name.toLowerCase().replace(/[^-a-z0-9]/g, '-');
}
