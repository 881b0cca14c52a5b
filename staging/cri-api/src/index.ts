export { decodeMessage, encodeMessage } from './proto/codec.ts';
export type { Decoded, FieldSpec, Init, MessageSpec } from './proto/message.ts';
export type { CallOptions, MethodSpec, ServiceOf } from './proto/service.ts';
export {
  Container,
  ContainerConfig,
  ContainerStatus,
  LinuxContainerSecurityContext,
  Mount,
} from './runtime/container.ts';
export type { ContainerState } from './runtime/container.ts';
export { CriCode, CriError, isCriNotFound, isCriUnimplemented } from './runtime/error.ts';
export { Image, ImageSpec } from './runtime/image.ts';
export { ContainerStats } from './runtime/node.ts';
export { LinuxContainerResources, PodSandbox, PodSandboxConfig, PodSandboxStatus } from './runtime/sandbox.ts';
export type { NamespaceMode, PodSandboxState } from './runtime/sandbox.ts';
export { imageServiceMethods, runtimeServiceMethods } from './runtime/services.ts';
export type { ImageService, RuntimeService } from './runtime/services.ts';
