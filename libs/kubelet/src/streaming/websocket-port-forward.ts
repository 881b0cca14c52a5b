import type { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

import { messageOf } from '../container/sync-error.ts';

/**
 * Serves a port-forward of which each port has two channels of the WebSocket, for data and for an error text; both begin
 * with the number of the port. Resolves when the client has gone.
 * @go kubernetes/pkg/kubelet: k8s.io/streaming/portforward#handleWebSocketStreams
 */
export async function serveWebSocketForward(
  socket: WebSocket,
  ports: readonly number[],
  connect: (port: number) => Promise<Duplex>,
): Promise<void> {
  const base64 = socket.protocol.includes('base64');
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  const send = (channel: number, data: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        resolve();
      };
      if (base64) socket.send(`${String(channel)}${Buffer.from(data).toString('base64')}`, { binary: false }, done);
      else socket.send(Buffer.concat([Buffer.from([channel]), data]), { binary: true }, done);
    });
  const early = new Map<number, Buffer[]>();
  const targets = new Map<number, Duplex>();
  socket.on('message', (message: Buffer) => {
    const channel = base64 ? Number(message.toString('latin1', 0, 1)) : (message[0] ?? 0);
    const data = base64 ? Buffer.from(message.toString('latin1', 1), 'base64') : message.subarray(1);
    const target = targets.get(channel);
    if (target !== undefined) target.write(data);
    else early.set(channel, [...(early.get(channel) ?? []), data]);
  });
  const forwards = ports.map(async (port, index) => {
    const [dataChannel, errorChannel] = [index * 2, index * 2 + 1];
    const number = Buffer.from([port & 0xff, port >> 8]);
    await send(dataChannel, number);
    await send(errorChannel, number);
    try {
      const target = await connect(port);
      targets.set(dataChannel, target);
      for (const data of early.get(dataChannel) ?? []) target.write(data);
      void gone.then(() => target.destroy());
      for await (const chunk of target) await send(dataChannel, chunk as Buffer);
    } catch (err) {
      await send(errorChannel, Buffer.from(`error forwarding port ${String(port)} to pod: ${messageOf(err)}`));
    }
  });
  await Promise.race([Promise.allSettled(forwards), gone]);
  socket.close(1000);
}
