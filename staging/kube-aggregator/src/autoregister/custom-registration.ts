import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import type { AutoRegisterController } from './auto-register-controller.ts';
import { customApiServices } from './desired.ts';

/**
 * Wants an APIService for every version that a CustomResourceDefinition serves, as long as it does.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/crdregistration#crdRegistrationController
 */
export class CustomRegistration {
  readonly #controller: Pick<AutoRegisterController, 'add' | 'remove'>;
  readonly #definitions: () => Iterable<DeepReadonly<CustomResourceDefinition>>;
  #wanted: ReadonlyMap<string, APIService> = new Map();

  constructor(
    controller: Pick<AutoRegisterController, 'add' | 'remove'>,
    definitions: () => Iterable<DeepReadonly<CustomResourceDefinition>>,
  ) {
    this.#controller = controller;
    this.#definitions = definitions;
  }

  /** Brings what is wanted in line with the definitions. */
  update(): void {
    const wanted = customApiServices(this.#definitions());
    for (const name of this.#wanted.keys()) if (!wanted.has(name)) this.#controller.remove(name);
    for (const [name, service] of wanted) if (!this.#wanted.has(name)) this.#controller.add(service);
    this.#wanted = wanted;
  }
}
