import type { JsonPatchOperation } from '@kubescript/apimachinery';

import type { AdmissionAttributes } from '../../../admission.ts';

/** Which call of which webhook it is. */
export interface AnnotatedCall {
  readonly round: 0 | 1;
  readonly index: number;
  readonly webhook: string;
  readonly configuration: string;
}

/**
 * Writes into the audit log what a webhook did to an object.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/mutating#webhookAnnotator
 */
export class WebhookAnnotator {
  readonly #attributes: AdmissionAttributes;
  readonly #call: AnnotatedCall;

  constructor(attributes: AdmissionAttributes, call: AnnotatedCall) {
    this.#attributes = attributes;
    this.#call = call;
  }

  /** The webhook could not be asked, and its policy is to go on. */
  addFailedOpen(): void {
    this.#attributes.annotate(this.#key('failed-open.mutation'), this.#call.webhook);
  }

  /** The webhook was asked. */
  addMutation(mutated: boolean): void {
    const { configuration, webhook } = this.#call;
    this.#attributes.annotate(this.#key('mutation'), JSON.stringify({ configuration, webhook, mutated }));
  }

  /** The webhook gave a patch. Audit logs only show it from level Request on. */
  addPatch(patch: readonly JsonPatchOperation[]): void {
    const { configuration, webhook } = this.#call;
    const value = JSON.stringify({ configuration, webhook, patch, patchType: 'JSONPatch' });
    this.#attributes.annotate(this.#key('patch'), value, 'Request');
  }

  #key(prefix: string): string {
    const { round, index } = this.#call;
    return `${prefix}.webhook.admission.k8s.io/round_${String(round)}_index_${String(index)}`;
  }
}
