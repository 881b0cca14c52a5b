import type { ExpressionWarning, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { type DeepReadonly, isNotFound, nameOf } from '@kubescript/apimachinery';
import { DiscoverySchemaResolver, TypeChecker } from '@kubescript/apiserver/type-checking';
import { admissionregistrationv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';

/**
 * Checks the expressions of ValidatingAdmissionPolicies against the types of what they match, and writes what it finds
 * to their status, once for each generation.
 *
 * @go k8s.io/kubernetes/pkg/controller/validatingadmissionpolicystatus#Controller
 */
export class ValidatingAdmissionPolicyStatusController implements Controller {
  readonly name = 'validatingadmissionpolicy-status-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #policies: SharedInformer<ValidatingAdmissionPolicy>;
  readonly #typeChecker: TypeChecker;

  constructor(context: ControllerContext, options: { readonly workers: number }) {
    this.#context = context;
    this.#workers = options.workers;
    this.#queue = newWorkQueue({ clock: context.clock, name: 'validatingadmissionpolicy-status' });
    this.#policies = context.informers.for(admissionregistrationv1.validatingadmissionpolicies);
    this.#typeChecker = newTypeChecker(context, this.name);
    const enqueue = (policy: DeepReadonly<ValidatingAdmissionPolicy>): void => {
      this.#queue.add(nameOf(policy));
    };
    this.#policies.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, policy) => {
        enqueue(policy);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#policies],
        sync: (name, working) => this.sync(name, working),
      },
      signal,
    );
  }

  /** Checks one policy if its generation was not checked yet. */
  async sync(name: string, signal: AbortSignal): Promise<void> {
    const policy = this.#policies.lister.getByKey(name);
    if (policy === undefined || !needsCheck(policy)) return;
    const warnings = await this.#typeChecker.check(policy, { signal });
    try {
      await this.#context.client
        .resource(admissionregistrationv1.validatingadmissionpolicies)
        .patch(name, 'application/apply-patch+yaml', statusOf(policy, warnings), {
          subresource: 'status',
          fieldManager: this.name,
          force: true,
          signal,
        });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}

function newTypeChecker({ discovery, openApi, newLogger }: ControllerContext, name: string): TypeChecker {
  const logger = newLogger(name);
  return new TypeChecker({
    discovery,
    schemas: new DiscoverySchemaResolver(openApi),
    onError: (err, kind) => {
      logger.warn('Could not find the schema of a kind, it is left out', { ...kind, err });
    },
  });
}

function needsCheck({ metadata, status }: DeepReadonly<ValidatingAdmissionPolicy>): boolean {
  const observed = (status as DeepReadonly<ValidatingAdmissionPolicy>['status'] | undefined)?.observedGeneration ?? 0;
  return (metadata.generation ?? 0) > observed;
}

/** What is applied; `typeChecking` is there also without warnings, which says that the check is done. */
function statusOf(
  { metadata }: DeepReadonly<ValidatingAdmissionPolicy>,
  expressionWarnings: readonly ExpressionWarning[],
): unknown {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: metadata.name },
    status: {
      observedGeneration: metadata.generation,
      typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
    },
  };
}
