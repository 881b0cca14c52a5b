import { types } from '@kubescript/cel';

import { newObjectTypes } from './object-types.ts';

const { string } = types;
const strings = types.list(string);
const stringMap = types.map(string, string);

/** The type of `request`. @go k8s.io/apiserver/pkg/admission/plugin/cel#BuildRequestType */
export const requestType = types.object('kubernetes.AdmissionRequest');

/** The type of `namespaceObject`. @go k8s.io/apiserver/pkg/admission/plugin/cel#BuildNamespaceType */
export const namespaceType = types.object('kubernetes.Namespace');

const kind = types.object('kubernetes.GroupVersionKind');
const resource = types.object('kubernetes.GroupVersionResource');

/** The fields of both, and of what is in them. */
export const requestTypes = newObjectTypes({
  'kubernetes.GroupVersionKind': { group: string, version: string, kind: string },
  'kubernetes.GroupVersionResource': { group: string, version: string, resource: string },
  'kubernetes.UserInfo': { username: string, uid: string, groups: strings, extra: types.map(string, strings) },
  'kubernetes.AdmissionRequest': {
    kind,
    resource,
    subResource: string,
    requestKind: kind,
    requestResource: resource,
    requestSubResource: string,
    name: string,
    namespace: string,
    operation: string,
    userInfo: types.object('kubernetes.UserInfo'),
    dryRun: types.bool,
    options: types.dyn,
  },
  'kubernetes.NamespaceSpec': { finalizers: strings },
  'kubernetes.NamespaceCondition': {
    status: string,
    type: string,
    lastTransitionTime: types.timestamp,
    message: string,
    reason: string,
  },
  'kubernetes.NamespaceStatus': {
    conditions: types.list(types.object('kubernetes.NamespaceCondition')),
    phase: string,
  },
  'kubernetes.NamespaceMetadata': {
    name: string,
    generateName: string,
    namespace: string,
    labels: stringMap,
    annotations: stringMap,
    UID: string,
    creationTimestamp: types.timestamp,
    deletionGracePeriodSeconds: types.int,
    deletionTimestamp: types.timestamp,
    generation: types.int,
    resourceVersion: string,
    finalizers: strings,
  },
  'kubernetes.Namespace': {
    metadata: types.object('kubernetes.NamespaceMetadata'),
    spec: types.object('kubernetes.NamespaceSpec'),
    status: types.object('kubernetes.NamespaceStatus'),
  },
});
