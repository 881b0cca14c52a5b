import { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

/** A WebSocket as a stream of bytes: the boundaries of its messages mean nothing (port-forward tunnels SPDY so). */
export function websocketDuplex(socket: WebSocket): Duplex {
  const duplex = new Duplex({
    read() {
      socket.resume();
    },
    write(chunk: Buffer, _encoding, done) {
      socket.send(chunk, { binary: true }, (err) => {
        done(err ?? null);
      });
    },
    final(done) {
      socket.close(1000);
      done();
    },
    destroy(err, done) {
      socket.close(1000);
      done(err);
    },
  });
  socket.on('message', (data: Buffer) => {
    if (!duplex.push(data)) socket.pause();
  });
  socket.once('close', () => {
    duplex.push(null);
  });
  socket.once('error', (err: Error) => {
    duplex.destroy(err);
  });
  return duplex;
}
