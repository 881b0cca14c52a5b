import type { Deployment } from '@kubescript/api/apps/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { NewObject } from '@kubescript/client';

import type { Foo } from './apis/samplecontroller/v1alpha1/types.ts';

/** The Deployment that a Foo asks for; it belongs to the Foo and goes with it. */
export function newDeployment(foo: DeepReadonly<Foo>): NewObject<Deployment> {
  const { name = '', namespace = '', uid = '' } = foo.metadata;
  const labels = { app: 'nginx', controller: name };
  const owner = { apiVersion: 'samplecontroller.k8s.io/v1alpha1', kind: 'Foo', name, uid };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: foo.spec.deploymentName,
      namespace,
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      replicas: foo.spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'nginx', image: 'nginx:latest' }] } },
    },
  };
}

/** What is to be done for a Foo. */
export type Plan =
  | { readonly do: 'create'; readonly deployment: NewObject<Deployment> }
  | { readonly do: 'scale'; readonly deployment: DeepReadonly<Deployment> }
  | { readonly do: 'report'; readonly availableReplicas: number }
  | { readonly do: 'refuse'; readonly message: string }
  | { readonly do: 'nothing' };

/** Compares a Foo with the Deployment of that name: one step towards what is wanted. */
export function plan(foo: DeepReadonly<Foo>, found: DeepReadonly<Deployment> | undefined): Plan {
  if (found === undefined) return { do: 'create', deployment: newDeployment(foo) };
  if (!isControlledBy(found, foo)) {
    return { do: 'refuse', message: `Resource "${foo.spec.deploymentName}" already exists and is not managed by Foo` };
  }
  const { replicas = 1 } = foo.spec;
  if (found.spec.replicas !== replicas)
    return { do: 'scale', deployment: { ...found, spec: { ...found.spec, replicas } } };
  const availableReplicas = found.status.availableReplicas ?? 0;
  if (foo.status?.availableReplicas === availableReplicas) return { do: 'nothing' };
  return { do: 'report', availableReplicas };
}

function isControlledBy(deployment: DeepReadonly<Deployment>, foo: DeepReadonly<Foo>): boolean {
  const owners = deployment.metadata.ownerReferences ?? [];
  return owners.some(({ controller, uid }) => controller === true && uid === foo.metadata.uid);
}
