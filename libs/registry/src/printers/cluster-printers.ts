import type { DeepReadonly, LabelSelector } from '@kubescript/apimachinery';
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '@kubescript/api/admissionregistration/v1';
import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import type { Lease } from '@kubescript/api/coordination/v1';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import type { RuntimeClass } from '@kubescript/api/node/v1';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding, Subject } from '@kubescript/api/rbac/v1';
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '@kubescript/api/resource/v1';
import type { PriorityClass } from '@kubescript/api/scheduling/v1';
import type { TableConvertor } from '@kubescript/apiserver';
import { humanDuration } from '@kubescript/apimachinery';

import { age, nameOf, none } from './cells.ts';
import { type Cell, printer } from './columns.ts';

type Printers = Readonly<Record<string, TableConvertor>>;

const bindingColumns = 'Name(name) | Role | Age | Users* | Groups* | ServiceAccounts*';

/** Tables of rbac.authorization.k8s.io. */
export const rbacPrinters: Printers = {
  Role: printer<Role>('Name(name) | Created At:date', created),
  ClusterRole: printer<ClusterRole>('Name(name) | Created At:date', created),
  RoleBinding: printer<RoleBinding>(bindingColumns, bindingCells),
  ClusterRoleBinding: printer<ClusterRoleBinding>(bindingColumns, bindingCells),
};

/** Tables of coordination.k8s.io. */
export const coordinationPrinters: Printers = {
  Lease: printer<Lease>('Name(name) | Holder | Age', (lease) => [
    nameOf(lease),
    lease.spec.holderIdentity ?? '',
    age(lease),
  ]),
};

/** Tables of scheduling.k8s.io. */
export const schedulingPrinters: Printers = {
  PriorityClass: printer<PriorityClass>(
    'Name(name) | Value:integer | Global-Default:boolean | Age | PreemptionPolicy',
    (item) => [nameOf(item), item.value ?? 0, item.globalDefault ?? false, age(item), item.preemptionPolicy ?? ''],
  ),
};

/** Tables of node.k8s.io. */
export const nodeGroupPrinters: Printers = {
  RuntimeClass: printer<RuntimeClass>('Name(name) | Handler | Age', (item) => [nameOf(item), item.handler, age(item)]),
};

/** Tables of certificates.k8s.io. */
export const certificatesPrinters: Printers = {
  CertificateSigningRequest: printer<CertificateSigningRequest>(
    'Name(name) | Age | SignerName | Requestor | RequestedDuration | Condition',
    (request) => [
      nameOf(request),
      age(request),
      request.spec.signerName === '' ? none : request.spec.signerName,
      request.spec.username ?? '',
      request.spec.expirationSeconds === undefined ? none : humanDuration(request.spec.expirationSeconds * 1000),
      requestCondition(request),
    ],
  ),
};

/** Tables of flowcontrol.apiserver.k8s.io. */
export const flowcontrolPrinters: Printers = {
  FlowSchema: {
    ...printer<FlowSchema>(
      'Name(name) | PriorityLevel | MatchingPrecedence | DistinguisherMethod | Age | MissingPL',
      (schema) => [
        nameOf(schema),
        schema.spec.priorityLevelConfiguration.name,
        schema.spec.matchingPrecedence ?? 0,
        schema.spec.distinguisherMethod?.type ?? none,
        age(schema),
        schema.status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
      ],
    ),
    order: (a, b) => byPrecedence(a as DeepReadonly<FlowSchema>, b as DeepReadonly<FlowSchema>),
  },
  PriorityLevelConfiguration: printer<PriorityLevelConfiguration>(
    'Name(name) | Type | NominalConcurrencyShares | Queues | HandSize | QueueLengthLimit | Age',
    (level) => {
      const { type, limited } = level.spec;
      const queuing = limited?.limitResponse?.queuing;
      return [
        nameOf(level),
        type,
        limited?.nominalConcurrencyShares ?? none,
        queuing?.queues ?? none,
        queuing?.handSize ?? none,
        queuing?.queueLengthLimit ?? none,
        age(level),
      ];
    },
  ),
};

/** Tables of resource.k8s.io. */
export const resourcePrinters: Printers = {
  DeviceClass: printer<DeviceClass>('Name(name) | Age', (item) => [nameOf(item), age(item)]),
  ResourceClaim: printer<ResourceClaim>('Name(name) | State | Age', (claim) => [
    nameOf(claim),
    claimState(claim),
    age(claim),
  ]),
  ResourceClaimTemplate: printer<ResourceClaimTemplate>('Name(name) | Age', (item) => [nameOf(item), age(item)]),
  ResourceSlice: printer<ResourceSlice>('Name(name) | Node | Driver | Pool | Age', (slice) => [
    nameOf(slice),
    slice.spec.nodeName ?? '',
    slice.spec.driver,
    slice.spec.pool.name,
    age(slice),
  ]),
};

const webhookColumns = 'Name(name) | Webhooks:integer | Age';
const policyBindingColumns = 'Name(name) | PolicyName | ParamRef | Age';

/** Tables of admissionregistration.k8s.io. */
export const admissionregistrationPrinters: Printers = {
  MutatingWebhookConfiguration: printer<MutatingWebhookConfiguration>(webhookColumns, (item) => [
    nameOf(item),
    item.webhooks?.length ?? 0,
    age(item),
  ]),
  ValidatingWebhookConfiguration: printer<ValidatingWebhookConfiguration>(webhookColumns, (item) => [
    nameOf(item),
    item.webhooks?.length ?? 0,
    age(item),
  ]),
  MutatingAdmissionPolicy: printer<MutatingAdmissionPolicy>(
    'Name(name) | Mutations:integer | ParamKind | Age',
    (policy) => [nameOf(policy), policy.spec.mutations?.length ?? 0, paramKindText(policy.spec.paramKind), age(policy)],
  ),
  ValidatingAdmissionPolicy: printer<ValidatingAdmissionPolicy>(
    'Name(name) | Validations:integer | ParamKind | Age',
    (policy) => [
      nameOf(policy),
      policy.spec.validations?.length ?? 0,
      paramKindText(policy.spec.paramKind),
      age(policy),
    ],
  ),
  MutatingAdmissionPolicyBinding: printer<MutatingAdmissionPolicyBinding>(policyBindingColumns, (binding) => [
    nameOf(binding),
    binding.spec.policyName ?? '',
    paramRefText(binding.spec.paramRef),
    age(binding),
  ]),
  ValidatingAdmissionPolicyBinding: printer<ValidatingAdmissionPolicyBinding>(policyBindingColumns, (binding) => [
    nameOf(binding),
    binding.spec.policyName,
    paramRefText(binding.spec.paramRef),
    age(binding),
  ]),
};

/** The order in which schemas are asked whether they match. @go apiserver/pkg/util/apihelpers#FlowSchemaSequence */
function byPrecedence(a: DeepReadonly<FlowSchema>, b: DeepReadonly<FlowSchema>): number {
  const difference = (a.spec.matchingPrecedence ?? 0) - (b.spec.matchingPrecedence ?? 0);
  return difference === 0 ? (nameOf(a) < nameOf(b) ? -1 : 1) : difference;
}

function created({ metadata }: DeepReadonly<Role | ClusterRole>): readonly (string | undefined)[] {
  return [metadata.name ?? '', metadata.creationTimestamp];
}

function bindingCells(binding: DeepReadonly<RoleBinding | ClusterRoleBinding>): readonly Cell[] {
  const subjects = binding.subjects ?? [];
  const names = (kind: string, text: (subject: DeepReadonly<Subject>) => string): string =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map(text)
      .join(', ');
  return [
    nameOf(binding),
    `${binding.roleRef.kind}/${binding.roleRef.name}`,
    age(binding),
    names('User', ({ name }) => name),
    names('Group', ({ name }) => name),
    names('ServiceAccount', ({ name, namespace }) => `${namespace ?? ''}/${name}`),
  ];
}

function requestCondition({ status }: DeepReadonly<CertificateSigningRequest>): string {
  const types = new Set((status.conditions ?? []).map(({ type }) => type));
  const words = [types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending'];
  if (types.has('Failed')) words.push('Failed');
  if ((status.certificate ?? '') !== '') words.push('Issued');
  return words.join(',');
}

function claimState({ status, metadata }: DeepReadonly<ResourceClaim>): string {
  const states: string[] = [];
  if (metadata.deletionTimestamp !== undefined) states.push('deleted');
  if (status.allocation) states.push('allocated');
  if ((status.reservedFor?.length ?? 0) > 0) states.push('reserved');
  return states.length === 0 ? 'pending' : states.join(',');
}

function paramKindText(kind: { readonly apiVersion?: string; readonly kind?: string } | undefined): string {
  return kind ? `${kind.apiVersion ?? ''}/${kind.kind ?? ''}` : '<unset>';
}

/** Who can tell from a binding whether its parameters are of a namespace? One of no namespace may be of any. */
function paramRefText(ref: DeepReadonly<ParamRef> | undefined): string {
  const { name = '', namespace = '', selector } = ref ?? {};
  if (name !== '') return `${namespace === '' ? '*' : namespace}/${name}`;
  return selector === undefined ? '<unset>' : goSelector(selector);
}

/** A selector as Go prints the structure. */
function goSelector({ matchLabels = {}, matchExpressions = [] }: DeepReadonly<LabelSelector>): string {
  const labels = Object.keys(matchLabels).sort();
  const labelText = labels.map((key) => `${key}: ${matchLabels[key] ?? ''},`).join('');
  const requirements = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const expressionText = `[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labelText}},MatchExpressions:${expressionText},}`;
}
