/** What the kubelet uses of the package `ws`, which ships no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    readonly protocol: string;
    send(data: string | Uint8Array, options: { readonly binary: boolean }, done: (err?: Error) => void): void;
    close(code?: number): void;
    terminate(): void;
    pause(): void;
    resume(): void;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: {
      readonly noServer: true;
      readonly handleProtocols?: (protocols: Set<string>, request: IncomingMessage) => string | false;
    });
    readonly clients: Set<WebSocket>;
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: (websocket: WebSocket) => void): void;
  }
}
