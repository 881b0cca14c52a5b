import { type FlowController, type Handler, flowControlDumps, textResponse } from '@kubescript/apiserver';
import type { FeatureGate } from '@kubescript/component-base';

import type { ServerAuth } from '../auth/index.ts';
import { profilingHandlers, zpageHandlers } from '../debug-handlers.ts';
import { openIdHandlers } from '../open-id.ts';
import { type CompletedOptions, flagTexts } from '../options.ts';

/** Answers of kube-apiserver besides its resources, by exact path: keys of tokens, profiles, dumps, zpages. */
export function serverHandlers(
  options: CompletedOptions,
  parts: {
    readonly auth: ServerAuth;
    readonly flowControl: FlowController | undefined;
    readonly features: FeatureGate;
    readonly serverAddress: () => string;
    readonly paths: () => readonly string[];
  },
): Record<string, Handler> {
  const { auth, flowControl, features, serverAddress } = parts;
  return {
    ...openIdHandlers({
      issuer: options.serviceAccount.serviceAccountIssuer[0] ?? '',
      jwksUri: options.serviceAccount.serviceAccountJwksUri,
      keys: auth.tokenKeys,
      serverAddress,
    }),
    ...(flowControl ? textHandlers(flowControlDumps(flowControl)) : {}),
    ...(options.features.profiling ? profilingHandlers() : {}),
    ...enabledZpages(options, features, parts.paths),
  };
}

function enabledZpages(
  options: CompletedOptions,
  features: FeatureGate,
  paths: () => readonly string[],
): Record<string, Handler> {
  const { '/flagz': flags, '/statusz': status } = zpageHandlers(flagTexts(options), paths);
  return {
    ...(flags && features.enabled('ComponentFlagz') ? { '/flagz': flags } : {}),
    ...(status && features.enabled('ComponentStatusz') ? { '/statusz': status } : {}),
  };
}

const textHandlers = (texts: Readonly<Record<string, () => string>>): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, () => Promise.resolve(textResponse(200, text()))]),
  );
