import type { Bytes, ListMeta, ObjectMeta, Time, double, int32, int64 } from '@kubescript/apimachinery';

export interface CustomResourceColumnDefinition {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 type string */
  type: string;
  /** @protobuf 3 format string */
  format?: string;
  /** @protobuf 4 description string */
  description?: string;
  /** @protobuf 5 priority int32 */
  priority?: int32;
  /** @protobuf 6 jsonPath string */
  jsonPath: string;
}

export interface CustomResourceConversion {
  /** @protobuf 1 strategy string */
  strategy: string;
  /** @protobuf 2 webhook WebhookConversion */
  webhook?: WebhookConversion;
}

/**
 * @gvk apiextensions.k8s.io v1 CustomResourceDefinition
 * @resource customresourcedefinitions cluster short=crd,crds categories=api-extensions subresources=status
 */
export interface CustomResourceDefinition {
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
   * @protobuf 2 spec CustomResourceDefinitionSpec
   */
  spec: CustomResourceDefinitionSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status CustomResourceDefinitionStatus
   */
  status: CustomResourceDefinitionStatus;
}

export interface CustomResourceDefinitionCondition {
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
  /** @protobuf 6 observedGeneration int64 */
  observedGeneration?: int64;
}

/**
 * A list of CustomResourceDefinition objects.
 *
 * @gvk apiextensions.k8s.io v1 CustomResourceDefinitionList
 */
export interface CustomResourceDefinitionList {
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
   * @protobuf 2 items CustomResourceDefinition
   */
  items: CustomResourceDefinition[];
}

export interface CustomResourceDefinitionNames {
  /** @protobuf 1 plural string */
  plural: string;
  /** @protobuf 2 singular string */
  singular?: string;
  /**
   * @listType atomic
   * @protobuf 3 shortNames string
   */
  shortNames?: string[];
  /** @protobuf 4 kind string */
  kind: string;
  /** @protobuf 5 listKind string */
  listKind?: string;
  /**
   * @listType atomic
   * @protobuf 6 categories string
   */
  categories?: string[];
}

export interface CustomResourceDefinitionSpec {
  /** @protobuf 1 group string */
  group: string;
  /**
   * @embedded
   * @protobuf 3 names CustomResourceDefinitionNames
   */
  names: CustomResourceDefinitionNames;
  /** @protobuf 4 scope string */
  scope: string;
  /**
   * @listType atomic
   * @protobuf 7 versions CustomResourceDefinitionVersion
   */
  versions: CustomResourceDefinitionVersion[];
  /** @protobuf 9 conversion CustomResourceConversion */
  conversion?: CustomResourceConversion;
  /** @protobuf 10 preserveUnknownFields bool */
  preserveUnknownFields?: boolean;
}

export interface CustomResourceDefinitionStatus {
  /**
   * Aspects of the state.
   *
   * @emitted
   * @listType map
   * @listMapKey type
   * @protobuf 1 conditions CustomResourceDefinitionCondition
   */
  conditions?: CustomResourceDefinitionCondition[];
  /**
   * @embedded
   * @protobuf 2 acceptedNames CustomResourceDefinitionNames
   */
  acceptedNames?: CustomResourceDefinitionNames;
  /**
   * @emitted
   * @listType atomic
   * @protobuf 3 storedVersions string
   */
  storedVersions?: string[];
  /** @protobuf 4 observedGeneration int64 */
  observedGeneration?: int64;
}

export interface CustomResourceDefinitionVersion {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 served bool */
  served: boolean;
  /** @protobuf 3 storage bool */
  storage: boolean;
  /** @protobuf 7 deprecated bool */
  deprecated?: boolean;
  /**
   * @pointer
   * @protobuf 8 deprecationWarning string
   */
  deprecationWarning?: string;
  /** @protobuf 4 schema CustomResourceValidation */
  schema?: CustomResourceValidation;
  /** @protobuf 5 subresources CustomResourceSubresources */
  subresources?: CustomResourceSubresources;
  /**
   * @listType atomic
   * @protobuf 6 additionalPrinterColumns CustomResourceColumnDefinition
   */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /**
   * @listType atomic
   * @protobuf 9 selectableFields SelectableField
   */
  selectableFields?: SelectableField[];
}

export interface CustomResourceSubresourceScale {
  /** @protobuf 1 specReplicasPath string */
  specReplicasPath: string;
  /** @protobuf 2 statusReplicasPath string */
  statusReplicasPath: string;
  /**
   * @pointer
   * @protobuf 3 labelSelectorPath string
   */
  labelSelectorPath?: string;
}

export type CustomResourceSubresourceStatus = Record<string, never>;

export interface CustomResourceSubresources {
  /** @protobuf 1 status CustomResourceSubresourceStatus */
  status?: CustomResourceSubresourceStatus;
  /** @protobuf 2 scale CustomResourceSubresourceScale */
  scale?: CustomResourceSubresourceScale;
}

export interface CustomResourceValidation {
  /** @protobuf 1 openAPIV3Schema JSONSchemaProps */
  openAPIV3Schema?: JSONSchemaProps;
}

export interface ExternalDocumentation {
  /** @protobuf 1 description string */
  description?: string;
  /** @protobuf 2 url string */
  url?: string;
}

export type JSON = unknown;

export interface JSONSchemaProps {
  /** @protobuf 1 id string */
  id?: string;
  /** @protobuf 2 schema string */
  $schema?: string;
  /**
   * @pointer
   * @protobuf 3 ref string
   */
  $ref?: string;
  /** @protobuf 4 description string */
  description?: string;
  /** @protobuf 5 type string */
  type?: string;
  /** @protobuf 6 format string */
  format?: string;
  /** @protobuf 7 title string */
  title?: string;
  /** @protobuf 8 default JSON */
  default?: JSON;
  /**
   * @pointer
   * @protobuf 9 maximum double
   */
  maximum?: double;
  /** @protobuf 10 exclusiveMaximum bool */
  exclusiveMaximum?: boolean;
  /**
   * @pointer
   * @protobuf 11 minimum double
   */
  minimum?: double;
  /** @protobuf 12 exclusiveMinimum bool */
  exclusiveMinimum?: boolean;
  /**
   * @pointer
   * @protobuf 13 maxLength int64
   */
  maxLength?: int64;
  /**
   * @pointer
   * @protobuf 14 minLength int64
   */
  minLength?: int64;
  /** @protobuf 15 pattern string */
  pattern?: string;
  /**
   * @pointer
   * @protobuf 16 maxItems int64
   */
  maxItems?: int64;
  /**
   * @pointer
   * @protobuf 17 minItems int64
   */
  minItems?: int64;
  /** @protobuf 18 uniqueItems bool */
  uniqueItems?: boolean;
  /**
   * @pointer
   * @protobuf 19 multipleOf double
   */
  multipleOf?: double;
  /**
   * @listType atomic
   * @protobuf 20 enum JSON
   */
  enum?: JSON[];
  /**
   * @pointer
   * @protobuf 21 maxProperties int64
   */
  maxProperties?: int64;
  /**
   * @pointer
   * @protobuf 22 minProperties int64
   */
  minProperties?: int64;
  /**
   * @listType atomic
   * @protobuf 23 required string
   */
  required?: string[];
  /** @protobuf 24 items JSONSchemaPropsOrArray */
  items?: JSONSchemaPropsOrArray;
  /**
   * @listType atomic
   * @protobuf 25 allOf JSONSchemaProps
   */
  allOf?: JSONSchemaProps[];
  /**
   * @listType atomic
   * @protobuf 26 oneOf JSONSchemaProps
   */
  oneOf?: JSONSchemaProps[];
  /**
   * @listType atomic
   * @protobuf 27 anyOf JSONSchemaProps
   */
  anyOf?: JSONSchemaProps[];
  /** @protobuf 28 not JSONSchemaProps */
  not?: JSONSchemaProps;
  /** @protobuf 29 properties map<string, JSONSchemaProps> */
  properties?: Record<string, JSONSchemaProps>;
  /** @protobuf 30 additionalProperties JSONSchemaPropsOrBool */
  additionalProperties?: JSONSchemaPropsOrBool;
  /** @protobuf 31 patternProperties map<string, JSONSchemaProps> */
  patternProperties?: Record<string, JSONSchemaProps>;
  /** @protobuf 32 dependencies map<string, JSONSchemaPropsOrStringArray> */
  dependencies?: Record<string, JSONSchemaPropsOrStringArray>;
  /** @protobuf 33 additionalItems JSONSchemaPropsOrBool */
  additionalItems?: JSONSchemaPropsOrBool;
  /** @protobuf 34 definitions map<string, JSONSchemaProps> */
  definitions?: Record<string, JSONSchemaProps>;
  /** @protobuf 35 externalDocs ExternalDocumentation */
  externalDocs?: ExternalDocumentation;
  /** @protobuf 36 example JSON */
  example?: JSON;
  /** @protobuf 37 nullable bool */
  nullable?: boolean;
  /**
   * @pointer
   * @protobuf 38 xKubernetesPreserveUnknownFields bool
   */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** @protobuf 39 xKubernetesEmbeddedResource bool */
  'x-kubernetes-embedded-resource'?: boolean;
  /** @protobuf 40 xKubernetesIntOrString bool */
  'x-kubernetes-int-or-string'?: boolean;
  /**
   * @listType atomic
   * @protobuf 41 xKubernetesListMapKeys string
   */
  'x-kubernetes-list-map-keys'?: string[];
  /**
   * @pointer
   * @protobuf 42 xKubernetesListType string
   */
  'x-kubernetes-list-type'?: string;
  /**
   * @pointer
   * @protobuf 43 xKubernetesMapType string
   */
  'x-kubernetes-map-type'?: string;
  /**
   * @listType map
   * @listMapKey rule
   * @patchStrategy merge
   * @patchMergeKey rule
   * @protobuf 44 xKubernetesValidations ValidationRule
   */
  'x-kubernetes-validations'?: ValidationRule[];
}

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[];

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[];

export interface SelectableField {
  /** @protobuf 1 jsonPath string */
  jsonPath: string;
}

export interface ServiceReference {
  /** @protobuf 1 namespace string */
  namespace: string;
  /** @protobuf 2 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 3 path string
   */
  path?: string;
  /**
   * @pointer
   * @protobuf 4 port int32
   */
  port?: int32;
}

export interface ValidationRule {
  /** @protobuf 1 rule string */
  rule: string;
  /** @protobuf 2 message string */
  message?: string;
  /** @protobuf 3 messageExpression string */
  messageExpression?: string;
  /**
   * @pointer
   * @protobuf 4 reason string
   */
  reason?: string;
  /** @protobuf 5 fieldPath string */
  fieldPath?: string;
  /**
   * @pointer
   * @protobuf 6 optionalOldSelf bool
   */
  optionalOldSelf?: boolean;
}

export interface WebhookClientConfig {
  /** @protobuf 1 service ServiceReference */
  service?: ServiceReference;
  /** @protobuf 2 caBundle bytes */
  caBundle?: Bytes;
  /**
   * @pointer
   * @protobuf 3 url string
   */
  url?: string;
}

export interface WebhookConversion {
  /** @protobuf 2 clientConfig WebhookClientConfig */
  clientConfig?: WebhookClientConfig;
  /**
   * @listType atomic
   * @protobuf 3 conversionReviewVersions string
   */
  conversionReviewVersions: string[];
}
