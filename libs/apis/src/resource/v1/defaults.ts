import type {
  DeviceClaim,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
} from '@kubescript/api/resource/v1';
import { formatTime } from '@kubescript/apimachinery';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of resource.k8s.io/v1. @go pkg/apis/resource/v1/defaults.go */
export const resourceV1Defaults: DefaultsByKind = {
  ResourceClaim: defaultsOf(({ spec, status }: ResourceClaim) => {
    defaultDevices(spec.devices);
    for (const { tolerations = [] } of status?.allocation?.devices?.results ?? []) {
      for (const toleration of tolerations) defaultToleration(toleration);
    }
  }),
  ResourceClaimTemplate: defaultsOf(({ spec }: ResourceClaimTemplate) => {
    defaultDevices(spec.spec.devices);
  }),
  ResourceSlice: defaultsOf(({ spec }: ResourceSlice) => {
    for (const { taints = [] } of spec.devices ?? []) {
      for (const taint of taints) taint.timeAdded ??= formatTime(Date.now());
    }
  }),
};

function defaultDevices(devices: DeviceClaim | undefined): void {
  for (const request of devices?.requests ?? []) {
    if (request.exactly !== undefined) defaultRequest(request.exactly);
    for (const alternative of request.firstAvailable ?? []) defaultRequest(alternative);
  }
}

function defaultRequest(request: Pick<ExactDeviceRequest, 'allocationMode' | 'count' | 'tolerations'>): void {
  request.allocationMode ??= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ??= 1;
  for (const toleration of request.tolerations ?? []) defaultToleration(toleration);
}

function defaultToleration(toleration: DeviceToleration): void {
  toleration.operator ??= 'Equal';
}
