export { cleanUpKubelet, defaultRootDir, podsCgroup } from './clean-up.ts';
export type { EventSink } from './events/event-sink.ts';
export { Kubelet } from './kubelet.ts';
export type { KubeletConfig } from './kubelet-config.ts';
export { runKubelet } from './run-kubelet.ts';
export type { KubeletRun } from './run-kubelet.ts';
export type {
  ContainerRuntime,
  ExitStatus,
  RemoteProcess,
  RuntimeStreams,
  StreamOptions,
} from './runtime/container-runtime.ts';
export { openRuntime, validateRuntimeEndpoint } from './runtime/open-runtime.ts';
