import { Client, credentials, Metadata } from '@grpc/grpc-js';

import type { ProbeOutcome } from './probe.ts';

const statusNames = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

/** Asks a server for its health by the gRPC health checking protocol (grpc.health.v1). */
export function grpcHealth(target: {
  readonly host: string;
  readonly port: number;
  readonly service: string;
  readonly timeoutMs: number;
}): Promise<ProbeOutcome> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const client = new Client(`${host}:${String(target.port)}`, credentials.createInsecure(), {
    'grpc.primary_user_agent': 'kube-probe/1.36',
  });
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      encodeRequest,
      decodeStatus,
      target.service,
      new Metadata(),
      { deadline: Date.now() + target.timeoutMs },
      (err, status) => {
        client.close();
        if (err !== null) resolve({ result: 'failure', output: `error: health rpc failed: ${err.details}` });
        else if (status === 1) resolve({ result: 'success', output: 'service healthy' });
        else
          resolve({
            result: 'failure',
            output: `service unhealthy (responded with "${statusNames[status ?? 0] ?? ''}")`,
          });
      },
    );
  });
}

function encodeRequest(service: string): Buffer {
  const name = Buffer.from(service);
  if (name.length > 127) throw new RangeError('the name of a gRPC service to probe has more than 127 bytes');
  return name.length === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, name.length]), name]);
}

function decodeStatus(bytes: Buffer): number {
  return bytes[0] === 0x08 ? (bytes[1] ?? 0) : 0;
}
