import { serverStream, unary } from '../proto/service.ts';
import type { ServiceOf } from '../proto/service.ts';
import * as c from './container.ts';
import * as i from './image.ts';
import * as n from './node.ts';
import * as s from './sandbox.ts';

const runtime = '/runtime.v1.RuntimeService/';
const image = '/runtime.v1.ImageService/';

/**
 * The methods of runtime.v1.RuntimeService that Linux nodes use.
 * @go k8s.io/cri-api/pkg/apis/runtime/v1#RuntimeServiceClient
 */
export const runtimeServiceMethods = {
  version: unary(`${runtime}Version`, n.VersionRequest, n.VersionResponse),
  runPodSandbox: unary(`${runtime}RunPodSandbox`, s.RunPodSandboxRequest, s.RunPodSandboxResponse),
  stopPodSandbox: unary(`${runtime}StopPodSandbox`, s.StopPodSandboxRequest, s.StopPodSandboxResponse),
  removePodSandbox: unary(`${runtime}RemovePodSandbox`, s.RemovePodSandboxRequest, s.RemovePodSandboxResponse),
  podSandboxStatus: unary(`${runtime}PodSandboxStatus`, s.PodSandboxStatusRequest, c.PodSandboxStatusResponse),
  listPodSandbox: unary(`${runtime}ListPodSandbox`, s.ListPodSandboxRequest, s.ListPodSandboxResponse),
  createContainer: unary(`${runtime}CreateContainer`, c.CreateContainerRequest, c.CreateContainerResponse),
  startContainer: unary(`${runtime}StartContainer`, c.StartContainerRequest, c.StartContainerResponse),
  stopContainer: unary(`${runtime}StopContainer`, c.StopContainerRequest, c.StopContainerResponse),
  removeContainer: unary(`${runtime}RemoveContainer`, c.RemoveContainerRequest, c.RemoveContainerResponse),
  listContainers: unary(`${runtime}ListContainers`, c.ListContainersRequest, c.ListContainersResponse),
  containerStatus: unary(`${runtime}ContainerStatus`, c.ContainerStatusRequest, c.ContainerStatusResponse),
  updateContainerResources: unary(
    `${runtime}UpdateContainerResources`,
    c.UpdateContainerResourcesRequest,
    c.UpdateContainerResourcesResponse,
  ),
  reopenContainerLog: unary(`${runtime}ReopenContainerLog`, c.ReopenContainerLogRequest, c.ReopenContainerLogResponse),
  execSync: unary(`${runtime}ExecSync`, c.ExecSyncRequest, c.ExecSyncResponse),
  exec: unary(`${runtime}Exec`, c.ExecRequest, c.ExecResponse),
  attach: unary(`${runtime}Attach`, c.AttachRequest, c.AttachResponse),
  portForward: unary(`${runtime}PortForward`, s.PortForwardRequest, s.PortForwardResponse),
  containerStats: unary(`${runtime}ContainerStats`, n.ContainerStatsRequest, n.ContainerStatsResponse),
  listContainerStats: unary(`${runtime}ListContainerStats`, n.ListContainerStatsRequest, n.ListContainerStatsResponse),
  listPodSandboxStats: unary(
    `${runtime}ListPodSandboxStats`,
    n.ListPodSandboxStatsRequest,
    n.ListPodSandboxStatsResponse,
  ),
  updateRuntimeConfig: unary(
    `${runtime}UpdateRuntimeConfig`,
    n.UpdateRuntimeConfigRequest,
    n.UpdateRuntimeConfigResponse,
  ),
  status: unary(`${runtime}Status`, n.StatusRequest, n.StatusResponse),
  getContainerEvents: serverStream(`${runtime}GetContainerEvents`, c.GetEventsRequest, c.ContainerEventResponse),
  runtimeConfig: unary(`${runtime}RuntimeConfig`, n.RuntimeConfigRequest, n.RuntimeConfigResponse),
} as const;

/**
 * The methods of runtime.v1.ImageService.
 * @go k8s.io/cri-api/pkg/apis/runtime/v1#ImageServiceClient
 */
export const imageServiceMethods = {
  listImages: unary(`${image}ListImages`, i.ListImagesRequest, i.ListImagesResponse),
  imageStatus: unary(`${image}ImageStatus`, i.ImageStatusRequest, i.ImageStatusResponse),
  pullImage: unary(`${image}PullImage`, i.PullImageRequest, i.PullImageResponse),
  removeImage: unary(`${image}RemoveImage`, i.RemoveImageRequest, i.RemoveImageResponse),
  imageFsInfo: unary(`${image}ImageFsInfo`, i.ImageFsInfoRequest, i.ImageFsInfoResponse),
} as const;

/** What a container runtime offers for pods and containers. Failures carry a gRPC `code`. */
export type RuntimeService = ServiceOf<typeof runtimeServiceMethods>;
/** What a container runtime offers for images. */
export type ImageService = ServiceOf<typeof imageServiceMethods>;
