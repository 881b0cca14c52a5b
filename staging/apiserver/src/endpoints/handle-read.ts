import { newMethodNotSupported } from '@kubescript/apimachinery';

import type { ServerResponse } from '../server/http.ts';
import { listOptions, watchQuery } from './list-options.ts';
import { negotiate } from './negotiation.ts';
import { respondList, respondObject } from './respond.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope, contextOf } from './scope.ts';
import { includeObjectOf } from './table.ts';
import { watchResponse } from './watch-response.ts';

/** Answers a GET of one object. @go k8s.io/apiserver/pkg/endpoints/handlers#GetResource */
export async function getObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.get) throw newMethodNotSupported(scope.resource, 'get');
  const negotiated = negotiate(request);
  if (negotiated.transform?.kind === 'Table') includeObjectOf(request.query);
  const resourceVersion = request.query.get('resourceVersion') ?? '';
  const item = await scope.rest.get(info.name, { ...contextOf(to, scope), resourceVersion });
  return respondObject(item, 200, negotiated, { request, scope, deps });
}

/** Answers a GET of a collection. @go k8s.io/apiserver/pkg/endpoints/handlers#ListResource */
export async function listObjects(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.list) throw newMethodNotSupported(scope.resource, 'list');
  const negotiated = negotiate(request);
  if (negotiated.transform?.kind === 'Table') includeObjectOf(request.query);
  const options = listOptions(request.query, info.name, false);
  const list = await scope.rest.list(options, contextOf(to, scope));
  return respondList(list, negotiated, { request, scope, deps });
}

/** Answers a watch with a stream of events until its time is over. @go k8s.io/apiserver/pkg/endpoints/handlers#ListResource */
export async function watchObjects(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.watch) throw newMethodNotSupported(scope.resource, 'watch');
  const negotiated = negotiate(request, true);
  const options = listOptions(request.query, info.name, { mayStreamLists: deps.mayStreamLists ?? true });
  const timeoutMs = watchTimeout(options.timeoutSeconds, deps);
  const ended = watchEnd(request.signal, deps, timeoutMs);
  const events = await scope.rest.watch(watchQuery(options), { ...contextOf(to, scope), signal: ended });
  return watchResponse(events, negotiated, { request, scope, deps });
}

/** What was asked for, else a random time, so that clients do not all come back at once. */
function watchTimeout(seconds: number | undefined, deps: EndpointDeps): number {
  if (seconds !== undefined && seconds > 0) return seconds * 1000;
  return deps.minRequestTimeoutMs * (1 + Math.random());
}

/** Aborted when the client goes, the server ends or the time is over, whichever comes first. */
function watchEnd(client: AbortSignal, deps: EndpointDeps, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort(watchOver);
  };
  client.addEventListener('abort', end, { once: true, signal: controller.signal });
  deps.shutdown.addEventListener('abort', end, { once: true, signal: controller.signal });
  if (client.aborted || deps.shutdown.aborted) end();
  void deps.clock.sleep(timeoutMs, controller.signal).then(end, () => undefined);
  return controller.signal;
}

const watchOver = new Error('the watch is over');
