import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import type { AutoRegisterController } from './auto-register-controller.ts';
import { customApiServices } from './desired.ts';

/**
 * Wants an APIService for every version that a CustomResourceDefinition serves, as long as one does. Each change costs
 * what the one definition has.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/crdregistration#crdRegistrationController
 */
export class CustomRegistration {
  readonly #controller: Pick<AutoRegisterController, 'add' | 'remove'>;
  /** The APIServices of each definition, by its name. */
  readonly #ofDefinition = new Map<string, readonly string[]>();
  /** How many definitions want an APIService. */
  readonly #wanted = new Map<string, number>();

  constructor(controller: Pick<AutoRegisterController, 'add' | 'remove'>) {
    this.#controller = controller;
  }

  /** A definition is there, or changed. */
  set(definition: DeepReadonly<CustomResourceDefinition>): void {
    const services = customApiServices(definition);
    const before = this.#replace(definition, [...services.keys()]);
    for (const [name, service] of services) {
      const count = this.#wanted.get(name) ?? 0;
      this.#wanted.set(name, count + 1);
      if (count === 0) this.#controller.add(service);
    }
    this.#release(before);
  }

  /** A definition is gone. */
  delete(definition: DeepReadonly<CustomResourceDefinition>): void {
    this.#release(this.#replace(definition, []));
  }

  #replace({ metadata }: DeepReadonly<CustomResourceDefinition>, names: readonly string[]): readonly string[] {
    const { name = '' } = metadata;
    const before = this.#ofDefinition.get(name) ?? [];
    if (names.length === 0) this.#ofDefinition.delete(name);
    else this.#ofDefinition.set(name, names);
    return before;
  }

  #release(names: readonly string[]): void {
    for (const name of names) {
      const count = (this.#wanted.get(name) ?? 0) - 1;
      if (count > 0) {
        this.#wanted.set(name, count);
      } else {
        this.#wanted.delete(name);
        this.#controller.remove(name);
      }
    }
  }
}
