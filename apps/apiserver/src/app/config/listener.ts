import { type GenericApiServer, SecureServer } from '@kubescript/apiserver';

import { type Listener, noListener } from '../listener.ts';
import { countHandshakeErrors } from '../metrics.ts';
import type { ServingCertificates } from '../serving-certificates.ts';
import { type OpeningContext, describe } from './context.ts';

/** Upstream's, where the flag says nothing. */
const defaultMaxStreams = 250;

/** The port of the server, which is not open yet; none where the embedder wants none. */
export function newServerListener(
  { options, embedder, logger, metrics }: OpeningContext,
  parts: {
    readonly server: GenericApiServer;
    readonly certificates: ServingCertificates;
    readonly clientCa: string;
    readonly compressResponses: boolean;
  },
): Listener {
  if (embedder.listens === false) return noListener;
  return new SecureServer({
    handler: parts.server.handler,
    compressResponses: parts.compressResponses,
    tls: { ...parts.certificates.material, clientCa: parts.clientCa },
    maxStreams: options.tls.http2MaxStreamsPerConnection || defaultMaxStreams,
    sharesPort: options.tls.permitPortSharing,
    onHandshakeError: countHandshakeErrors(metrics),
    host: options.serving.bindAddress,
    port: options.serving.securePort,
    onError: (error) => {
      logger.debug('a connection failed', { error: describe(error) });
    },
  });
}
