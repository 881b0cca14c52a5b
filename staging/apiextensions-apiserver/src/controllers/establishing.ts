import { type DeepReadonly, formatTime } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { isConditionTrue, setCondition } from '../apis/helpers.ts';
import type { ControllerDeps, DefinitionSync } from './controller.ts';

/**
 * Establishes a definition once its names are accepted and served.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/establish#EstablishingController
 */
export class EstablishingSync implements DefinitionSync {
  readonly name = 'establishing-controller';
  readonly #deps: Pick<ControllerDeps, 'client' | 'clock'>;

  constructor(deps: Pick<ControllerDeps, 'client' | 'clock'>) {
    this.#deps = deps;
  }

  async sync(crd: DeepReadonly<CustomResourceDefinition>): Promise<void> {
    if (!isConditionTrue(crd, 'NamesAccepted') || isConditionTrue(crd, 'Established')) return;
    const next = structuredClone(crd) as CustomResourceDefinition;
    setCondition(next, established, formatTime(this.#deps.clock.now()));
    await this.#deps.client.updateStatus(next);
  }
}

const established = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
} as const;
