export type { EventSink } from './events/event-sink.ts';
export { Kubelet } from './kubelet.ts';
export type { KubeletConfig } from './kubelet-config.ts';
export type {
  ContainerRuntime,
  ExitStatus,
  RemoteProcess,
  RuntimeStreams,
  StreamOptions,
} from './runtime/container-runtime.ts';
