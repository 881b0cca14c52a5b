import type {
  Bytes,
  Condition,
  IntOrString,
  LabelSelector,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  Time,
  int32,
  int64,
} from '@kubescript/apimachinery';

export interface AWSElasticBlockStoreVolumeSource {
  /** @protobuf 1 volumeID string */
  volumeID: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 partition int32 */
  partition?: int32;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
}

/** Where a pod wants to be scheduled. */
export interface Affinity {
  /** @protobuf 1 nodeAffinity NodeAffinity */
  nodeAffinity?: NodeAffinity;
  /** @protobuf 2 podAffinity PodAffinity */
  podAffinity?: PodAffinity;
  /** @protobuf 3 podAntiAffinity PodAntiAffinity */
  podAntiAffinity?: PodAntiAffinity;
}

/** @union type localhostProfile=LocalhostProfile */
export interface AppArmorProfile {
  /** @protobuf 1 type string */
  type: string;
  /**
   * @pointer
   * @protobuf 2 localhostProfile string
   */
  localhostProfile?: string;
}

export interface AttachedVolume {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 devicePath string */
  devicePath: string;
}

export interface AzureDiskVolumeSource {
  /** @protobuf 1 diskName string */
  diskName: string;
  /** @protobuf 2 diskURI string */
  diskURI: string;
  /**
   * @default "ReadWrite"
   * @pointer
   * @protobuf 3 cachingMode string
   */
  cachingMode?: string;
  /**
   * @default "ext4"
   * @pointer
   * @protobuf 4 fsType string
   */
  fsType?: string;
  /**
   * @default false
   * @pointer
   * @protobuf 5 readOnly bool
   */
  readOnly?: boolean;
  /**
   * @default "Shared"
   * @pointer
   * @protobuf 6 kind string
   */
  kind?: string;
}

export interface AzureFilePersistentVolumeSource {
  /** @protobuf 1 secretName string */
  secretName: string;
  /** @protobuf 2 shareName string */
  shareName: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /**
   * @pointer
   * @protobuf 4 secretNamespace string
   */
  secretNamespace?: string;
}

export interface AzureFileVolumeSource {
  /** @protobuf 1 secretName string */
  secretName: string;
  /** @protobuf 2 shareName string */
  shareName: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
}

/**
 * Ties a pod to a node.
 *
 * @gvk core v1 Binding
 * @resource bindings namespaced
 */
export interface Binding {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 target ObjectReference
   */
  target: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 volumeHandle string */
  volumeHandle: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 4 fsType string */
  fsType?: string;
  /** @protobuf 5 volumeAttributes map<string, string> */
  volumeAttributes?: Record<string, string>;
  /** @protobuf 6 controllerPublishSecretRef SecretReference */
  controllerPublishSecretRef?: SecretReference;
  /** @protobuf 7 nodeStageSecretRef SecretReference */
  nodeStageSecretRef?: SecretReference;
  /** @protobuf 8 nodePublishSecretRef SecretReference */
  nodePublishSecretRef?: SecretReference;
  /** @protobuf 9 controllerExpandSecretRef SecretReference */
  controllerExpandSecretRef?: SecretReference;
  /** @protobuf 10 nodeExpandSecretRef SecretReference */
  nodeExpandSecretRef?: SecretReference;
}

export interface CSIVolumeSource {
  /** @protobuf 1 driver string */
  driver: string;
  /**
   * @pointer
   * @protobuf 2 readOnly bool
   */
  readOnly?: boolean;
  /**
   * @pointer
   * @protobuf 3 fsType string
   */
  fsType?: string;
  /** @protobuf 4 volumeAttributes map<string, string> */
  volumeAttributes?: Record<string, string>;
  /** @protobuf 5 nodePublishSecretRef LocalObjectReference */
  nodePublishSecretRef?: LocalObjectReference;
}

export interface Capabilities {
  /**
   * @listType atomic
   * @protobuf 1 add string
   */
  add?: string[];
  /**
   * @listType atomic
   * @protobuf 2 drop string
   */
  drop?: string[];
}

export interface CephFSPersistentVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 monitors string
   */
  monitors: string[];
  /** @protobuf 2 path string */
  path?: string;
  /** @protobuf 3 user string */
  user?: string;
  /** @protobuf 4 secretFile string */
  secretFile?: string;
  /** @protobuf 5 secretRef SecretReference */
  secretRef?: SecretReference;
  /** @protobuf 6 readOnly bool */
  readOnly?: boolean;
}

export interface CephFSVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 monitors string
   */
  monitors: string[];
  /** @protobuf 2 path string */
  path?: string;
  /** @protobuf 3 user string */
  user?: string;
  /** @protobuf 4 secretFile string */
  secretFile?: string;
  /** @protobuf 5 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
  /** @protobuf 6 readOnly bool */
  readOnly?: boolean;
}

export interface CinderPersistentVolumeSource {
  /** @protobuf 1 volumeID string */
  volumeID: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 4 secretRef SecretReference */
  secretRef?: SecretReference;
}

export interface CinderVolumeSource {
  /** @protobuf 1 volumeID string */
  volumeID: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 4 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
}

export interface ClientIPConfig {
  /**
   * @pointer
   * @protobuf 1 timeoutSeconds int32
   */
  timeoutSeconds?: int32;
}

export interface ClusterTrustBundleProjection {
  /**
   * @pointer
   * @protobuf 1 name string
   */
  name?: string;
  /**
   * @pointer
   * @protobuf 2 signerName string
   */
  signerName?: string;
  /** @protobuf 3 labelSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  labelSelector?: LabelSelector;
  /** @protobuf 4 path string */
  path: string;
  /**
   * @pointer
   * @protobuf 5 optional bool
   */
  optional?: boolean;
}

export interface ComponentCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /** @protobuf 3 message string */
  message?: string;
  /** @protobuf 4 error string */
  error?: string;
}

/**
 * The health of a component of the control plane.
 *
 * @gvk core v1 ComponentStatus
 * @resource componentstatuses cluster short=cs
 */
export interface ComponentStatus {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 2 conditions ComponentCondition
   */
  conditions?: ComponentCondition[];
}

/**
 * A list of ComponentStatus objects.
 *
 * @gvk core v1 ComponentStatusList
 */
export interface ComponentStatusList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ComponentStatus
   */
  items: ComponentStatus[];
}

/**
 * Settings as keys and values.
 *
 * @gvk core v1 ConfigMap
 * @resource configmaps namespaced short=cm
 */
export interface ConfigMap {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * Whether the values are final.
   *
   * @pointer
   * @protobuf 4 immutable bool
   */
  immutable?: boolean;
  /**
   * Values as text.
   *
   * @protobuf 2 data map<string, string>
   */
  data?: Record<string, string>;
  /**
   * Values as bytes.
   *
   * @protobuf 3 binaryData map<string, bytes>
   */
  binaryData?: Record<string, Bytes>;
}

/** @protobufInline 1 localObjectReference LocalObjectReference */
export interface ConfigMapEnvSource extends LocalObjectReference {
  /**
   * @pointer
   * @protobuf 2 optional bool
   */
  optional?: boolean;
}

/**
 * @mapType atomic
 * @protobufInline 1 localObjectReference LocalObjectReference
 */
export interface ConfigMapKeySelector extends LocalObjectReference {
  /** @protobuf 2 key string */
  key: string;
  /**
   * @pointer
   * @protobuf 3 optional bool
   */
  optional?: boolean;
}

/**
 * A list of ConfigMap objects.
 *
 * @gvk core v1 ConfigMapList
 */
export interface ConfigMapList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ConfigMap
   */
  items: ConfigMap[];
}

export interface ConfigMapNodeConfigSource {
  /** @protobuf 1 namespace string */
  namespace: string;
  /** @protobuf 2 name string */
  name: string;
  /** @protobuf 3 uid string */
  uid?: string;
  /** @protobuf 4 resourceVersion string */
  resourceVersion?: string;
  /** @protobuf 5 kubeletConfigKey string */
  kubeletConfigKey: string;
}

/** @protobufInline 1 localObjectReference LocalObjectReference */
export interface ConfigMapProjection extends LocalObjectReference {
  /**
   * @listType atomic
   * @protobuf 2 items KeyToPath
   */
  items?: KeyToPath[];
  /**
   * @pointer
   * @protobuf 4 optional bool
   */
  optional?: boolean;
}

/** @protobufInline 1 localObjectReference LocalObjectReference */
export interface ConfigMapVolumeSource extends LocalObjectReference {
  /**
   * @listType atomic
   * @protobuf 2 items KeyToPath
   */
  items?: KeyToPath[];
  /**
   * @pointer
   * @protobuf 3 defaultMode int32
   */
  defaultMode?: int32;
  /**
   * @pointer
   * @protobuf 4 optional bool
   */
  optional?: boolean;
}

/** A program in an image that runs as part of a pod. */
export interface Container {
  /**
   * A name that is unique within the pod.
   *
   * @protobuf 1 name string
   */
  name: string;
  /**
   * The image to run.
   *
   * @protobuf 2 image string
   */
  image?: string;
  /**
   * Replaces the entry point of the image.
   *
   * @listType atomic
   * @protobuf 3 command string
   */
  command?: string[];
  /**
   * Arguments of the entry point; replace those of the image.
   *
   * @listType atomic
   * @protobuf 4 args string
   */
  args?: string[];
  /**
   * The folder in which the program starts.
   *
   * @protobuf 5 workingDir string
   */
  workingDir?: string;
  /**
   * Ports that the program listens on.
   *
   * @listType map
   * @listMapKey containerPort
   * @listMapKey protocol
   * @patchStrategy merge
   * @patchMergeKey containerPort
   * @protobuf 6 ports ContainerPort
   */
  ports?: ContainerPort[];
  /**
   * Objects whose keys become variables.
   *
   * @listType atomic
   * @protobuf 19 envFrom EnvFromSource
   */
  envFrom?: EnvFromSource[];
  /**
   * Variables of the environment.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 7 env EnvVar
   */
  env?: EnvVar[];
  /**
   * What the container needs and may use.
   *
   * @embedded
   * @protobuf 8 resources ResourceRequirements
   */
  resources?: ResourceRequirements;
  /**
   * Whether a change of resources restarts the container.
   *
   * @listType atomic
   * @protobuf 23 resizePolicy ContainerResizePolicy
   */
  resizePolicy?: ContainerResizePolicy[];
  /**
   * When this container is started again.
   *
   * @pointer
   * @protobuf 24 restartPolicy string
   */
  restartPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 25 restartPolicyRules ContainerRestartRule
   */
  restartPolicyRules?: ContainerRestartRule[];
  /**
   * Volumes and where they appear.
   *
   * @listType map
   * @listMapKey mountPath
   * @patchStrategy merge
   * @patchMergeKey mountPath
   * @protobuf 9 volumeMounts VolumeMount
   */
  volumeMounts?: VolumeMount[];
  /**
   * Block devices and where they appear.
   *
   * @listType map
   * @listMapKey devicePath
   * @patchStrategy merge
   * @patchMergeKey devicePath
   * @protobuf 21 volumeDevices VolumeDevice
   */
  volumeDevices?: VolumeDevice[];
  /**
   * A check whose failure restarts the container.
   *
   * @protobuf 10 livenessProbe Probe
   */
  livenessProbe?: Probe;
  /**
   * A check that decides whether the container gets traffic.
   *
   * @protobuf 11 readinessProbe Probe
   */
  readinessProbe?: Probe;
  /**
   * A check that must succeed once before the others begin.
   *
   * @protobuf 22 startupProbe Probe
   */
  startupProbe?: Probe;
  /**
   * What happens at start and before the stop.
   *
   * @protobuf 12 lifecycle Lifecycle
   */
  lifecycle?: Lifecycle;
  /**
   * The file that tells why the program ended.
   *
   * @protobuf 13 terminationMessagePath string
   */
  terminationMessagePath?: string;
  /**
   * What the message is taken from.
   *
   * @protobuf 20 terminationMessagePolicy string
   */
  terminationMessagePolicy?: string;
  /**
   * When the image is pulled: Always, IfNotPresent or Never.
   *
   * @protobuf 14 imagePullPolicy string
   */
  imagePullPolicy?: string;
  /**
   * Rights and identity of the process.
   *
   * @protobuf 15 securityContext SecurityContext
   */
  securityContext?: SecurityContext;
  /**
   * Whether standard input is kept open.
   *
   * @protobuf 16 stdin bool
   */
  stdin?: boolean;
  /**
   * Whether standard input closes after the first attachment.
   *
   * @protobuf 17 stdinOnce bool
   */
  stdinOnce?: boolean;
  /**
   * Whether the container gets a terminal.
   *
   * @protobuf 18 tty bool
   */
  tty?: boolean;
}

export interface ContainerExtendedResourceRequest {
  /** @protobuf 1 containerName string */
  containerName: string;
  /** @protobuf 2 resourceName string */
  resourceName: string;
  /** @protobuf 3 requestName string */
  requestName: string;
}

export interface ContainerImage {
  /**
   * @listType atomic
   * @protobuf 1 names string
   */
  names?: string[];
  /** @protobuf 2 sizeBytes int64 */
  sizeBytes?: int64;
}

/** A port that a container listens on. */
export interface ContainerPort {
  /**
   * A name for the port that services can use.
   *
   * @protobuf 1 name string
   */
  name?: string;
  /**
   * The port of the node that leads here.
   *
   * @protobuf 2 hostPort int32
   */
  hostPort?: int32;
  /**
   * The number of the port.
   *
   * @protobuf 3 containerPort int32
   */
  containerPort: int32;
  /**
   * TCP, UDP or SCTP.
   *
   * @default "TCP"
   * @protobuf 4 protocol string
   */
  protocol?: string;
  /**
   * The address of the node that the host port is bound to.
   *
   * @protobuf 5 hostIP string
   */
  hostIP?: string;
}

export interface ContainerResizePolicy {
  /** @protobuf 1 resourceName string */
  resourceName: string;
  /** @protobuf 2 restartPolicy string */
  restartPolicy: string;
}

export interface ContainerRestartRule {
  /** @protobuf 1 action string */
  action: string;
  /** @protobuf 2 exitCodes ContainerRestartRuleOnExitCodes */
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

export interface ContainerRestartRuleOnExitCodes {
  /** @protobuf 1 operator string */
  operator: string;
  /**
   * @listType set
   * @protobuf 2 values int32
   */
  values?: int32[];
}

/** Waiting, running or terminated. */
export interface ContainerState {
  /** @protobuf 1 waiting ContainerStateWaiting */
  waiting?: ContainerStateWaiting;
  /** @protobuf 2 running ContainerStateRunning */
  running?: ContainerStateRunning;
  /** @protobuf 3 terminated ContainerStateTerminated */
  terminated?: ContainerStateTerminated;
}

export interface ContainerStateRunning {
  /**
   * @emitted
   * @protobuf 1 startedAt .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  startedAt?: Time;
}

export interface ContainerStateTerminated {
  /** @protobuf 1 exitCode int32 */
  exitCode: int32;
  /** @protobuf 2 signal int32 */
  signal?: int32;
  /** @protobuf 3 reason string */
  reason?: string;
  /** @protobuf 4 message string */
  message?: string;
  /**
   * @emitted
   * @protobuf 5 startedAt .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  startedAt?: Time;
  /**
   * @emitted
   * @protobuf 6 finishedAt .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  finishedAt?: Time;
  /** @protobuf 7 containerID string */
  containerID?: string;
}

export interface ContainerStateWaiting {
  /** @protobuf 1 reason string */
  reason?: string;
  /** @protobuf 2 message string */
  message?: string;
}

/** How a container is doing. */
export interface ContainerStatus {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 state ContainerState
   */
  state?: ContainerState;
  /**
   * @embedded
   * @protobuf 3 lastState ContainerState
   */
  lastState?: ContainerState;
  /** @protobuf 4 ready bool */
  ready: boolean;
  /** @protobuf 5 restartCount int32 */
  restartCount: int32;
  /** @protobuf 6 image string */
  image: string;
  /** @protobuf 7 imageID string */
  imageID: string;
  /** @protobuf 8 containerID string */
  containerID?: string;
  /**
   * @pointer
   * @protobuf 9 started bool
   */
  started?: boolean;
  /** @protobuf 10 allocatedResources map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  allocatedResources?: Record<string, Quantity>;
  /** @protobuf 11 resources ResourceRequirements */
  resources?: ResourceRequirements;
  /**
   * @listType map
   * @listMapKey mountPath
   * @patchStrategy merge
   * @patchMergeKey mountPath
   * @protobuf 12 volumeMounts VolumeMountStatus
   */
  volumeMounts?: VolumeMountStatus[];
  /** @protobuf 13 user ContainerUser */
  user?: ContainerUser;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 14 allocatedResourcesStatus ResourceStatus
   */
  allocatedResourcesStatus?: ResourceStatus[];
  /**
   * @pointer
   * @protobuf 15 stopSignal string
   */
  stopSignal?: string;
}

export interface ContainerUser {
  /** @protobuf 1 linux LinuxContainerUser */
  linux?: LinuxContainerUser;
}

export interface DaemonEndpoint {
  /** @protobuf 1 Port int32 */
  Port: int32;
}

export interface DownwardAPIProjection {
  /**
   * @listType atomic
   * @protobuf 1 items DownwardAPIVolumeFile
   */
  items?: DownwardAPIVolumeFile[];
}

export interface DownwardAPIVolumeFile {
  /** @protobuf 1 path string */
  path: string;
  /** @protobuf 2 fieldRef ObjectFieldSelector */
  fieldRef?: ObjectFieldSelector;
  /** @protobuf 3 resourceFieldRef ResourceFieldSelector */
  resourceFieldRef?: ResourceFieldSelector;
  /**
   * @pointer
   * @protobuf 4 mode int32
   */
  mode?: int32;
}

export interface DownwardAPIVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 items DownwardAPIVolumeFile
   */
  items?: DownwardAPIVolumeFile[];
  /**
   * @pointer
   * @protobuf 2 defaultMode int32
   */
  defaultMode?: int32;
}

export interface EmptyDirVolumeSource {
  /** @protobuf 1 medium string */
  medium?: string;
  /** @protobuf 2 sizeLimit .k8s.io.apimachinery.pkg.api.resource.Quantity */
  sizeLimit?: Quantity;
}

/** @mapType atomic */
export interface EndpointAddress {
  /** @protobuf 1 ip string */
  ip: string;
  /** @protobuf 3 hostname string */
  hostname?: string;
  /**
   * @pointer
   * @protobuf 4 nodeName string
   */
  nodeName?: string;
  /** @protobuf 2 targetRef ObjectReference */
  targetRef?: ObjectReference;
}

/** @mapType atomic */
export interface EndpointPort {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 port int32 */
  port: int32;
  /** @protobuf 3 protocol string */
  protocol?: string;
  /**
   * @pointer
   * @protobuf 4 appProtocol string
   */
  appProtocol?: string;
}

/** Addresses that share ports. */
export interface EndpointSubset {
  /**
   * @listType atomic
   * @protobuf 1 addresses EndpointAddress
   */
  addresses?: EndpointAddress[];
  /**
   * @listType atomic
   * @protobuf 2 notReadyAddresses EndpointAddress
   */
  notReadyAddresses?: EndpointAddress[];
  /**
   * @listType atomic
   * @protobuf 3 ports EndpointPort
   */
  ports?: EndpointPort[];
}

/**
 * The addresses behind a service, in the older form.
 *
 * @gvk core v1 Endpoints
 * @resource endpoints namespaced short=ep
 */
export interface Endpoints {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType atomic
   * @protobuf 2 subsets EndpointSubset
   */
  subsets?: EndpointSubset[];
}

/**
 * A list of Endpoints objects.
 *
 * @gvk core v1 EndpointsList
 */
export interface EndpointsList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Endpoints
   */
  items: Endpoints[];
}

/** An object whose every key becomes a variable. */
export interface EnvFromSource {
  /** @protobuf 1 prefix string */
  prefix?: string;
  /** @protobuf 2 configMapRef ConfigMapEnvSource */
  configMapRef?: ConfigMapEnvSource;
  /** @protobuf 3 secretRef SecretEnvSource */
  secretRef?: SecretEnvSource;
}

/** A variable of the environment of a container. */
export interface EnvVar {
  /**
   * The name of the variable.
   *
   * @protobuf 1 name string
   */
  name: string;
  /**
   * Its value, in which $(NAME) stands for other variables.
   *
   * @protobuf 2 value string
   */
  value?: string;
  /**
   * Where its value comes from.
   *
   * @protobuf 3 valueFrom EnvVarSource
   */
  valueFrom?: EnvVarSource;
}

/** Where the value of a variable comes from. */
export interface EnvVarSource {
  /** @protobuf 1 fieldRef ObjectFieldSelector */
  fieldRef?: ObjectFieldSelector;
  /** @protobuf 2 resourceFieldRef ResourceFieldSelector */
  resourceFieldRef?: ResourceFieldSelector;
  /** @protobuf 3 configMapKeyRef ConfigMapKeySelector */
  configMapKeyRef?: ConfigMapKeySelector;
  /** @protobuf 4 secretKeyRef SecretKeySelector */
  secretKeyRef?: SecretKeySelector;
  /** @protobuf 5 fileKeyRef FileKeySelector */
  fileKeyRef?: FileKeySelector;
}

/** @protobufInline 1 ephemeralContainerCommon EphemeralContainerCommon */
export interface EphemeralContainer extends EphemeralContainerCommon {
  /** @protobuf 2 targetContainerName string */
  targetContainerName?: string;
}

export interface EphemeralVolumeSource {
  /** @protobuf 1 volumeClaimTemplate PersistentVolumeClaimTemplate */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/**
 * Something that happened to an object.
 *
 * @gvk core v1 Event
 * @resource events namespaced short=ev
 */
export interface Event {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * The object that it happened to.
   *
   * @embedded
   * @protobuf 2 involvedObject ObjectReference
   */
  involvedObject: ObjectReference;
  /**
   * What happened, in a word.
   *
   * @protobuf 3 reason string
   */
  reason?: string;
  /**
   * What happened, for people.
   *
   * @protobuf 4 message string
   */
  message?: string;
  /**
   * @embedded
   * @protobuf 5 source EventSource
   */
  source?: EventSource;
  /**
   * When it happened first.
   *
   * @emitted
   * @protobuf 6 firstTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  firstTimestamp?: Time;
  /**
   * When it happened last.
   *
   * @emitted
   * @protobuf 7 lastTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTimestamp?: Time;
  /**
   * How often it happened.
   *
   * @protobuf 8 count int32
   */
  count?: int32;
  /**
   * Normal or Warning.
   *
   * @protobuf 9 type string
   */
  type?: string;
  /**
   * @emitted
   * @protobuf 10 eventTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime
   */
  eventTime?: MicroTime;
  /** @protobuf 11 series EventSeries */
  series?: EventSeries;
  /** @protobuf 12 action string */
  action?: string;
  /** @protobuf 13 related ObjectReference */
  related?: ObjectReference;
  /**
   * @emitted
   * @protobuf 14 reportingComponent string
   */
  reportingComponent?: string;
  /**
   * @emitted
   * @protobuf 15 reportingInstance string
   */
  reportingInstance?: string;
}

/**
 * A list of Event objects.
 *
 * @gvk core v1 EventList
 */
export interface EventList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Event
   */
  items: Event[];
}

export interface EventSeries {
  /** @protobuf 1 count int32 */
  count?: int32;
  /**
   * @emitted
   * @protobuf 2 lastObservedTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime
   */
  lastObservedTime?: MicroTime;
}

export interface EventSource {
  /** @protobuf 1 component string */
  component?: string;
  /** @protobuf 2 host string */
  host?: string;
}

/** A command in a container that must succeed. */
export interface ExecAction {
  /**
   * @listType atomic
   * @protobuf 1 command string
   */
  command?: string[];
}

export interface FCVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 targetWWNs string
   */
  targetWWNs?: string[];
  /**
   * @pointer
   * @protobuf 2 lun int32
   */
  lun?: int32;
  /** @protobuf 3 fsType string */
  fsType?: string;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
  /**
   * @listType atomic
   * @protobuf 5 wwids string
   */
  wwids?: string[];
}

/** @mapType atomic */
export interface FileKeySelector {
  /** @protobuf 1 volumeName string */
  volumeName: string;
  /** @protobuf 2 path string */
  path: string;
  /** @protobuf 3 key string */
  key: string;
  /**
   * @pointer
   * @protobuf 4 optional bool
   */
  optional?: boolean;
}

export interface FlexPersistentVolumeSource {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 secretRef SecretReference */
  secretRef?: SecretReference;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 5 options map<string, string> */
  options?: Record<string, string>;
}

export interface FlexVolumeSource {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 5 options map<string, string> */
  options?: Record<string, string>;
}

export interface FlockerVolumeSource {
  /** @protobuf 1 datasetName string */
  datasetName?: string;
  /** @protobuf 2 datasetUUID string */
  datasetUUID?: string;
}

export interface GCEPersistentDiskVolumeSource {
  /** @protobuf 1 pdName string */
  pdName: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 partition int32 */
  partition?: int32;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
}

/** A gRPC health check that must succeed. */
export interface GRPCAction {
  /** @protobuf 1 port int32 */
  port: int32;
  /**
   * @default ""
   * @pointer
   * @protobuf 2 service string
   */
  service?: string;
}

export interface GitRepoVolumeSource {
  /** @protobuf 1 repository string */
  repository: string;
  /** @protobuf 2 revision string */
  revision?: string;
  /** @protobuf 3 directory string */
  directory?: string;
}

export interface GlusterfsPersistentVolumeSource {
  /** @protobuf 1 endpoints string */
  endpoints: string;
  /** @protobuf 2 path string */
  path: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /**
   * @pointer
   * @protobuf 4 endpointsNamespace string
   */
  endpointsNamespace?: string;
}

export interface GlusterfsVolumeSource {
  /** @protobuf 1 endpoints string */
  endpoints: string;
  /** @protobuf 2 path string */
  path: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
}

/** An HTTP GET that must succeed. */
export interface HTTPGetAction {
  /** @protobuf 1 path string */
  path?: string;
  /** @protobuf 2 port .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  port: IntOrString;
  /** @protobuf 3 host string */
  host?: string;
  /** @protobuf 4 scheme string */
  scheme?: string;
  /**
   * @listType atomic
   * @protobuf 5 httpHeaders HTTPHeader
   */
  httpHeaders?: HTTPHeader[];
}

export interface HTTPHeader {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 value string */
  value: string;
}

export interface HostAlias {
  /** @protobuf 1 ip string */
  ip: string;
  /**
   * @listType atomic
   * @protobuf 2 hostnames string
   */
  hostnames?: string[];
}

export interface HostIP {
  /** @protobuf 1 ip string */
  ip: string;
}

export interface HostPathVolumeSource {
  /** @protobuf 1 path string */
  path: string;
  /**
   * @pointer
   * @protobuf 2 type string
   */
  type?: string;
}

export interface ISCSIPersistentVolumeSource {
  /** @protobuf 1 targetPortal string */
  targetPortal: string;
  /** @protobuf 2 iqn string */
  iqn: string;
  /** @protobuf 3 lun int32 */
  lun: int32;
  /**
   * @default "default"
   * @protobuf 4 iscsiInterface string
   */
  iscsiInterface?: string;
  /** @protobuf 5 fsType string */
  fsType?: string;
  /** @protobuf 6 readOnly bool */
  readOnly?: boolean;
  /**
   * @listType atomic
   * @protobuf 7 portals string
   */
  portals?: string[];
  /** @protobuf 8 chapAuthDiscovery bool */
  chapAuthDiscovery?: boolean;
  /** @protobuf 10 secretRef SecretReference */
  secretRef?: SecretReference;
  /** @protobuf 11 chapAuthSession bool */
  chapAuthSession?: boolean;
  /**
   * @pointer
   * @protobuf 12 initiatorName string
   */
  initiatorName?: string;
}

export interface ISCSIVolumeSource {
  /** @protobuf 1 targetPortal string */
  targetPortal: string;
  /** @protobuf 2 iqn string */
  iqn: string;
  /** @protobuf 3 lun int32 */
  lun: int32;
  /**
   * @default "default"
   * @protobuf 4 iscsiInterface string
   */
  iscsiInterface?: string;
  /** @protobuf 5 fsType string */
  fsType?: string;
  /** @protobuf 6 readOnly bool */
  readOnly?: boolean;
  /**
   * @listType atomic
   * @protobuf 7 portals string
   */
  portals?: string[];
  /** @protobuf 8 chapAuthDiscovery bool */
  chapAuthDiscovery?: boolean;
  /** @protobuf 10 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
  /** @protobuf 11 chapAuthSession bool */
  chapAuthSession?: boolean;
  /**
   * @pointer
   * @protobuf 12 initiatorName string
   */
  initiatorName?: string;
}

export interface ImageVolumeSource {
  /** @protobuf 1 reference string */
  reference?: string;
  /** @protobuf 2 pullPolicy string */
  pullPolicy?: string;
}

export interface ImageVolumeStatus {
  /** @protobuf 1 imageRef string */
  imageRef: string;
}

export interface KeyToPath {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 path string */
  path: string;
  /**
   * @pointer
   * @protobuf 3 mode int32
   */
  mode?: int32;
}

/** What happens when a container starts and before it stops. */
export interface Lifecycle {
  /** @protobuf 1 postStart LifecycleHandler */
  postStart?: LifecycleHandler;
  /** @protobuf 2 preStop LifecycleHandler */
  preStop?: LifecycleHandler;
  /**
   * @pointer
   * @protobuf 3 stopSignal string
   */
  stopSignal?: string;
}

export interface LifecycleHandler {
  /** @protobuf 1 exec ExecAction */
  exec?: ExecAction;
  /** @protobuf 2 httpGet HTTPGetAction */
  httpGet?: HTTPGetAction;
  /** @protobuf 3 tcpSocket TCPSocketAction */
  tcpSocket?: TCPSocketAction;
  /** @protobuf 4 sleep SleepAction */
  sleep?: SleepAction;
}

/**
 * Limits for single pods and containers of a namespace.
 *
 * @gvk core v1 LimitRange
 * @resource limitranges namespaced short=limits
 */
export interface LimitRange {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec LimitRangeSpec
   */
  spec: LimitRangeSpec;
}

/** Limits for one type of object. */
export interface LimitRangeItem {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 max map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  max?: Record<string, Quantity>;
  /** @protobuf 3 min map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  min?: Record<string, Quantity>;
  /** @protobuf 4 default map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  default?: Record<string, Quantity>;
  /** @protobuf 5 defaultRequest map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  defaultRequest?: Record<string, Quantity>;
  /** @protobuf 6 maxLimitRequestRatio map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  maxLimitRequestRatio?: Record<string, Quantity>;
}

/**
 * A list of LimitRange objects.
 *
 * @gvk core v1 LimitRangeList
 */
export interface LimitRangeList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items LimitRange
   */
  items: LimitRange[];
}

/** The limits of a LimitRange. */
export interface LimitRangeSpec {
  /**
   * @listType atomic
   * @protobuf 1 limits LimitRangeItem
   */
  limits: LimitRangeItem[];
}

export interface LinuxContainerUser {
  /** @protobuf 1 uid int64 */
  uid: int64;
  /** @protobuf 2 gid int64 */
  gid: int64;
  /**
   * @listType atomic
   * @protobuf 3 supplementalGroups int64
   */
  supplementalGroups?: int64[];
}

export interface LoadBalancerIngress {
  /** @protobuf 1 ip string */
  ip?: string;
  /** @protobuf 2 hostname string */
  hostname?: string;
  /**
   * @pointer
   * @protobuf 3 ipMode string
   */
  ipMode?: string;
  /**
   * @listType atomic
   * @protobuf 4 ports PortStatus
   */
  ports?: PortStatus[];
}

export interface LoadBalancerStatus {
  /**
   * @listType atomic
   * @protobuf 1 ingress LoadBalancerIngress
   */
  ingress?: LoadBalancerIngress[];
}

/**
 * Names an object of the same namespace.
 *
 * @mapType atomic
 */
export interface LocalObjectReference {
  /**
   * @default ""
   * @protobuf 1 name string
   */
  name?: string;
}

export interface LocalVolumeSource {
  /** @protobuf 1 path string */
  path: string;
  /**
   * @pointer
   * @protobuf 2 fsType string
   */
  fsType?: string;
}

export interface ModifyVolumeStatus {
  /** @protobuf 1 targetVolumeAttributesClassName string */
  targetVolumeAttributesClassName?: string;
  /** @protobuf 2 status string */
  status: string;
}

export interface NFSVolumeSource {
  /** @protobuf 1 server string */
  server: string;
  /** @protobuf 2 path string */
  path: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
}

/**
 * A scope for the names of objects.
 *
 * @gvk core v1 Namespace
 * @resource namespaces cluster short=ns subresources=finalize,status
 */
export interface Namespace {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec NamespaceSpec
   */
  spec: NamespaceSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status NamespaceStatus
   */
  status: NamespaceStatus;
}

export interface NamespaceCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason?: string;
  /** @protobuf 6 message string */
  message?: string;
}

/**
 * A list of Namespace objects.
 *
 * @gvk core v1 NamespaceList
 */
export interface NamespaceList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Namespace
   */
  items: Namespace[];
}

/** What keeps a namespace from being deleted. */
export interface NamespaceSpec {
  /**
   * @listType atomic
   * @protobuf 1 finalizers string
   */
  finalizers?: string[];
}

/** Whether a namespace is in use or ending. */
export interface NamespaceStatus {
  /** @protobuf 1 phase string */
  phase?: string;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 2 conditions NamespaceCondition
   */
  conditions?: NamespaceCondition[];
}

/**
 * A machine that runs pods.
 *
 * @gvk core v1 Node
 * @resource nodes cluster short=no subresources=proxy,status
 */
export interface Node {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec NodeSpec
   */
  spec: NodeSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status NodeStatus
   */
  status: NodeStatus;
}

export interface NodeAddress {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 address string */
  address: string;
}

export interface NodeAffinity {
  /** @protobuf 1 requiredDuringSchedulingIgnoredDuringExecution NodeSelector */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /**
   * @listType atomic
   * @protobuf 2 preferredDuringSchedulingIgnoredDuringExecution PreferredSchedulingTerm
   */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

export interface NodeAllocatableResourceClaimStatus {
  /** @protobuf 1 resourceClaimName string */
  resourceClaimName: string;
  /**
   * @listType set
   * @protobuf 2 containers string
   */
  containers?: string[];
  /** @protobuf 3 resources map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  resources: Record<string, Quantity>;
}

/** One aspect of the state of a node. */
export interface NodeCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastHeartbeatTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastHeartbeatTime?: Time;
  /**
   * @emitted
   * @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason?: string;
  /** @protobuf 6 message string */
  message?: string;
}

export interface NodeConfigSource {
  /** @protobuf 2 configMap ConfigMapNodeConfigSource */
  configMap?: ConfigMapNodeConfigSource;
}

export interface NodeConfigStatus {
  /** @protobuf 1 assigned NodeConfigSource */
  assigned?: NodeConfigSource;
  /** @protobuf 2 active NodeConfigSource */
  active?: NodeConfigSource;
  /** @protobuf 3 lastKnownGood NodeConfigSource */
  lastKnownGood?: NodeConfigSource;
  /** @protobuf 4 error string */
  error?: string;
}

export interface NodeDaemonEndpoints {
  /**
   * @embedded
   * @protobuf 1 kubeletEndpoint DaemonEndpoint
   */
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeFeatures {
  /**
   * @pointer
   * @protobuf 1 supplementalGroupsPolicy bool
   */
  supplementalGroupsPolicy?: boolean;
}

/**
 * A list of Node objects.
 *
 * @gvk core v1 NodeList
 */
export interface NodeList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Node
   */
  items: Node[];
}

export interface NodeRuntimeHandler {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 features NodeRuntimeHandlerFeatures */
  features?: NodeRuntimeHandlerFeatures;
}

export interface NodeRuntimeHandlerFeatures {
  /**
   * @pointer
   * @protobuf 1 recursiveReadOnlyMounts bool
   */
  recursiveReadOnlyMounts?: boolean;
  /**
   * @pointer
   * @protobuf 2 userNamespaces bool
   */
  userNamespaces?: boolean;
}

/** @mapType atomic */
export interface NodeSelector {
  /**
   * @listType atomic
   * @protobuf 1 nodeSelectorTerms NodeSelectorTerm
   */
  nodeSelectorTerms: NodeSelectorTerm[];
}

export interface NodeSelectorRequirement {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 operator string */
  operator: string;
  /**
   * @listType atomic
   * @protobuf 3 values string
   */
  values?: string[];
}

/** @mapType atomic */
export interface NodeSelectorTerm {
  /**
   * @listType atomic
   * @protobuf 1 matchExpressions NodeSelectorRequirement
   */
  matchExpressions?: NodeSelectorRequirement[];
  /**
   * @listType atomic
   * @protobuf 2 matchFields NodeSelectorRequirement
   */
  matchFields?: NodeSelectorRequirement[];
}

/** How a node is to be used. */
export interface NodeSpec {
  /**
   * The range for addresses of pods.
   *
   * @protobuf 1 podCIDR string
   */
  podCIDR?: string;
  /**
   * The ranges for addresses of pods.
   *
   * @listType set
   * @patchStrategy merge
   * @protobuf 7 podCIDRs string
   */
  podCIDRs?: string[];
  /**
   * The name of the machine with its provider.
   *
   * @protobuf 3 providerID string
   */
  providerID?: string;
  /**
   * Whether new pods stay away.
   *
   * @protobuf 4 unschedulable bool
   */
  unschedulable?: boolean;
  /**
   * Marks that keep pods away.
   *
   * @listType atomic
   * @protobuf 5 taints Taint
   */
  taints?: Taint[];
  /** @protobuf 6 configSource NodeConfigSource */
  configSource?: NodeConfigSource;
  /** @protobuf 2 externalID string */
  externalID?: string;
}

/** What a node has and how it is doing. */
export interface NodeStatus {
  /**
   * What the machine has.
   *
   * @protobuf 1 capacity map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity>
   */
  capacity?: Record<string, Quantity>;
  /**
   * What pods can use of it.
   *
   * @protobuf 2 allocatable map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity>
   */
  allocatable?: Record<string, Quantity>;
  /** @protobuf 3 phase string */
  phase?: string;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 4 conditions NodeCondition
   */
  conditions?: NodeCondition[];
  /**
   * Where the node is reached.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 5 addresses NodeAddress
   */
  addresses?: NodeAddress[];
  /**
   * @embedded
   * @protobuf 6 daemonEndpoints NodeDaemonEndpoints
   */
  daemonEndpoints?: NodeDaemonEndpoints;
  /**
   * Versions and identifiers.
   *
   * @embedded
   * @protobuf 7 nodeInfo NodeSystemInfo
   */
  nodeInfo?: NodeSystemInfo;
  /**
   * Images that are there already.
   *
   * @listType atomic
   * @protobuf 8 images ContainerImage
   */
  images?: ContainerImage[];
  /**
   * @listType atomic
   * @protobuf 9 volumesInUse string
   */
  volumesInUse?: string[];
  /**
   * @listType atomic
   * @protobuf 10 volumesAttached AttachedVolume
   */
  volumesAttached?: AttachedVolume[];
  /** @protobuf 11 config NodeConfigStatus */
  config?: NodeConfigStatus;
  /**
   * @listType atomic
   * @protobuf 12 runtimeHandlers NodeRuntimeHandler
   */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** @protobuf 13 features NodeFeatures */
  features?: NodeFeatures;
  /**
   * @listType atomic
   * @protobuf 14 declaredFeatures string
   */
  declaredFeatures?: string[];
}

export interface NodeSwapStatus {
  /**
   * @pointer
   * @protobuf 1 capacity int64
   */
  capacity?: int64;
}

/** Versions and identifiers of the software of a node. */
export interface NodeSystemInfo {
  /** @protobuf 1 machineID string */
  machineID: string;
  /** @protobuf 2 systemUUID string */
  systemUUID: string;
  /** @protobuf 3 bootID string */
  bootID: string;
  /** @protobuf 4 kernelVersion string */
  kernelVersion: string;
  /** @protobuf 5 osImage string */
  osImage: string;
  /** @protobuf 6 containerRuntimeVersion string */
  containerRuntimeVersion: string;
  /** @protobuf 7 kubeletVersion string */
  kubeletVersion: string;
  /** @protobuf 8 kubeProxyVersion string */
  kubeProxyVersion: string;
  /** @protobuf 9 operatingSystem string */
  operatingSystem: string;
  /** @protobuf 10 architecture string */
  architecture: string;
  /** @protobuf 11 swap NodeSwapStatus */
  swap?: NodeSwapStatus;
}

/** @mapType atomic */
export interface ObjectFieldSelector {
  /** @protobuf 1 apiVersion string */
  apiVersion?: string;
  /** @protobuf 2 fieldPath string */
  fieldPath: string;
}

/**
 * Names another object.
 *
 * @mapType atomic
 */
export interface ObjectReference {
  /** @protobuf 1 kind string */
  kind?: string;
  /** @protobuf 2 namespace string */
  namespace?: string;
  /** @protobuf 3 name string */
  name?: string;
  /** @protobuf 4 uid string */
  uid?: string;
  /** @protobuf 5 apiVersion string */
  apiVersion?: string;
  /** @protobuf 6 resourceVersion string */
  resourceVersion?: string;
  /** @protobuf 7 fieldPath string */
  fieldPath?: string;
}

/**
 * Storage that outlives pods.
 *
 * @gvk core v1 PersistentVolume
 * @resource persistentvolumes cluster short=pv subresources=status
 */
export interface PersistentVolume {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec PersistentVolumeSpec
   */
  spec: PersistentVolumeSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PersistentVolumeStatus
   */
  status: PersistentVolumeStatus;
}

/**
 * A demand for storage.
 *
 * @gvk core v1 PersistentVolumeClaim
 * @resource persistentvolumeclaims namespaced short=pvc subresources=status
 */
export interface PersistentVolumeClaim {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec PersistentVolumeClaimSpec
   */
  spec: PersistentVolumeClaimSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PersistentVolumeClaimStatus
   */
  status: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastProbeTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastProbeTime?: Time;
  /**
   * @emitted
   * @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason?: string;
  /** @protobuf 6 message string */
  message?: string;
}

/**
 * A list of PersistentVolumeClaim objects.
 *
 * @gvk core v1 PersistentVolumeClaimList
 */
export interface PersistentVolumeClaimList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items PersistentVolumeClaim
   */
  items: PersistentVolumeClaim[];
}

/** What storage is wanted. */
export interface PersistentVolumeClaimSpec {
  /**
   * How many may use the storage, and how.
   *
   * @listType atomic
   * @protobuf 1 accessModes string
   */
  accessModes?: string[];
  /**
   * Labels that the volume must have.
   *
   * @protobuf 4 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector?: LabelSelector;
  /**
   * How much is wanted.
   *
   * @embedded
   * @protobuf 2 resources VolumeResourceRequirements
   */
  resources?: VolumeResourceRequirements;
  /**
   * The volume that was found.
   *
   * @protobuf 3 volumeName string
   */
  volumeName?: string;
  /**
   * Which sort of storage is wanted.
   *
   * @pointer
   * @protobuf 5 storageClassName string
   */
  storageClassName?: string;
  /**
   * Filesystem or Block.
   *
   * @pointer
   * @protobuf 6 volumeMode string
   */
  volumeMode?: string;
  /** @protobuf 7 dataSource TypedLocalObjectReference */
  dataSource?: TypedLocalObjectReference;
  /** @protobuf 8 dataSourceRef TypedObjectReference */
  dataSourceRef?: TypedObjectReference;
  /**
   * @pointer
   * @protobuf 9 volumeAttributesClassName string
   */
  volumeAttributesClassName?: string;
}

/** What storage was found. */
export interface PersistentVolumeClaimStatus {
  /** @protobuf 1 phase string */
  phase?: string;
  /**
   * @listType atomic
   * @protobuf 2 accessModes string
   */
  accessModes?: string[];
  /** @protobuf 3 capacity map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  capacity?: Record<string, Quantity>;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 4 conditions PersistentVolumeClaimCondition
   */
  conditions?: PersistentVolumeClaimCondition[];
  /** @protobuf 5 allocatedResources map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  allocatedResources?: Record<string, Quantity>;
  /**
   * @mapType granular
   * @protobuf 7 allocatedResourceStatuses map<string, string>
   */
  allocatedResourceStatuses?: Record<string, string>;
  /**
   * @pointer
   * @protobuf 8 currentVolumeAttributesClassName string
   */
  currentVolumeAttributesClassName?: string;
  /** @protobuf 9 modifyVolumeStatus ModifyVolumeStatus */
  modifyVolumeStatus?: ModifyVolumeStatus;
}

export interface PersistentVolumeClaimTemplate {
  /**
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata?: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec PersistentVolumeClaimSpec
   */
  spec: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  /** @protobuf 1 claimName string */
  claimName: string;
  /** @protobuf 2 readOnly bool */
  readOnly?: boolean;
}

/**
 * A list of PersistentVolume objects.
 *
 * @gvk core v1 PersistentVolumeList
 */
export interface PersistentVolumeList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items PersistentVolume
   */
  items: PersistentVolume[];
}

/**
 * What a volume is and how it may be used.
 *
 * @protobufInline 2 persistentVolumeSource PersistentVolumeSource
 */
export interface PersistentVolumeSpec extends PersistentVolumeSource {
  /** @protobuf 1 capacity map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  capacity?: Record<string, Quantity>;
  /**
   * @listType atomic
   * @protobuf 3 accessModes string
   */
  accessModes?: string[];
  /**
   * @mapType granular
   * @protobuf 4 claimRef ObjectReference
   */
  claimRef?: ObjectReference;
  /** @protobuf 5 persistentVolumeReclaimPolicy string */
  persistentVolumeReclaimPolicy?: string;
  /** @protobuf 6 storageClassName string */
  storageClassName?: string;
  /**
   * @listType atomic
   * @protobuf 7 mountOptions string
   */
  mountOptions?: string[];
  /**
   * @pointer
   * @protobuf 8 volumeMode string
   */
  volumeMode?: string;
  /** @protobuf 9 nodeAffinity VolumeNodeAffinity */
  nodeAffinity?: VolumeNodeAffinity;
  /**
   * @pointer
   * @protobuf 10 volumeAttributesClassName string
   */
  volumeAttributesClassName?: string;
}

/** What a volume is used for. */
export interface PersistentVolumeStatus {
  /** @protobuf 1 phase string */
  phase?: string;
  /** @protobuf 2 message string */
  message?: string;
  /** @protobuf 3 reason string */
  reason?: string;
  /** @protobuf 4 lastPhaseTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  lastPhaseTransitionTime?: Time;
}

export interface PhotonPersistentDiskVolumeSource {
  /** @protobuf 1 pdID string */
  pdID: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
}

/**
 * A group of containers that run together on one node.
 *
 * @gvk core v1 Pod
 * @resource pods namespaced short=po categories=all subresources=attach,binding,ephemeralcontainers,eviction,exec,log,portforward,proxy,resize,status
 */
export interface Pod {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec PodSpec
   */
  spec: PodSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PodStatus
   */
  status: PodStatus;
}

export interface PodAffinity {
  /**
   * @listType atomic
   * @protobuf 1 requiredDuringSchedulingIgnoredDuringExecution PodAffinityTerm
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /**
   * @listType atomic
   * @protobuf 2 preferredDuringSchedulingIgnoredDuringExecution WeightedPodAffinityTerm
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodAffinityTerm {
  /** @protobuf 1 labelSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  labelSelector?: LabelSelector;
  /**
   * @listType atomic
   * @protobuf 2 namespaces string
   */
  namespaces?: string[];
  /** @protobuf 3 topologyKey string */
  topologyKey: string;
  /** @protobuf 4 namespaceSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  namespaceSelector?: LabelSelector;
  /**
   * @listType atomic
   * @protobuf 5 matchLabelKeys string
   */
  matchLabelKeys?: string[];
  /**
   * @listType atomic
   * @protobuf 6 mismatchLabelKeys string
   */
  mismatchLabelKeys?: string[];
}

export interface PodAntiAffinity {
  /**
   * @listType atomic
   * @protobuf 1 requiredDuringSchedulingIgnoredDuringExecution PodAffinityTerm
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /**
   * @listType atomic
   * @protobuf 2 preferredDuringSchedulingIgnoredDuringExecution WeightedPodAffinityTerm
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodCertificateProjection {
  /** @protobuf 1 signerName string */
  signerName: string;
  /** @protobuf 2 keyType string */
  keyType: string;
  /**
   * @pointer
   * @protobuf 3 maxExpirationSeconds int32
   */
  maxExpirationSeconds?: int32;
  /** @protobuf 4 credentialBundlePath string */
  credentialBundlePath?: string;
  /** @protobuf 5 keyPath string */
  keyPath?: string;
  /** @protobuf 6 certificateChainPath string */
  certificateChainPath?: string;
  /** @protobuf 7 userAnnotations map<string, string> */
  userAnnotations?: Record<string, string>;
}

/** One aspect of the state of a pod. */
export interface PodCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 7 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastProbeTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastProbeTime?: Time;
  /**
   * @emitted
   * @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason?: string;
  /** @protobuf 6 message string */
  message?: string;
}

export interface PodDNSConfig {
  /**
   * @listType atomic
   * @protobuf 1 nameservers string
   */
  nameservers?: string[];
  /**
   * @listType atomic
   * @protobuf 2 searches string
   */
  searches?: string[];
  /**
   * @listType atomic
   * @protobuf 3 options PodDNSConfigOption
   */
  options?: PodDNSConfigOption[];
}

export interface PodDNSConfigOption {
  /** @protobuf 1 name string */
  name?: string;
  /**
   * @pointer
   * @protobuf 2 value string
   */
  value?: string;
}

export interface PodExtendedResourceClaimStatus {
  /**
   * @listType atomic
   * @protobuf 1 requestMappings ContainerExtendedResourceRequest
   */
  requestMappings: ContainerExtendedResourceRequest[];
  /** @protobuf 2 resourceClaimName string */
  resourceClaimName: string;
}

export interface PodIP {
  /** @protobuf 1 ip string */
  ip: string;
}

/**
 * A list of Pod objects.
 *
 * @gvk core v1 PodList
 */
export interface PodList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Pod
   */
  items: Pod[];
}

export interface PodOS {
  /** @protobuf 1 name string */
  name: string;
}

export interface PodReadinessGate {
  /** @protobuf 1 conditionType string */
  conditionType: string;
}

export interface PodResourceClaim {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 3 resourceClaimName string
   */
  resourceClaimName?: string;
  /**
   * @pointer
   * @protobuf 4 resourceClaimTemplateName string
   */
  resourceClaimTemplateName?: string;
}

export interface PodResourceClaimStatus {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 2 resourceClaimName string
   */
  resourceClaimName?: string;
}

export interface PodSchedulingGate {
  /** @protobuf 1 name string */
  name: string;
}

/** @union - podGroupName=PodGroupName */
export interface PodSchedulingGroup {
  /**
   * @pointer
   * @protobuf 1 podGroupName string
   */
  podGroupName?: string;
}

/** Rights and identity of the processes of a pod. */
export interface PodSecurityContext {
  /** @protobuf 1 seLinuxOptions SELinuxOptions */
  seLinuxOptions?: SELinuxOptions;
  /** @protobuf 8 windowsOptions WindowsSecurityContextOptions */
  windowsOptions?: WindowsSecurityContextOptions;
  /**
   * @pointer
   * @protobuf 2 runAsUser int64
   */
  runAsUser?: int64;
  /**
   * @pointer
   * @protobuf 6 runAsGroup int64
   */
  runAsGroup?: int64;
  /**
   * @pointer
   * @protobuf 3 runAsNonRoot bool
   */
  runAsNonRoot?: boolean;
  /**
   * @listType atomic
   * @protobuf 4 supplementalGroups int64
   */
  supplementalGroups?: int64[];
  /**
   * @pointer
   * @protobuf 12 supplementalGroupsPolicy string
   */
  supplementalGroupsPolicy?: string;
  /**
   * @pointer
   * @protobuf 5 fsGroup int64
   */
  fsGroup?: int64;
  /**
   * @listType atomic
   * @protobuf 7 sysctls Sysctl
   */
  sysctls?: Sysctl[];
  /**
   * @pointer
   * @protobuf 9 fsGroupChangePolicy string
   */
  fsGroupChangePolicy?: string;
  /** @protobuf 10 seccompProfile SeccompProfile */
  seccompProfile?: SeccompProfile;
  /** @protobuf 11 appArmorProfile AppArmorProfile */
  appArmorProfile?: AppArmorProfile;
  /**
   * @pointer
   * @protobuf 13 seLinuxChangePolicy string
   */
  seLinuxChangePolicy?: string;
}

/** What a pod consists of and how it runs. */
export interface PodSpec {
  /**
   * Folders that containers can mount.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 1 volumes Volume
   */
  volumes?: Volume[];
  /**
   * Programs that run to their end, one by one, before the others start.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 20 initContainers Container
   */
  initContainers?: Container[];
  /**
   * Programs that run side by side; at least one.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 2 containers Container
   */
  containers: Container[];
  /**
   * Programs that were added for debugging.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 34 ephemeralContainers EphemeralContainer
   */
  ephemeralContainers?: EphemeralContainer[];
  /**
   * Whether containers that end are started again: Always, OnFailure or Never.
   *
   * @protobuf 3 restartPolicy string
   */
  restartPolicy?: string;
  /**
   * Seconds between the request to stop and the kill.
   *
   * @pointer
   * @protobuf 4 terminationGracePeriodSeconds int64
   */
  terminationGracePeriodSeconds?: int64;
  /**
   * Seconds after which the pod is failed.
   *
   * @pointer
   * @protobuf 5 activeDeadlineSeconds int64
   */
  activeDeadlineSeconds?: int64;
  /**
   * Where names are resolved.
   *
   * @protobuf 6 dnsPolicy string
   */
  dnsPolicy?: string;
  /**
   * Labels that the node must have.
   *
   * @mapType atomic
   * @protobuf 7 nodeSelector map<string, string>
   */
  nodeSelector?: Record<string, string>;
  /**
   * The identity of the processes.
   *
   * @protobuf 8 serviceAccountName string
   */
  serviceAccountName?: string;
  /** @protobuf 9 serviceAccount string */
  serviceAccount?: string;
  /**
   * @pointer
   * @protobuf 21 automountServiceAccountToken bool
   */
  automountServiceAccountToken?: boolean;
  /**
   * The node that the pod runs on; the scheduler sets it.
   *
   * @protobuf 10 nodeName string
   */
  nodeName?: string;
  /**
   * Whether the pod shares the network of the node.
   *
   * @protobuf 11 hostNetwork bool
   */
  hostNetwork?: boolean;
  /**
   * Whether the pod sees the processes of the node.
   *
   * @protobuf 12 hostPID bool
   */
  hostPID?: boolean;
  /**
   * Whether the pod shares the IPC of the node.
   *
   * @protobuf 13 hostIPC bool
   */
  hostIPC?: boolean;
  /**
   * @pointer
   * @protobuf 27 shareProcessNamespace bool
   */
  shareProcessNamespace?: boolean;
  /**
   * Rights and identity of all processes.
   *
   * @protobuf 14 securityContext PodSecurityContext
   */
  securityContext?: PodSecurityContext;
  /**
   * Secrets that images are pulled with.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 15 imagePullSecrets LocalObjectReference
   */
  imagePullSecrets?: LocalObjectReference[];
  /**
   * The host name within the pod.
   *
   * @protobuf 16 hostname string
   */
  hostname?: string;
  /**
   * With the host name, the name in the DNS of the cluster.
   *
   * @protobuf 17 subdomain string
   */
  subdomain?: string;
  /**
   * Where the pod wants to run.
   *
   * @protobuf 18 affinity Affinity
   */
  affinity?: Affinity;
  /**
   * The scheduler that is to find a node.
   *
   * @protobuf 19 schedulerName string
   */
  schedulerName?: string;
  /**
   * Taints of nodes that the pod puts up with.
   *
   * @listType atomic
   * @protobuf 22 tolerations Toleration
   */
  tolerations?: Toleration[];
  /**
   * Lines for /etc/hosts.
   *
   * @listType map
   * @listMapKey ip
   * @patchStrategy merge
   * @patchMergeKey ip
   * @protobuf 23 hostAliases HostAlias
   */
  hostAliases?: HostAlias[];
  /**
   * How important the pod is, by name.
   *
   * @protobuf 24 priorityClassName string
   */
  priorityClassName?: string;
  /**
   * How important the pod is, as a number.
   *
   * @pointer
   * @protobuf 25 priority int32
   */
  priority?: int32;
  /** @protobuf 26 dnsConfig PodDNSConfig */
  dnsConfig?: PodDNSConfig;
  /**
   * Conditions that must be true for the pod to be ready.
   *
   * @listType atomic
   * @protobuf 28 readinessGates PodReadinessGate
   */
  readinessGates?: PodReadinessGate[];
  /**
   * The way in which the containers are run.
   *
   * @pointer
   * @protobuf 29 runtimeClassName string
   */
  runtimeClassName?: string;
  /**
   * @pointer
   * @protobuf 30 enableServiceLinks bool
   */
  enableServiceLinks?: boolean;
  /**
   * Whether the pod may push out less important ones.
   *
   * @pointer
   * @protobuf 31 preemptionPolicy string
   */
  preemptionPolicy?: string;
  /**
   * What the runtime needs besides the containers.
   *
   * @protobuf 32 overhead map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity>
   */
  overhead?: Record<string, Quantity>;
  /**
   * How the pods are spread over the cluster.
   *
   * @listType map
   * @listMapKey topologyKey
   * @listMapKey whenUnsatisfiable
   * @patchStrategy merge
   * @patchMergeKey topologyKey
   * @protobuf 33 topologySpreadConstraints TopologySpreadConstraint
   */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /**
   * @pointer
   * @protobuf 35 setHostnameAsFQDN bool
   */
  setHostnameAsFQDN?: boolean;
  /**
   * The operating system that the pod is made for.
   *
   * @protobuf 36 os PodOS
   */
  os?: PodOS;
  /**
   * @pointer
   * @protobuf 37 hostUsers bool
   */
  hostUsers?: boolean;
  /**
   * What must be removed before the pod is scheduled.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 38 schedulingGates PodSchedulingGate
   */
  schedulingGates?: PodSchedulingGate[];
  /**
   * Devices that the containers can use.
   *
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 39 resourceClaims PodResourceClaim
   */
  resourceClaims?: PodResourceClaim[];
  /** @protobuf 40 resources ResourceRequirements */
  resources?: ResourceRequirements;
  /**
   * @pointer
   * @protobuf 41 hostnameOverride string
   */
  hostnameOverride?: string;
  /** @protobuf 43 schedulingGroup PodSchedulingGroup */
  schedulingGroup?: PodSchedulingGroup;
}

/** How a pod is doing, as its kubelet reports it. */
export interface PodStatus {
  /** @protobuf 17 observedGeneration int64 */
  observedGeneration?: int64;
  /**
   * Pending, Running, Succeeded, Failed or Unknown.
   *
   * @protobuf 1 phase string
   */
  phase?: string;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 2 conditions PodCondition
   */
  conditions?: PodCondition[];
  /**
   * Why the pod is in this state, for people.
   *
   * @protobuf 3 message string
   */
  message?: string;
  /**
   * Why the pod is in this state, in a word.
   *
   * @protobuf 4 reason string
   */
  reason?: string;
  /**
   * The node on which others make way for the pod.
   *
   * @protobuf 11 nominatedNodeName string
   */
  nominatedNodeName?: string;
  /**
   * The address of the node.
   *
   * @protobuf 5 hostIP string
   */
  hostIP?: string;
  /**
   * @listType atomic
   * @patchStrategy merge
   * @patchMergeKey ip
   * @protobuf 16 hostIPs HostIP
   */
  hostIPs?: HostIP[];
  /**
   * The address of the pod.
   *
   * @protobuf 6 podIP string
   */
  podIP?: string;
  /**
   * All addresses of the pod.
   *
   * @listType map
   * @listMapKey ip
   * @patchStrategy merge
   * @patchMergeKey ip
   * @protobuf 12 podIPs PodIP
   */
  podIPs?: PodIP[];
  /**
   * When the kubelet took the pod up.
   *
   * @protobuf 7 startTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  startTime?: Time;
  /**
   * How the init containers are doing.
   *
   * @listType atomic
   * @protobuf 10 initContainerStatuses ContainerStatus
   */
  initContainerStatuses?: ContainerStatus[];
  /**
   * How the containers are doing.
   *
   * @listType atomic
   * @protobuf 8 containerStatuses ContainerStatus
   */
  containerStatuses?: ContainerStatus[];
  /**
   * How the pod is treated when the node runs short.
   *
   * @protobuf 9 qosClass string
   */
  qosClass?: string;
  /**
   * @listType atomic
   * @protobuf 13 ephemeralContainerStatuses ContainerStatus
   */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** @protobuf 14 resize string */
  resize?: string;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 15 resourceClaimStatuses PodResourceClaimStatus
   */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  /** @protobuf 18 extendedResourceClaimStatus PodExtendedResourceClaimStatus */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** @protobuf 19 allocatedResources map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  allocatedResources?: Record<string, Quantity>;
  /** @protobuf 20 resources ResourceRequirements */
  resources?: ResourceRequirements;
  /**
   * @listType atomic
   * @protobuf 21 nodeAllocatableResourceClaimStatuses NodeAllocatableResourceClaimStatus
   */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
}

/**
 * A template for pods, kept for others to use.
 *
 * @gvk core v1 PodTemplate
 * @resource podtemplates namespaced
 */
export interface PodTemplate {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @optional
   * @embedded
   * @protobuf 2 template PodTemplateSpec
   */
  template: PodTemplateSpec;
}

/**
 * What is taken of a range of numbers; kept by the server for itself, not served.
 *
 * @gvk core v1 RangeAllocation
 */
export interface RangeAllocation {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * The range: `30000-32767`.
   *
   * @protobuf 2 range string
   */
  range: string;
  /**
   * A bit for each number of the range, the first in the last bit of the last byte.
   *
   * @protobuf 3 data bytes
   */
  data: Bytes;
}

/**
 * A list of PodTemplate objects.
 *
 * @gvk core v1 PodTemplateList
 */
export interface PodTemplateList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items PodTemplate
   */
  items: PodTemplate[];
}

/** What pods look like that a controller makes. */
export interface PodTemplateSpec {
  /**
   * Labels and annotations of the pods.
   *
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata?: ObjectMeta;
  /**
   * What the pods consist of.
   *
   * @embedded
   * @protobuf 2 spec PodSpec
   */
  spec?: PodSpec;
}

export interface PortStatus {
  /** @protobuf 1 port int32 */
  port: int32;
  /** @protobuf 2 protocol string */
  protocol: string;
  /**
   * @pointer
   * @protobuf 3 error string
   */
  error?: string;
}

export interface PortworxVolumeSource {
  /** @protobuf 1 volumeID string */
  volumeID: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
}

export interface PreferredSchedulingTerm {
  /** @protobuf 1 weight int32 */
  weight: int32;
  /**
   * @embedded
   * @protobuf 2 preference NodeSelectorTerm
   */
  preference: NodeSelectorTerm;
}

/**
 * A check that the kubelet runs against a container.
 *
 * @protobufInline 1 handler ProbeHandler
 */
export interface Probe extends ProbeHandler {
  /**
   * Seconds after the start before the first check.
   *
   * @protobuf 2 initialDelaySeconds int32
   */
  initialDelaySeconds?: int32;
  /**
   * Seconds after which a check has failed.
   *
   * @protobuf 3 timeoutSeconds int32
   */
  timeoutSeconds?: int32;
  /**
   * Seconds between checks.
   *
   * @protobuf 4 periodSeconds int32
   */
  periodSeconds?: int32;
  /**
   * Successes in a row that make a failed check succeed.
   *
   * @protobuf 5 successThreshold int32
   */
  successThreshold?: int32;
  /**
   * Failures in a row that make a check fail.
   *
   * @protobuf 6 failureThreshold int32
   */
  failureThreshold?: int32;
  /**
   * @pointer
   * @protobuf 7 terminationGracePeriodSeconds int64
   */
  terminationGracePeriodSeconds?: int64;
}

export interface ProjectedVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 sources VolumeProjection
   */
  sources?: VolumeProjection[];
  /**
   * @pointer
   * @protobuf 2 defaultMode int32
   */
  defaultMode?: int32;
}

export interface QuobyteVolumeSource {
  /** @protobuf 1 registry string */
  registry: string;
  /** @protobuf 2 volume string */
  volume: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 4 user string */
  user?: string;
  /** @protobuf 5 group string */
  group?: string;
  /** @protobuf 6 tenant string */
  tenant?: string;
}

export interface RBDPersistentVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 monitors string
   */
  monitors: string[];
  /** @protobuf 2 image string */
  image: string;
  /** @protobuf 3 fsType string */
  fsType?: string;
  /**
   * @default "rbd"
   * @protobuf 4 pool string
   */
  pool?: string;
  /**
   * @default "admin"
   * @protobuf 5 user string
   */
  user?: string;
  /**
   * @default "/etc/ceph/keyring"
   * @protobuf 6 keyring string
   */
  keyring?: string;
  /** @protobuf 7 secretRef SecretReference */
  secretRef?: SecretReference;
  /** @protobuf 8 readOnly bool */
  readOnly?: boolean;
}

export interface RBDVolumeSource {
  /**
   * @listType atomic
   * @protobuf 1 monitors string
   */
  monitors: string[];
  /** @protobuf 2 image string */
  image: string;
  /** @protobuf 3 fsType string */
  fsType?: string;
  /**
   * @default "rbd"
   * @protobuf 4 pool string
   */
  pool?: string;
  /**
   * @default "admin"
   * @protobuf 5 user string
   */
  user?: string;
  /**
   * @default "/etc/ceph/keyring"
   * @protobuf 6 keyring string
   */
  keyring?: string;
  /** @protobuf 7 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
  /** @protobuf 8 readOnly bool */
  readOnly?: boolean;
}

/**
 * Keeps a number of pods running; Deployments replace it.
 *
 * @gvk core v1 ReplicationController
 * @resource replicationcontrollers namespaced short=rc categories=all subresources=scale,status
 */
export interface ReplicationController {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec ReplicationControllerSpec
   */
  spec: ReplicationControllerSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ReplicationControllerStatus
   */
  status: ReplicationControllerStatus;
}

export interface ReplicationControllerCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of ReplicationController objects.
 *
 * @gvk core v1 ReplicationControllerList
 */
export interface ReplicationControllerList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ReplicationController
   */
  items: ReplicationController[];
}

/** How many pods of what kind are wanted. */
export interface ReplicationControllerSpec {
  /**
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /** @protobuf 4 minReadySeconds int32 */
  minReadySeconds?: int32;
  /**
   * @mapType atomic
   * @protobuf 2 selector map<string, string>
   */
  selector?: Record<string, string>;
  /** @protobuf 3 template PodTemplateSpec */
  template?: PodTemplateSpec;
}

/** How many pods there are. */
export interface ReplicationControllerStatus {
  /** @protobuf 1 replicas int32 */
  replicas: int32;
  /** @protobuf 2 fullyLabeledReplicas int32 */
  fullyLabeledReplicas?: int32;
  /** @protobuf 4 readyReplicas int32 */
  readyReplicas?: int32;
  /** @protobuf 5 availableReplicas int32 */
  availableReplicas?: int32;
  /** @protobuf 3 observedGeneration int64 */
  observedGeneration?: int64;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 6 conditions ReplicationControllerCondition
   */
  conditions?: ReplicationControllerCondition[];
}

export interface ResourceClaim {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 request string */
  request?: string;
}

/** @mapType atomic */
export interface ResourceFieldSelector {
  /** @protobuf 1 containerName string */
  containerName?: string;
  /** @protobuf 2 resource string */
  resource: string;
  /**
   * @emitted
   * @protobuf 3 divisor .k8s.io.apimachinery.pkg.api.resource.Quantity
   */
  divisor?: Quantity;
}

export interface ResourceHealth {
  /** @protobuf 1 resourceID string */
  resourceID: string;
  /** @protobuf 2 health string */
  health?: string;
  /** @protobuf 6 message string */
  message?: string;
}

/**
 * Limits for a namespace as a whole.
 *
 * @gvk core v1 ResourceQuota
 * @resource resourcequotas namespaced short=quota subresources=status
 */
export interface ResourceQuota {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec ResourceQuotaSpec
   */
  spec: ResourceQuotaSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ResourceQuotaStatus
   */
  status: ResourceQuotaStatus;
}

/**
 * A list of ResourceQuota objects.
 *
 * @gvk core v1 ResourceQuotaList
 */
export interface ResourceQuotaList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ResourceQuota
   */
  items: ResourceQuota[];
}

/** What a namespace may use. */
export interface ResourceQuotaSpec {
  /** @protobuf 1 hard map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  hard?: Record<string, Quantity>;
  /**
   * @listType atomic
   * @protobuf 2 scopes string
   */
  scopes?: string[];
  /** @protobuf 3 scopeSelector ScopeSelector */
  scopeSelector?: ScopeSelector;
}

/** What a namespace uses. */
export interface ResourceQuotaStatus {
  /** @protobuf 1 hard map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  hard?: Record<string, Quantity>;
  /** @protobuf 2 used map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  used?: Record<string, Quantity>;
}

/** How much of the node a container needs and may use. */
export interface ResourceRequirements {
  /**
   * The most that may be used.
   *
   * @protobuf 1 limits map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity>
   */
  limits?: Record<string, Quantity>;
  /**
   * What is set aside.
   *
   * @protobuf 2 requests map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity>
   */
  requests?: Record<string, Quantity>;
  /**
   * Devices of the pod that the container uses.
   *
   * @listType map
   * @listMapKey name
   * @protobuf 3 claims ResourceClaim
   */
  claims?: ResourceClaim[];
}

export interface ResourceStatus {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @listType map
   * @listMapKey resourceID
   * @protobuf 2 resources ResourceHealth
   */
  resources?: ResourceHealth[];
}

export interface SELinuxOptions {
  /** @protobuf 1 user string */
  user?: string;
  /** @protobuf 2 role string */
  role?: string;
  /** @protobuf 3 type string */
  type?: string;
  /** @protobuf 4 level string */
  level?: string;
}

export interface ScaleIOPersistentVolumeSource {
  /** @protobuf 1 gateway string */
  gateway: string;
  /** @protobuf 2 system string */
  system: string;
  /** @protobuf 3 secretRef SecretReference */
  secretRef: SecretReference;
  /** @protobuf 4 sslEnabled bool */
  sslEnabled?: boolean;
  /** @protobuf 5 protectionDomain string */
  protectionDomain?: string;
  /** @protobuf 6 storagePool string */
  storagePool?: string;
  /**
   * @default "ThinProvisioned"
   * @protobuf 7 storageMode string
   */
  storageMode?: string;
  /** @protobuf 8 volumeName string */
  volumeName?: string;
  /**
   * @default "xfs"
   * @protobuf 9 fsType string
   */
  fsType?: string;
  /** @protobuf 10 readOnly bool */
  readOnly?: boolean;
}

export interface ScaleIOVolumeSource {
  /** @protobuf 1 gateway string */
  gateway: string;
  /** @protobuf 2 system string */
  system: string;
  /** @protobuf 3 secretRef LocalObjectReference */
  secretRef: LocalObjectReference;
  /** @protobuf 4 sslEnabled bool */
  sslEnabled?: boolean;
  /** @protobuf 5 protectionDomain string */
  protectionDomain?: string;
  /** @protobuf 6 storagePool string */
  storagePool?: string;
  /**
   * @default "ThinProvisioned"
   * @protobuf 7 storageMode string
   */
  storageMode?: string;
  /** @protobuf 8 volumeName string */
  volumeName?: string;
  /**
   * @default "xfs"
   * @protobuf 9 fsType string
   */
  fsType?: string;
  /** @protobuf 10 readOnly bool */
  readOnly?: boolean;
}

/** @mapType atomic */
export interface ScopeSelector {
  /**
   * @listType atomic
   * @protobuf 1 matchExpressions ScopedResourceSelectorRequirement
   */
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

export interface ScopedResourceSelectorRequirement {
  /** @protobuf 1 scopeName string */
  scopeName: string;
  /** @protobuf 2 operator string */
  operator: string;
  /**
   * @listType atomic
   * @protobuf 3 values string
   */
  values?: string[];
}

/** @union type localhostProfile=LocalhostProfile */
export interface SeccompProfile {
  /** @protobuf 1 type string */
  type: string;
  /**
   * @pointer
   * @protobuf 2 localhostProfile string
   */
  localhostProfile?: string;
}

/**
 * Confidential data as keys and values.
 *
 * @gvk core v1 Secret
 * @resource secrets namespaced
 */
export interface Secret {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * Whether the values are final.
   *
   * @pointer
   * @protobuf 5 immutable bool
   */
  immutable?: boolean;
  /**
   * Values, base64 encoded.
   *
   * @protobuf 2 data map<string, bytes>
   */
  data?: Record<string, Bytes>;
  /**
   * Values as text, for writing only.
   *
   * @protobuf 4 stringData map<string, string>
   */
  stringData?: Record<string, string>;
  /**
   * What the values are for.
   *
   * @protobuf 3 type string
   */
  type?: string;
}

/** @protobufInline 1 localObjectReference LocalObjectReference */
export interface SecretEnvSource extends LocalObjectReference {
  /**
   * @pointer
   * @protobuf 2 optional bool
   */
  optional?: boolean;
}

/**
 * @mapType atomic
 * @protobufInline 1 localObjectReference LocalObjectReference
 */
export interface SecretKeySelector extends LocalObjectReference {
  /** @protobuf 2 key string */
  key: string;
  /**
   * @pointer
   * @protobuf 3 optional bool
   */
  optional?: boolean;
}

/**
 * A list of Secret objects.
 *
 * @gvk core v1 SecretList
 */
export interface SecretList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Secret
   */
  items: Secret[];
}

/** @protobufInline 1 localObjectReference LocalObjectReference */
export interface SecretProjection extends LocalObjectReference {
  /**
   * @listType atomic
   * @protobuf 2 items KeyToPath
   */
  items?: KeyToPath[];
  /**
   * @pointer
   * @protobuf 4 optional bool
   */
  optional?: boolean;
}

/** @mapType atomic */
export interface SecretReference {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 namespace string */
  namespace?: string;
}

export interface SecretVolumeSource {
  /** @protobuf 1 secretName string */
  secretName?: string;
  /**
   * @listType atomic
   * @protobuf 2 items KeyToPath
   */
  items?: KeyToPath[];
  /**
   * @pointer
   * @protobuf 3 defaultMode int32
   */
  defaultMode?: int32;
  /**
   * @pointer
   * @protobuf 4 optional bool
   */
  optional?: boolean;
}

/** Rights and identity of the process of a container. */
export interface SecurityContext {
  /** @protobuf 1 capabilities Capabilities */
  capabilities?: Capabilities;
  /**
   * @pointer
   * @protobuf 2 privileged bool
   */
  privileged?: boolean;
  /** @protobuf 3 seLinuxOptions SELinuxOptions */
  seLinuxOptions?: SELinuxOptions;
  /** @protobuf 10 windowsOptions WindowsSecurityContextOptions */
  windowsOptions?: WindowsSecurityContextOptions;
  /**
   * @pointer
   * @protobuf 4 runAsUser int64
   */
  runAsUser?: int64;
  /**
   * @pointer
   * @protobuf 8 runAsGroup int64
   */
  runAsGroup?: int64;
  /**
   * @pointer
   * @protobuf 5 runAsNonRoot bool
   */
  runAsNonRoot?: boolean;
  /**
   * @pointer
   * @protobuf 6 readOnlyRootFilesystem bool
   */
  readOnlyRootFilesystem?: boolean;
  /**
   * @pointer
   * @protobuf 7 allowPrivilegeEscalation bool
   */
  allowPrivilegeEscalation?: boolean;
  /**
   * @pointer
   * @protobuf 9 procMount string
   */
  procMount?: string;
  /** @protobuf 11 seccompProfile SeccompProfile */
  seccompProfile?: SeccompProfile;
  /** @protobuf 12 appArmorProfile AppArmorProfile */
  appArmorProfile?: AppArmorProfile;
}

/**
 * A stable address for the pods that a selector finds.
 *
 * @gvk core v1 Service
 * @resource services namespaced short=svc categories=all subresources=proxy,status
 */
export interface Service {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec ServiceSpec
   */
  spec: ServiceSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ServiceStatus
   */
  status: ServiceStatus;
}

/**
 * An identity for the processes of pods.
 *
 * @gvk core v1 ServiceAccount
 * @resource serviceaccounts namespaced short=sa subresources=token
 */
export interface ServiceAccount {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 2 secrets ObjectReference
   */
  secrets?: ObjectReference[];
  /**
   * @listType atomic
   * @protobuf 3 imagePullSecrets LocalObjectReference
   */
  imagePullSecrets?: LocalObjectReference[];
  /**
   * @pointer
   * @protobuf 4 automountServiceAccountToken bool
   */
  automountServiceAccountToken?: boolean;
}

/**
 * A list of ServiceAccount objects.
 *
 * @gvk core v1 ServiceAccountList
 */
export interface ServiceAccountList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ServiceAccount
   */
  items: ServiceAccount[];
}

export interface ServiceAccountTokenProjection {
  /** @protobuf 1 audience string */
  audience?: string;
  /**
   * @pointer
   * @protobuf 2 expirationSeconds int64
   */
  expirationSeconds?: int64;
  /** @protobuf 3 path string */
  path: string;
}

/**
 * A list of Service objects.
 *
 * @gvk core v1 ServiceList
 */
export interface ServiceList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Service
   */
  items: Service[];
}

/** A port that a service offers. */
export interface ServicePort {
  /**
   * A name that is unique within the service.
   *
   * @protobuf 1 name string
   */
  name?: string;
  /**
   * TCP, UDP or SCTP.
   *
   * @default "TCP"
   * @protobuf 2 protocol string
   */
  protocol?: string;
  /**
   * What is spoken on the port.
   *
   * @pointer
   * @protobuf 6 appProtocol string
   */
  appProtocol?: string;
  /**
   * The number that clients use.
   *
   * @protobuf 3 port int32
   */
  port: int32;
  /**
   * The port of the pods, by number or by name.
   *
   * @emitted
   * @protobuf 4 targetPort .k8s.io.apimachinery.pkg.util.intstr.IntOrString
   */
  targetPort?: IntOrString;
  /**
   * The port of every node that leads here.
   *
   * @protobuf 5 nodePort int32
   */
  nodePort?: int32;
}

/** How a service is reached and whom it serves. */
export interface ServiceSpec {
  /**
   * The ports that the service offers.
   *
   * @listType map
   * @listMapKey port
   * @listMapKey protocol
   * @patchStrategy merge
   * @patchMergeKey port
   * @protobuf 1 ports ServicePort
   */
  ports?: ServicePort[];
  /**
   * Labels of the pods that are served.
   *
   * @mapType atomic
   * @protobuf 2 selector map<string, string>
   */
  selector?: Record<string, string>;
  /**
   * The address within the cluster, or None.
   *
   * @protobuf 3 clusterIP string
   */
  clusterIP?: string;
  /**
   * All addresses within the cluster.
   *
   * @listType atomic
   * @protobuf 18 clusterIPs string
   */
  clusterIPs?: string[];
  /**
   * ClusterIP, NodePort, LoadBalancer or ExternalName.
   *
   * @protobuf 4 type string
   */
  type?: string;
  /**
   * Addresses outside that lead here.
   *
   * @listType atomic
   * @protobuf 5 externalIPs string
   */
  externalIPs?: string[];
  /**
   * Whether a client stays with one pod: ClientIP or None.
   *
   * @protobuf 7 sessionAffinity string
   */
  sessionAffinity?: string;
  /** @protobuf 8 loadBalancerIP string */
  loadBalancerIP?: string;
  /**
   * @listType atomic
   * @protobuf 9 loadBalancerSourceRanges string
   */
  loadBalancerSourceRanges?: string[];
  /**
   * The name that stands for the service.
   *
   * @protobuf 10 externalName string
   */
  externalName?: string;
  /**
   * Whether traffic from outside stays on the node.
   *
   * @protobuf 11 externalTrafficPolicy string
   */
  externalTrafficPolicy?: string;
  /** @protobuf 12 healthCheckNodePort int32 */
  healthCheckNodePort?: int32;
  /**
   * Whether pods that are not ready are served.
   *
   * @protobuf 13 publishNotReadyAddresses bool
   */
  publishNotReadyAddresses?: boolean;
  /** @protobuf 14 sessionAffinityConfig SessionAffinityConfig */
  sessionAffinityConfig?: SessionAffinityConfig;
  /**
   * IPv4, IPv6 or both.
   *
   * @listType atomic
   * @protobuf 19 ipFamilies string
   */
  ipFamilies?: string[];
  /**
   * Whether both families are wanted.
   *
   * @pointer
   * @protobuf 17 ipFamilyPolicy string
   */
  ipFamilyPolicy?: string;
  /**
   * @pointer
   * @protobuf 20 allocateLoadBalancerNodePorts bool
   */
  allocateLoadBalancerNodePorts?: boolean;
  /**
   * Which load balancer is wanted.
   *
   * @pointer
   * @protobuf 21 loadBalancerClass string
   */
  loadBalancerClass?: string;
  /**
   * Whether traffic from inside stays on the node.
   *
   * @pointer
   * @protobuf 22 internalTrafficPolicy string
   */
  internalTrafficPolicy?: string;
  /**
   * @pointer
   * @protobuf 23 trafficDistribution string
   */
  trafficDistribution?: string;
}

/** What a load balancer gave to a service. */
export interface ServiceStatus {
  /**
   * @embedded
   * @protobuf 1 loadBalancer LoadBalancerStatus
   */
  loadBalancer?: LoadBalancerStatus;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 2 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}

export interface SessionAffinityConfig {
  /** @protobuf 1 clientIP ClientIPConfig */
  clientIP?: ClientIPConfig;
}

export interface SleepAction {
  /** @protobuf 1 seconds int64 */
  seconds: int64;
}

export interface StorageOSPersistentVolumeSource {
  /** @protobuf 1 volumeName string */
  volumeName?: string;
  /** @protobuf 2 volumeNamespace string */
  volumeNamespace?: string;
  /** @protobuf 3 fsType string */
  fsType?: string;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 5 secretRef ObjectReference */
  secretRef?: ObjectReference;
}

export interface StorageOSVolumeSource {
  /** @protobuf 1 volumeName string */
  volumeName?: string;
  /** @protobuf 2 volumeNamespace string */
  volumeNamespace?: string;
  /** @protobuf 3 fsType string */
  fsType?: string;
  /** @protobuf 4 readOnly bool */
  readOnly?: boolean;
  /** @protobuf 5 secretRef LocalObjectReference */
  secretRef?: LocalObjectReference;
}

export interface Sysctl {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 value string */
  value: string;
}

/** A TCP connection that must open. */
export interface TCPSocketAction {
  /** @protobuf 1 port .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  port: IntOrString;
  /** @protobuf 2 host string */
  host?: string;
}

/** A mark on a node that keeps pods away that do not tolerate it. */
export interface Taint {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 value string */
  value?: string;
  /** @protobuf 3 effect string */
  effect: string;
  /** @protobuf 4 timeAdded .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  timeAdded?: Time;
}

/** A taint of nodes that a pod puts up with. */
export interface Toleration {
  /** @protobuf 1 key string */
  key?: string;
  /** @protobuf 2 operator string */
  operator?: string;
  /** @protobuf 3 value string */
  value?: string;
  /** @protobuf 4 effect string */
  effect?: string;
  /**
   * @pointer
   * @protobuf 5 tolerationSeconds int64
   */
  tolerationSeconds?: int64;
}

export interface TopologySelectorLabelRequirement {
  /** @protobuf 1 key string */
  key: string;
  /**
   * @listType atomic
   * @protobuf 2 values string
   */
  values: string[];
}

/** @mapType atomic */
export interface TopologySelectorTerm {
  /**
   * @listType atomic
   * @protobuf 1 matchLabelExpressions TopologySelectorLabelRequirement
   */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

/** How evenly pods are spread over a topology. */
export interface TopologySpreadConstraint {
  /** @protobuf 1 maxSkew int32 */
  maxSkew: int32;
  /** @protobuf 2 topologyKey string */
  topologyKey: string;
  /** @protobuf 3 whenUnsatisfiable string */
  whenUnsatisfiable: string;
  /** @protobuf 4 labelSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  labelSelector?: LabelSelector;
  /**
   * @pointer
   * @protobuf 5 minDomains int32
   */
  minDomains?: int32;
  /**
   * @pointer
   * @protobuf 6 nodeAffinityPolicy string
   */
  nodeAffinityPolicy?: string;
  /**
   * @pointer
   * @protobuf 7 nodeTaintsPolicy string
   */
  nodeTaintsPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 8 matchLabelKeys string
   */
  matchLabelKeys?: string[];
}

/** @mapType atomic */
export interface TypedLocalObjectReference {
  /**
   * @pointer
   * @emitted
   * @protobuf 1 apiGroup string
   */
  apiGroup?: string;
  /** @protobuf 2 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
}

export interface TypedObjectReference {
  /**
   * @pointer
   * @emitted
   * @protobuf 1 apiGroup string
   */
  apiGroup?: string;
  /** @protobuf 2 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 4 namespace string
   */
  namespace?: string;
}

/**
 * A folder that the containers of a pod can mount.
 *
 * @protobufInline 2 volumeSource VolumeSource
 */
export interface Volume extends VolumeSource {
  /**
   * A name that is unique within the pod.
   *
   * @protobuf 1 name string
   */
  name: string;
}

export interface VolumeDevice {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 devicePath string */
  devicePath: string;
}

/** Where a volume appears in a container. */
export interface VolumeMount {
  /**
   * The volume.
   *
   * @protobuf 1 name string
   */
  name: string;
  /**
   * Whether it cannot be written to.
   *
   * @protobuf 2 readOnly bool
   */
  readOnly?: boolean;
  /**
   * @pointer
   * @protobuf 7 recursiveReadOnly string
   */
  recursiveReadOnly?: string;
  /**
   * Where it appears.
   *
   * @protobuf 3 mountPath string
   */
  mountPath: string;
  /**
   * The part of the volume that appears.
   *
   * @protobuf 4 subPath string
   */
  subPath?: string;
  /**
   * @pointer
   * @protobuf 5 mountPropagation string
   */
  mountPropagation?: string;
  /** @protobuf 6 subPathExpr string */
  subPathExpr?: string;
}

export interface VolumeMountStatus {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 mountPath string */
  mountPath: string;
  /** @protobuf 3 readOnly bool */
  readOnly?: boolean;
  /**
   * @pointer
   * @protobuf 4 recursiveReadOnly string
   */
  recursiveReadOnly?: string;
  /** @protobuf 5 volumeStatus VolumeStatus */
  volumeStatus?: VolumeStatus;
}

export interface VolumeNodeAffinity {
  /** @protobuf 1 required NodeSelector */
  required?: NodeSelector;
}

export interface VolumeProjection {
  /** @protobuf 1 secret SecretProjection */
  secret?: SecretProjection;
  /** @protobuf 2 downwardAPI DownwardAPIProjection */
  downwardAPI?: DownwardAPIProjection;
  /** @protobuf 3 configMap ConfigMapProjection */
  configMap?: ConfigMapProjection;
  /** @protobuf 4 serviceAccountToken ServiceAccountTokenProjection */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** @protobuf 5 clusterTrustBundle ClusterTrustBundleProjection */
  clusterTrustBundle?: ClusterTrustBundleProjection;
  /** @protobuf 6 podCertificate PodCertificateProjection */
  podCertificate?: PodCertificateProjection;
}

export interface VolumeResourceRequirements {
  /** @protobuf 1 limits map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  limits?: Record<string, Quantity>;
  /** @protobuf 2 requests map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  requests?: Record<string, Quantity>;
}

export interface VolumeStatus {
  /** @protobuf 1 image ImageVolumeStatus */
  image?: ImageVolumeStatus;
}

export interface VsphereVirtualDiskVolumeSource {
  /** @protobuf 1 volumePath string */
  volumePath: string;
  /** @protobuf 2 fsType string */
  fsType?: string;
  /** @protobuf 3 storagePolicyName string */
  storagePolicyName?: string;
  /** @protobuf 4 storagePolicyID string */
  storagePolicyID?: string;
}

export interface WeightedPodAffinityTerm {
  /** @protobuf 1 weight int32 */
  weight: int32;
  /**
   * @embedded
   * @protobuf 2 podAffinityTerm PodAffinityTerm
   */
  podAffinityTerm: PodAffinityTerm;
}

export interface WindowsSecurityContextOptions {
  /**
   * @pointer
   * @protobuf 1 gmsaCredentialSpecName string
   */
  gmsaCredentialSpecName?: string;
  /**
   * @pointer
   * @protobuf 2 gmsaCredentialSpec string
   */
  gmsaCredentialSpec?: string;
  /**
   * @pointer
   * @protobuf 3 runAsUserName string
   */
  runAsUserName?: string;
  /**
   * @pointer
   * @protobuf 4 hostProcess bool
   */
  hostProcess?: boolean;
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface EphemeralContainerCommon {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 image string */
  image?: string;
  /**
   * @listType atomic
   * @protobuf 3 command string
   */
  command?: string[];
  /**
   * @listType atomic
   * @protobuf 4 args string
   */
  args?: string[];
  /** @protobuf 5 workingDir string */
  workingDir?: string;
  /**
   * @listType map
   * @listMapKey containerPort
   * @listMapKey protocol
   * @patchStrategy merge
   * @patchMergeKey containerPort
   * @protobuf 6 ports ContainerPort
   */
  ports?: ContainerPort[];
  /**
   * @listType atomic
   * @protobuf 19 envFrom EnvFromSource
   */
  envFrom?: EnvFromSource[];
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 7 env EnvVar
   */
  env?: EnvVar[];
  /**
   * @embedded
   * @protobuf 8 resources ResourceRequirements
   */
  resources?: ResourceRequirements;
  /**
   * @listType atomic
   * @protobuf 23 resizePolicy ContainerResizePolicy
   */
  resizePolicy?: ContainerResizePolicy[];
  /**
   * @pointer
   * @protobuf 24 restartPolicy string
   */
  restartPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 25 restartPolicyRules ContainerRestartRule
   */
  restartPolicyRules?: ContainerRestartRule[];
  /**
   * @listType map
   * @listMapKey mountPath
   * @patchStrategy merge
   * @patchMergeKey mountPath
   * @protobuf 9 volumeMounts VolumeMount
   */
  volumeMounts?: VolumeMount[];
  /**
   * @listType map
   * @listMapKey devicePath
   * @patchStrategy merge
   * @patchMergeKey devicePath
   * @protobuf 21 volumeDevices VolumeDevice
   */
  volumeDevices?: VolumeDevice[];
  /** @protobuf 10 livenessProbe Probe */
  livenessProbe?: Probe;
  /** @protobuf 11 readinessProbe Probe */
  readinessProbe?: Probe;
  /** @protobuf 22 startupProbe Probe */
  startupProbe?: Probe;
  /** @protobuf 12 lifecycle Lifecycle */
  lifecycle?: Lifecycle;
  /** @protobuf 13 terminationMessagePath string */
  terminationMessagePath?: string;
  /** @protobuf 20 terminationMessagePolicy string */
  terminationMessagePolicy?: string;
  /** @protobuf 14 imagePullPolicy string */
  imagePullPolicy?: string;
  /** @protobuf 15 securityContext SecurityContext */
  securityContext?: SecurityContext;
  /** @protobuf 16 stdin bool */
  stdin?: boolean;
  /** @protobuf 17 stdinOnce bool */
  stdinOnce?: boolean;
  /** @protobuf 18 tty bool */
  tty?: boolean;
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface PersistentVolumeSource {
  /** @protobuf 1 gcePersistentDisk GCEPersistentDiskVolumeSource */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** @protobuf 2 awsElasticBlockStore AWSElasticBlockStoreVolumeSource */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** @protobuf 3 hostPath HostPathVolumeSource */
  hostPath?: HostPathVolumeSource;
  /** @protobuf 4 glusterfs GlusterfsPersistentVolumeSource */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** @protobuf 5 nfs NFSVolumeSource */
  nfs?: NFSVolumeSource;
  /** @protobuf 6 rbd RBDPersistentVolumeSource */
  rbd?: RBDPersistentVolumeSource;
  /** @protobuf 7 iscsi ISCSIPersistentVolumeSource */
  iscsi?: ISCSIPersistentVolumeSource;
  /** @protobuf 8 cinder CinderPersistentVolumeSource */
  cinder?: CinderPersistentVolumeSource;
  /** @protobuf 9 cephfs CephFSPersistentVolumeSource */
  cephfs?: CephFSPersistentVolumeSource;
  /** @protobuf 10 fc FCVolumeSource */
  fc?: FCVolumeSource;
  /** @protobuf 11 flocker FlockerVolumeSource */
  flocker?: FlockerVolumeSource;
  /** @protobuf 12 flexVolume FlexPersistentVolumeSource */
  flexVolume?: FlexPersistentVolumeSource;
  /** @protobuf 13 azureFile AzureFilePersistentVolumeSource */
  azureFile?: AzureFilePersistentVolumeSource;
  /** @protobuf 14 vsphereVolume VsphereVirtualDiskVolumeSource */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** @protobuf 15 quobyte QuobyteVolumeSource */
  quobyte?: QuobyteVolumeSource;
  /** @protobuf 16 azureDisk AzureDiskVolumeSource */
  azureDisk?: AzureDiskVolumeSource;
  /** @protobuf 17 photonPersistentDisk PhotonPersistentDiskVolumeSource */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** @protobuf 18 portworxVolume PortworxVolumeSource */
  portworxVolume?: PortworxVolumeSource;
  /** @protobuf 19 scaleIO ScaleIOPersistentVolumeSource */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** @protobuf 20 local LocalVolumeSource */
  local?: LocalVolumeSource;
  /** @protobuf 21 storageos StorageOSPersistentVolumeSource */
  storageos?: StorageOSPersistentVolumeSource;
  /** @protobuf 22 csi CSIPersistentVolumeSource */
  csi?: CSIPersistentVolumeSource;
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface ProbeHandler {
  /** @protobuf 1 exec ExecAction */
  exec?: ExecAction;
  /** @protobuf 2 httpGet HTTPGetAction */
  httpGet?: HTTPGetAction;
  /** @protobuf 3 tcpSocket TCPSocketAction */
  tcpSocket?: TCPSocketAction;
  /** @protobuf 4 grpc GRPCAction */
  grpc?: GRPCAction;
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface VolumeSource {
  /** @protobuf 1 hostPath HostPathVolumeSource */
  hostPath?: HostPathVolumeSource;
  /** @protobuf 2 emptyDir EmptyDirVolumeSource */
  emptyDir?: EmptyDirVolumeSource;
  /** @protobuf 3 gcePersistentDisk GCEPersistentDiskVolumeSource */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** @protobuf 4 awsElasticBlockStore AWSElasticBlockStoreVolumeSource */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** @protobuf 5 gitRepo GitRepoVolumeSource */
  gitRepo?: GitRepoVolumeSource;
  /** @protobuf 6 secret SecretVolumeSource */
  secret?: SecretVolumeSource;
  /** @protobuf 7 nfs NFSVolumeSource */
  nfs?: NFSVolumeSource;
  /** @protobuf 8 iscsi ISCSIVolumeSource */
  iscsi?: ISCSIVolumeSource;
  /** @protobuf 9 glusterfs GlusterfsVolumeSource */
  glusterfs?: GlusterfsVolumeSource;
  /** @protobuf 10 persistentVolumeClaim PersistentVolumeClaimVolumeSource */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** @protobuf 11 rbd RBDVolumeSource */
  rbd?: RBDVolumeSource;
  /** @protobuf 12 flexVolume FlexVolumeSource */
  flexVolume?: FlexVolumeSource;
  /** @protobuf 13 cinder CinderVolumeSource */
  cinder?: CinderVolumeSource;
  /** @protobuf 14 cephfs CephFSVolumeSource */
  cephfs?: CephFSVolumeSource;
  /** @protobuf 15 flocker FlockerVolumeSource */
  flocker?: FlockerVolumeSource;
  /** @protobuf 16 downwardAPI DownwardAPIVolumeSource */
  downwardAPI?: DownwardAPIVolumeSource;
  /** @protobuf 17 fc FCVolumeSource */
  fc?: FCVolumeSource;
  /** @protobuf 18 azureFile AzureFileVolumeSource */
  azureFile?: AzureFileVolumeSource;
  /** @protobuf 19 configMap ConfigMapVolumeSource */
  configMap?: ConfigMapVolumeSource;
  /** @protobuf 20 vsphereVolume VsphereVirtualDiskVolumeSource */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** @protobuf 21 quobyte QuobyteVolumeSource */
  quobyte?: QuobyteVolumeSource;
  /** @protobuf 22 azureDisk AzureDiskVolumeSource */
  azureDisk?: AzureDiskVolumeSource;
  /** @protobuf 23 photonPersistentDisk PhotonPersistentDiskVolumeSource */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** @protobuf 24 portworxVolume PortworxVolumeSource */
  portworxVolume?: PortworxVolumeSource;
  /** @protobuf 25 scaleIO ScaleIOVolumeSource */
  scaleIO?: ScaleIOVolumeSource;
  /** @protobuf 26 projected ProjectedVolumeSource */
  projected?: ProjectedVolumeSource;
  /** @protobuf 27 storageos StorageOSVolumeSource */
  storageos?: StorageOSVolumeSource;
  /** @protobuf 28 csi CSIVolumeSource */
  csi?: CSIVolumeSource;
  /** @protobuf 29 ephemeral EphemeralVolumeSource */
  ephemeral?: EphemeralVolumeSource;
  /** @protobuf 30 image ImageVolumeSource */
  image?: ImageVolumeSource;
}
