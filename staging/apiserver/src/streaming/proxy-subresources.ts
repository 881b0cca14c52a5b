import {
  type DeepReadonly,
  type GroupVersionKind,
  newBadRequest,
  newServiceUnavailable,
} from '@kubescript/apimachinery';
import type { Node, Pod, Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';

import type { Rest } from '../registry/rest.ts';
import type { RequestContext } from '../registry/strategy.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import type { BackendTarget, BackendTls } from './backend-connection.ts';
import { type KubeletClientOptions, kubeletTarget } from './kubelet-client.ts';
import { proxyRequest } from './reverse-proxy.ts';

const proxyMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const core = (kind: string): GroupVersionKind => ({ group: '', version: 'v1', kind });

/** A backend by name as it stands in the path: `https:web:8443`. */
interface ProxyName {
  readonly scheme: '' | 'http' | 'https';
  readonly name: string;
  readonly port: string;
}

/** `pods/NAME/proxy/…` @go k8s.io/kubernetes/pkg/registry/core/pod#ResourceLocation */
export function newPodProxy(getPod: (name: string, context: RequestContext) => Promise<DeepReadonly<Pod>>): Rest {
  return proxyRest('PodProxyOptions', async function locatePod(stated, context) {
    const pod = await getPod(stated.name, context);
    const ip = pod.status.podIP ?? '';
    if (ip === '') throw newBadRequest('address not allowed');
    const first = pod.spec.containers.flatMap(({ ports }) => ports ?? [])[0]?.containerPort;
    return { ...schemeAndPort(stated, first), host: ip };
  });
}

/** `services/NAME/proxy/…` @go k8s.io/kubernetes/pkg/registry/core/service/storage#(*REST).ResourceLocation */
export function newServiceProxy(locator: {
  getService(name: string, context: RequestContext): Promise<DeepReadonly<Service>>;
  getEndpointSlices(service: string, context: RequestContext): Promise<readonly DeepReadonly<EndpointSlice>[]>;
}): Rest {
  return proxyRest('ServiceProxyOptions', async function locateService(stated, context) {
    const service = await locator.getService(stated.name, context);
    const portName = servicePortName(service, stated);
    const slices = await locator.getEndpointSlices(stated.name, context);
    const backends = slices.flatMap((slice) => readyBackends(slice, portName));
    const chosen = backends[Math.floor(Math.random() * backends.length)];
    if (!chosen) throw newServiceUnavailable(`no endpoints available for service "${stated.name}"`);
    return { scheme: stated.scheme === 'https' ? 'https' : 'http', ...chosen };
  });
}

/** `nodes/NAME/proxy/…`: the kubelet, or another port of the node. @go k8s.io/kubernetes/pkg/registry/core/node#ResourceLocation */
export function newNodeProxy(
  getNode: (name: string, context: RequestContext) => Promise<DeepReadonly<Node>>,
  kubelet: KubeletClientOptions,
): Rest {
  return proxyRest(
    'NodeProxyOptions',
    async function locateNode(stated, context) {
      const target = kubeletTarget(await getNode(stated.name, context), '', kubelet);
      if (stated.port === '' || Number(stated.port) === target.port) return target;
      return { ...schemeAndPort(stated, undefined), host: target.host };
    },
    kubelet.tls,
  );
}

type Locate = (stated: ProxyName, context: RequestContext) => Promise<Omit<BackendTarget, 'path'>>;

function proxyRest(kind: string, locate: Locate, tls: BackendTls = {}): Rest {
  return {
    kind: core(kind),
    connectMethods: proxyMethods,
    async connect(name, path, request, context) {
      if (path === '' && (request.method === 'GET' || request.method === 'HEAD')) return redirectToRoot(request);
      const target = await locate(parseName(name), context);
      return proxyRequest(request, { ...target, path: `${path === '' ? '/' : path}${searchOf(request)}` }, { tls });
    },
  };
}

/** Relative links of what is proxied work only below a path with a slash at its end. */
function redirectToRoot(request: ServerRequest): ServerResponse {
  return { status: 301, headers: { location: `${request.path}/${searchOf(request)}` }, body: { kind: 'empty' } };
}

function searchOf(request: ServerRequest): string {
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark);
}

/** @go k8s.io/apimachinery/pkg/util/net#SplitSchemeNamePort */
function parseName(text: string): ProxyName {
  const parts = text.split(':');
  const [first = '', second = '', third = ''] = parts;
  if (parts.length === 1) return { scheme: '', name: first, port: '' };
  if (parts.length === 2) return { scheme: '', name: first, port: second };
  if (parts.length === 3 && (first === 'http' || first === 'https' || first === '')) {
    return { scheme: first, name: second, port: third };
  }
  throw newBadRequest(`invalid pod, service or node request "${text}"`);
}

function schemeAndPort(stated: ProxyName, fallback: number | undefined): Pick<BackendTarget, 'scheme' | 'port'> {
  const scheme = stated.scheme === 'https' ? 'https' : 'http';
  const port = stated.port === '' ? (fallback ?? (scheme === 'https' ? 443 : 80)) : Number(stated.port);
  if (!Number.isInteger(port)) throw newBadRequest(`invalid port "${stated.port}"`);
  return { scheme, port };
}

/** The name of the service port that is meant, by name or number; 503 if there is none such. */
function servicePortName(service: DeepReadonly<Service>, stated: ProxyName): string {
  const ports = service.spec.ports ?? [];
  if (stated.port === '') return ports[0]?.name ?? '';
  const found = ports.find(({ name, port }) => (name ?? '') === stated.port || String(port) === stated.port);
  if (!found) {
    const port = /^\d+$/.test(stated.port) ? stated.port : `"${stated.port}"`;
    throw newServiceUnavailable(`no service port ${port} found for service "${stated.name}"`);
  }
  return found.name ?? '';
}

function readyBackends(slice: DeepReadonly<EndpointSlice>, portName: string): { host: string; port: number }[] {
  const port = (slice.ports ?? []).find(({ name }) => (name ?? '') === portName)?.port;
  if (port === undefined) return [];
  const ready = (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
  return ready.flatMap(({ addresses }) => addresses.slice(0, 1).map((host) => ({ host, port })));
}
