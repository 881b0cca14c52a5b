import type { Backend, TokenAuthenticator, UserInfo } from '@kubescript/apiserver';
import type { Transport } from '@kubescript/client';

import type { ServerPki } from './pki.ts';

/** A server that is ready. */
export interface ServingApiserver {
  readonly port: number;
  /** A way into the server for a component of the same process. */
  transportFor(user: UserInfo, userAgent?: string): Transport;
}

/** What a program that holds the server in its own process may want of it. */
export interface ApiserverOverrides {
  /** Called once, when `/readyz` answers ok. */
  readonly onServing?: (server: ServingApiserver) => void;
  /** The store, in place of the one that flags name. The server closes it. */
  readonly backend?: Backend;
  /** Certificates and keys, in place of those of flags and data directory: with these it needs no data directory. */
  readonly pki?: ServerPki;
  /** Users that come with tokens, besides those of flags. */
  readonly tokens?: TokenAuthenticator;
  /** False: no port is opened, only components of the same process get in. */
  readonly listens?: boolean;
}
