import { realClock } from '@kubescript/apimachinery';
import { send } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';

/** Prints the body of a path as it comes. */
export async function getRaw(path: string, { access, streams, signal }: CommandContext): Promise<number> {
  const response = await send({
    transport: await access.transport(),
    clock: realClock,
    verb: 'get',
    resource: { group: '', resource: '' },
    name: '',
    request: { method: 'GET', path, headers: { accept: '*/*' }, signal },
  });
  for await (const chunk of response.bytes()) streams.out.write(chunk);
  return 0;
}
