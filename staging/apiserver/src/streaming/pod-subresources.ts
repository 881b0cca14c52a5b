import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  type GroupVersionKind,
  forbidden,
  invalid,
  newBadRequest,
  newGenericServerResponse,
  newInternalError,
  newInvalid,
  notSupported,
} from '@kubescript/apimachinery';
import type { Node, Pod } from '@kubescript/api/core/v1';

import { queryBoolean, queryInteger } from '../endpoints/query.ts';
import type { Rest } from '../registry/rest.ts';
import type { RequestContext } from '../registry/strategy.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { callBackend } from './backend-connection.ts';
import { type KubeletClientOptions, kubeletTarget } from './kubelet-client.ts';
import { responseOf } from './reverse-proxy.ts';
import { passUpgrade } from './upgrade.ts';

/** Reads what is needed to find the kubelet of a pod. */
export interface PodLocator {
  getPod(name: string, context: RequestContext): Promise<DeepReadonly<Pod>>;
  getNode(name: string, context: RequestContext): Promise<DeepReadonly<Node>>;
}

const core = (kind: string): GroupVersionKind => ({ group: '', version: 'v1', kind });
const streamMethods = ['GET', 'POST'] as const;

/**
 * The subresources of pods that a kubelet answers: log, exec, attach and portforward.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod/rest#ExecREST
 */
export function newPodStreamRests(locator: PodLocator, kubelet: KubeletClientOptions): Record<string, Rest> {
  return {
    log: {
      kind: core('Pod'),
      connectMethods: ['GET'],
      connect: (name, _path, request, context) => streamLog(name, request, context, locator, kubelet),
    },
    exec: {
      kind: core('PodExecOptions'),
      connectMethods: streamMethods,
      connect: (name, _path, request, context) => passStream('exec', name, request, context, locator, kubelet),
    },
    attach: {
      kind: core('PodAttachOptions'),
      connectMethods: streamMethods,
      connect: (name, _path, request, context) => passStream('attach', name, request, context, locator, kubelet),
    },
    portforward: {
      kind: core('PodPortForwardOptions'),
      connectMethods: streamMethods,
      connect: (name, _path, request, context) => forwardPorts(name, request, context, locator, kubelet),
    },
  };
}

/** Passes exec and attach on to the kubelet. @go k8s.io/kubernetes/pkg/registry/core/pod#streamLocation */
async function passStream(
  verb: 'exec' | 'attach',
  name: string,
  request: ServerRequest,
  context: RequestContext,
  locator: PodLocator,
  kubelet: KubeletClientOptions,
): Promise<ServerResponse> {
  const pod = await locator.getPod(name, context);
  const container = containerOf(pod, request.query.get('container') ?? '');
  const node = await nodeOf(pod, context, locator);
  const query = streamQuery(request.query);
  const path = `/${verb}/${pod.metadata.namespace ?? ''}/${name}/${container}?${query.toString()}`;
  return passUpgrade(request, kubeletTarget(node, path, kubelet), kubelet.tls);
}

/** The kubelet's names for the streams that are wanted. */
function streamQuery(query: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams();
  const names = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' };
  for (const [name, kubeletName] of Object.entries(names)) {
    if (queryBoolean(query, name) === true) wanted.set(kubeletName, '1');
  }
  for (const command of query.getAll('command')) wanted.append('command', command);
  return wanted;
}

/** Passes port-forward on to the kubelet. @go k8s.io/kubernetes/pkg/registry/core/pod#PortForwardLocation */
async function forwardPorts(
  name: string,
  request: ServerRequest,
  context: RequestContext,
  locator: PodLocator,
  kubelet: KubeletClientOptions,
): Promise<ServerResponse> {
  const pod = await locator.getPod(name, context);
  const node = await nodeOf(pod, context, locator);
  const query = new URLSearchParams();
  for (const ports of request.query.getAll('ports')) query.append('port', ports);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const path = `/portForward/${pod.metadata.namespace ?? ''}/${name}${search}`;
  return passUpgrade(request, kubeletTarget(node, path, kubelet), kubelet.tls);
}

/** Streams a container's log from its kubelet. @go k8s.io/kubernetes/pkg/registry/core/pod#LogLocation */
async function streamLog(
  name: string,
  request: ServerRequest,
  context: RequestContext,
  locator: PodLocator,
  kubelet: KubeletClientOptions,
): Promise<ServerResponse> {
  const errors = validateLogOptions(request.query);
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'PodLogOptions' }, name, errors);
  const pod = await locator.getPod(name, context);
  const container = containerOf(pod, request.query.get('container') ?? '');
  if ((pod.spec.nodeName ?? '') === '') return emptyLog;
  const node = await nodeOf(pod, context, locator);
  const query = new URLSearchParams();
  for (const option of logOptions) {
    const value = request.query.get(option);
    if (value !== null && value !== '') query.set(option, value);
  }
  const path = `/containerLogs/${pod.metadata.namespace ?? ''}/${name}/${container}?${query.toString()}`;
  const target = kubeletTarget(node, path, kubelet);
  const response = await callBackend(target, { method: 'GET', headers: {}, signal: request.signal }, kubelet.tls);
  if (response.statusCode !== 200 && response.statusCode !== 206) throw await logError(response, name);
  const { body } = responseOf(response);
  return { status: 200, headers: { 'content-type': 'text/plain' }, body };
}

/** A pod that was not placed yet has no log. */
const emptyLog: ServerResponse = { status: 204, headers: {}, body: { kind: 'empty' } };

const logOptions = [
  'follow',
  'previous',
  'sinceSeconds',
  'sinceTime',
  'timestamps',
  'tailLines',
  'limitBytes',
  'stream',
];

/** @go k8s.io/kubernetes/pkg/apis/core/validation#ValidatePodLogOptions */
function validateLogOptions(query: URLSearchParams): FieldError[] {
  const errors: FieldError[] = [];
  const tail = queryInteger(query, 'tailLines');
  const limit = queryInteger(query, 'limitBytes');
  const since = queryInteger(query, 'sinceSeconds');
  const stream = query.get('stream') ?? '';
  const at = (field: string): FieldPath => new FieldPath(field);
  if (tail !== undefined && tail < 0) errors.push(invalid(at('tailLines'), tail, 'must be greater than or equal to 0'));
  if (limit !== undefined && limit < 1) errors.push(invalid(at('limitBytes'), limit, 'must be greater than 0'));
  if (since !== undefined && (query.get('sinceTime') ?? '') !== '') {
    errors.push(forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else if (since !== undefined && since < 1) {
    errors.push(invalid(at('sinceSeconds'), since, 'must be greater than 0'));
  }
  if (stream !== '' && !streams.includes(stream)) errors.push(notSupported(at('stream'), stream, streams));
  return errors;
}

const streams = ['All', 'Stderr', 'Stdout'];

/** What the kubelet said, as an error of the API. @go k8s.io/apiserver/pkg/registry/generic/rest#GenericHttpResponseChecker */
async function logError(response: Awaited<ReturnType<typeof callBackend>>, name: string): Promise<Error> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8').trim();
  const code = response.statusCode ?? 500;
  if (code === 500) return newInternalError(new Error(text));
  if (code === 400) return newBadRequest(text);
  return newGenericServerResponse({
    code,
    verb: '',
    resource: { group: '', resource: 'pods/log' },
    name,
    serverMessage: text,
  });
}

/** The container that is meant; 400 if it does not exist, or if there are several and none is named. */
export function containerOf(pod: DeepReadonly<Pod>, stated: string): string {
  const name = pod.metadata.name ?? '';
  const containers = pod.spec.containers.map((container) => container.name);
  const init = (pod.spec.initContainers ?? []).map((container) => container.name);
  const ephemeral = (pod.spec.ephemeralContainers ?? []).map((container) => container.name);
  if (stated !== '') {
    if ([...containers, ...init, ...ephemeral].includes(stated)) return stated;
    throw newBadRequest(`container ${stated} is not valid for pod ${name}`);
  }
  const [only] = containers;
  if (containers.length === 1 && only !== undefined) return only;
  const marked = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'] ?? '';
  if (containers.includes(marked)) return marked;
  const choice = `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`;
  const also = init.length > 0 ? ` or one of the init containers: [${init.join(' ')}]` : '';
  throw newBadRequest(`${choice}${also}`);
}

function nodeOf(pod: DeepReadonly<Pod>, context: RequestContext, locator: PodLocator): Promise<DeepReadonly<Node>> {
  const nodeName = pod.spec.nodeName ?? '';
  if (nodeName === '') throw newBadRequest(`pod ${pod.metadata.name ?? ''} does not have a host assigned`);
  return locator.getNode(nodeName, context);
}
