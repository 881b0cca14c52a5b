import type { DeepReadonly, GroupVersionKind, GroupVersionResource } from '@kubescript/apimachinery';
import { groupVersionKindOf } from '@kubescript/apimachinery';
import type { ExpressionWarning, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import type { DiscoveredGroup, Discovery } from '@kubescript/client';

import type { SchemaResolver } from '../../../../cel/openapi/schema-resolver.ts';
import { type SchemaOfKind, typeCheck } from './type-checking.ts';
import { resourcesToCheck, typesToCheck } from './types-to-check.ts';

/** What a type checker asks. */
export interface TypeCheckerOptions {
  readonly discovery: Discovery;
  readonly schemas: SchemaResolver;
  /** Told why a kind is left out although it is served. */
  readonly onError: (error: unknown, kind: GroupVersionKind) => void;
}

interface Cancelable {
  readonly signal?: AbortSignal;
}

/**
 * Checks the expressions of policies against the types of what they match, as the server describes them at that time.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#TypeChecker
 */
export class TypeChecker {
  readonly #options: TypeCheckerOptions;

  constructor(options: TypeCheckerOptions) {
    this.#options = options;
  }

  /** The warnings of a policy; none for types that cannot be found. Rejects if the server does not answer. */
  async check(policy: DeepReadonly<ValidatingAdmissionPolicy>, options: Cancelable = {}): Promise<ExpressionWarning[]> {
    const kinds = await this.#typesToCheck(policy, options);
    const objects = await Promise.all(kinds.map((kind) => this.#schemaOf(kind, options)));
    const paramKind = policy.spec.paramKind;
    const params = paramKind && (await this.#schemaOf(groupVersionKindOf(paramKind), options));
    return typeCheck(policy, { objects: objects.filter((object) => object !== undefined), params });
  }

  async #typesToCheck(
    policy: DeepReadonly<ValidatingAdmissionPolicy>,
    options: Cancelable,
  ): Promise<GroupVersionKind[]> {
    const rules = resourcesToCheck(policy);
    if (rules.every((resources) => resources.length === 0)) return [];
    const groups = await this.#options.discovery.groups(options);
    return typesToCheck(rules, (resource) => kindsFor(groups, resource));
  }

  async #schemaOf(kind: GroupVersionKind, options: Cancelable): Promise<SchemaOfKind | undefined> {
    try {
      const schema = await this.#options.schemas.resolveSchema(kind, options);
      return schema && { kind, schema };
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#options.onError(error, kind);
      return undefined;
    }
  }
}

/**
 * The kinds of a resource by its plural or singular name; no group stands for any.
 *
 * @go k8s.io/apimachinery/pkg/api/meta#(*DefaultRESTMapper).KindsFor
 */
function kindsFor(
  groups: readonly DiscoveredGroup[],
  { group, version, resource }: GroupVersionResource,
): readonly GroupVersionKind[] {
  return groups
    .filter((candidate) => group === '' || candidate.group === group)
    .flatMap(({ versions }) => versions.filter((candidate) => candidate.version === version))
    .flatMap(({ resources }) => resources.filter((of) => of.resource === resource || of.singular === resource))
    .map((of) => ({ group: of.group, version: of.version, kind: of.kind }));
}
