import { isDeepStrictEqual } from 'node:util';

import type { ClusterRole } from '@kubescript/api/rbac/v1';
import { type DeepReadonly, isNotFound } from '@kubescript/apimachinery';
import { newWorkQueue, rbacv1, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { aggregatedRules } from './aggregate.ts';

/**
 * Gives cluster roles that are made of others the rules of these.
 *
 * @go k8s.io/kubernetes/pkg/controller/clusterroleaggregation#ClusterRoleAggregationController
 */
export class ClusterRoleAggregationController implements Controller {
  readonly name = 'clusterrole-aggregation-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #roles: SharedInformer<ClusterRole>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#roles = context.informers.for(rbacv1.clusterroles);
    const enqueue = (): void => {
      this.enqueue();
    };
    this.#roles.addEventHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 5,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#roles],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Any role may be a part of any that is aggregated. */
  enqueue(): void {
    for (const { metadata, aggregationRule } of this.#roles.lister.list()) {
      if (aggregationRule !== undefined) this.#queue.add(metadata.name ?? '');
    }
  }

  /** Brings one aggregated role up to date with its parts. */
  async sync(name: string): Promise<void> {
    const role = this.#roles.lister.getByKey(name);
    if (role?.aggregationRule === undefined) return;
    const rules = aggregatedRules(role, this.#roles.lister.list());
    if (isDeepStrictEqual(rules, role.rules ?? [])) return;
    await this.#write({ ...role, rules });
  }

  async #write(role: DeepReadonly<ClusterRole>): Promise<void> {
    try {
      await this.#context.client.resource(rbacv1.clusterroles).update(role);
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}
