import { newNotFound } from '@kubescript/apimachinery';
import {
  newNodeProxy,
  newPodProxy,
  newPodStreamRests,
  newServiceProxy,
  type KubeletClientOptions,
} from '@kubescript/apiserver';
import { getObject, listObjects, systemContext, type ConnectFactories } from '@kubescript/lib-registry';

const serviceNameLabel = 'kubernetes.io/service-name';
const clusterScoped = '';

/** The subresources that reach into nodes and pods, over the kubelets' API and the pod network. */
export function connectFactories(kubelet: KubeletClientOptions): ConnectFactories {
  return {
    podSubresources: ({ pods, nodes }) => ({
      ...newPodStreamRests(
        {
          getPod: (name, context) => getObject(pods, name, context),
          getNode: (name, { signal }) => getObject(nodes, name, systemContext(clusterScoped, signal)),
        },
        kubelet,
      ),
      proxy: newPodProxy((name, context) => getObject(pods, name, context)),
    }),
    serviceProxy: ({ services, endpointSlices }) =>
      newServiceProxy({
        getService: (name, context) => getObject(services, name, context),
        async getEndpointSlices(service, context) {
          const slices = await listObjects(endpointSlices, context);
          const ofService = slices.filter(({ metadata }) => metadata.labels?.[serviceNameLabel] === service);
          if (ofService.length === 0) throw newNotFound({ group: '', resource: 'services' }, service);
          return ofService;
        },
      }),
    nodeProxy: ({ nodes }) => newNodeProxy((name, context) => getObject(nodes, name, context), kubelet),
  };
}
