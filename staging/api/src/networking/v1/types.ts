import type { Condition, IntOrString, LabelSelector, ListMeta, ObjectMeta, int32 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/** Where the requests for one path go. */
export interface HTTPIngressPath {
  /**
   * The path of the requests.
   *
   * @protobuf 1 path string
   */
  path?: string;
  /**
   * How paths are compared: Exact, Prefix or ImplementationSpecific.
   *
   * @pointer
   * @protobuf 3 pathType string
   */
  pathType: string;
  /**
   * Who answers.
   *
   * @embedded
   * @protobuf 2 backend IngressBackend
   */
  backend: IngressBackend;
}

export interface HTTPIngressRuleValue {
  /**
   * @listType atomic
   * @protobuf 1 paths HTTPIngressPath
   */
  paths: HTTPIngressPath[];
}

/**
 * An address that is taken.
 *
 * @gvk networking.k8s.io v1 IPAddress
 * @resource ipaddresses cluster short=ip
 */
export interface IPAddress {
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
   * @embedded
   * @protobuf 2 spec IPAddressSpec
   */
  spec: IPAddressSpec;
}

/**
 * A list of IPAddress objects.
 *
 * @gvk networking.k8s.io v1 IPAddressList
 */
export interface IPAddressList {
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
   * @protobuf 2 items IPAddress
   */
  items: IPAddress[];
}

export interface IPAddressSpec {
  /**
   * @omitEmpty
   * @protobuf 1 parentRef ParentReference
   */
  parentRef: ParentReference;
}

export interface IPBlock {
  /** @protobuf 1 cidr string */
  cidr: string;
  /**
   * @listType atomic
   * @protobuf 2 except string
   */
  except?: string[];
}

/**
 * Leads HTTP requests from outside to services.
 *
 * @gvk networking.k8s.io v1 Ingress
 * @resource ingresses namespaced short=ing subresources=status
 */
export interface Ingress {
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
   * @protobuf 2 spec IngressSpec
   */
  spec: IngressSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status IngressStatus
   */
  status: IngressStatus;
}

/** Who answers requests. */
export interface IngressBackend {
  /** @protobuf 4 service IngressServiceBackend */
  service?: IngressServiceBackend;
  /** @protobuf 3 resource .k8s.io.api.core.v1.TypedLocalObjectReference */
  resource?: corev1.TypedLocalObjectReference;
}

/**
 * A controller that serves ingresses.
 *
 * @gvk networking.k8s.io v1 IngressClass
 * @resource ingressclasses cluster
 */
export interface IngressClass {
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
   * @protobuf 2 spec IngressClassSpec
   */
  spec: IngressClassSpec;
}

/**
 * A list of IngressClass objects.
 *
 * @gvk networking.k8s.io v1 IngressClassList
 */
export interface IngressClassList {
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
   * @protobuf 2 items IngressClass
   */
  items: IngressClass[];
}

export interface IngressClassParametersReference {
  /**
   * @pointer
   * @protobuf 1 aPIGroup string
   */
  apiGroup?: string;
  /** @protobuf 2 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 4 scope string
   */
  scope?: string;
  /**
   * @pointer
   * @protobuf 5 namespace string
   */
  namespace?: string;
}

/** Which controller, with which parameters. */
export interface IngressClassSpec {
  /** @protobuf 1 controller string */
  controller?: string;
  /** @protobuf 2 parameters IngressClassParametersReference */
  parameters?: IngressClassParametersReference;
}

/**
 * A list of Ingress objects.
 *
 * @gvk networking.k8s.io v1 IngressList
 */
export interface IngressList {
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
   * @protobuf 2 items Ingress
   */
  items: Ingress[];
}

export interface IngressLoadBalancerIngress {
  /** @protobuf 1 ip string */
  ip?: string;
  /** @protobuf 2 hostname string */
  hostname?: string;
  /**
   * @listType atomic
   * @protobuf 4 ports IngressPortStatus
   */
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  /**
   * @listType atomic
   * @protobuf 1 ingress IngressLoadBalancerIngress
   */
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
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

/**
 * Where the requests for one host go.
 *
 * @protobufInline 2 ingressRuleValue IngressRuleValue
 */
export interface IngressRule extends IngressRuleValue {
  /** @protobuf 1 host string */
  host?: string;
}

export interface IngressServiceBackend {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 port ServiceBackendPort
   */
  port?: ServiceBackendPort;
}

/** Which requests go where. */
export interface IngressSpec {
  /**
   * Which controller serves it.
   *
   * @pointer
   * @protobuf 4 ingressClassName string
   */
  ingressClassName?: string;
  /**
   * Who answers what no rule is for.
   *
   * @protobuf 1 defaultBackend IngressBackend
   */
  defaultBackend?: IngressBackend;
  /**
   * Certificates, by host.
   *
   * @listType atomic
   * @protobuf 2 tls IngressTLS
   */
  tls?: IngressTLS[];
  /**
   * Where requests go, by host and path.
   *
   * @listType atomic
   * @protobuf 3 rules IngressRule
   */
  rules?: IngressRule[];
}

/** Where an ingress can be reached. */
export interface IngressStatus {
  /**
   * @embedded
   * @protobuf 1 loadBalancer IngressLoadBalancerStatus
   */
  loadBalancer?: IngressLoadBalancerStatus;
}

/** The certificate for some hosts. */
export interface IngressTLS {
  /**
   * @listType atomic
   * @protobuf 1 hosts string
   */
  hosts?: string[];
  /** @protobuf 2 secretName string */
  secretName?: string;
}

/**
 * Which traffic pods accept and send.
 *
 * @gvk networking.k8s.io v1 NetworkPolicy
 * @resource networkpolicies namespaced short=netpol
 */
export interface NetworkPolicy {
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
   * @protobuf 2 spec NetworkPolicySpec
   */
  spec: NetworkPolicySpec;
}

/** Traffic that pods may send. */
export interface NetworkPolicyEgressRule {
  /**
   * @listType atomic
   * @protobuf 1 ports NetworkPolicyPort
   */
  ports?: NetworkPolicyPort[];
  /**
   * @listType atomic
   * @protobuf 2 to NetworkPolicyPeer
   */
  to?: NetworkPolicyPeer[];
}

/** Traffic that pods accept. */
export interface NetworkPolicyIngressRule {
  /**
   * @listType atomic
   * @protobuf 1 ports NetworkPolicyPort
   */
  ports?: NetworkPolicyPort[];
  /**
   * @listType atomic
   * @protobuf 2 from NetworkPolicyPeer
   */
  from?: NetworkPolicyPeer[];
}

/**
 * A list of NetworkPolicy objects.
 *
 * @gvk networking.k8s.io v1 NetworkPolicyList
 */
export interface NetworkPolicyList {
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
   * @protobuf 2 items NetworkPolicy
   */
  items: NetworkPolicy[];
}

/** Who the other side of the traffic is. */
export interface NetworkPolicyPeer {
  /** @protobuf 1 podSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  podSelector?: LabelSelector;
  /** @protobuf 2 namespaceSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  namespaceSelector?: LabelSelector;
  /** @protobuf 3 ipBlock IPBlock */
  ipBlock?: IPBlock;
}

/** A port or a range of ports. */
export interface NetworkPolicyPort {
  /**
   * @pointer
   * @protobuf 1 protocol string
   */
  protocol?: string;
  /** @protobuf 2 port .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  port?: IntOrString;
  /**
   * @pointer
   * @protobuf 3 endPort int32
   */
  endPort?: int32;
}

/** The pods that a policy is for, and its rules. */
export interface NetworkPolicySpec {
  /**
   * Labels of the pods that the policy is for.
   *
   * @embedded
   * @protobuf 1 podSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  podSelector?: LabelSelector;
  /**
   * Traffic that is accepted.
   *
   * @listType atomic
   * @protobuf 2 ingress NetworkPolicyIngressRule
   */
  ingress?: NetworkPolicyIngressRule[];
  /**
   * Traffic that may be sent.
   *
   * @listType atomic
   * @protobuf 3 egress NetworkPolicyEgressRule
   */
  egress?: NetworkPolicyEgressRule[];
  /**
   * The directions that the policy is about.
   *
   * @listType atomic
   * @protobuf 4 policyTypes string
   */
  policyTypes?: string[];
}

export interface ParentReference {
  /** @protobuf 1 group string */
  group?: string;
  /** @protobuf 2 resource string */
  resource: string;
  /** @protobuf 3 namespace string */
  namespace?: string;
  /** @protobuf 4 name string */
  name: string;
}

/** @mapType atomic */
export interface ServiceBackendPort {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 number int32 */
  number?: int32;
}

/**
 * A range that addresses of services come from.
 *
 * @gvk networking.k8s.io v1 ServiceCIDR
 * @resource servicecidrs cluster subresources=status
 */
export interface ServiceCIDR {
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
   * @protobuf 2 spec ServiceCIDRSpec
   */
  spec: ServiceCIDRSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ServiceCIDRStatus
   */
  status: ServiceCIDRStatus;
}

/**
 * A list of ServiceCIDR objects.
 *
 * @gvk networking.k8s.io v1 ServiceCIDRList
 */
export interface ServiceCIDRList {
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
   * @protobuf 2 items ServiceCIDR
   */
  items: ServiceCIDR[];
}

export interface ServiceCIDRSpec {
  /**
   * @listType atomic
   * @protobuf 1 cidrs string
   */
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface IngressRuleValue {
  /** @protobuf 1 http HTTPIngressRuleValue */
  http?: HTTPIngressRuleValue;
}
