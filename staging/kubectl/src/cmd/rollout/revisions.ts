import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import type { DeepReadonly, JsonObject } from '@kubescript/apimachinery';
import { labelSelectorAsSelector, type LabelSelector } from '@kubescript/apimachinery';
import { appsv1, type DynamicObject } from '@kubescript/client';
import type { Info } from '@kubescript/cli-runtime';

import type { CommandContext } from '../../command/command.ts';

const revisionAnnotation = 'deployment.kubernetes.io/revision';
const changeCauseAnnotation = 'kubernetes.io/change-cause';

/** One state of a workload's pod template. */
export interface Revision {
  readonly number: number;
  readonly changeCause: string;
  /** What the template was; of a ControllerRevision, the patch that restores it. */
  readonly template: DeepReadonly<PodTemplateSpec> | undefined;
  readonly patch: JsonObject | undefined;
}

/** The revision that a Deployment says it is at; 0 if it says nothing. */
export function revisionOf(object: {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}): number {
  return Number(object.metadata.annotations?.[revisionAnnotation] ?? 0);
}

/** The revisions that are kept of a workload, oldest first. */
export async function revisionsOf(info: Info, context: CommandContext): Promise<readonly Revision[]> {
  switch (info.resource.kind) {
    case 'Deployment':
      return deploymentRevisions(info, context);
    case 'DaemonSet':
    case 'StatefulSet':
      return controllerRevisions(info, context);
    default:
      throw new Error(`no history viewer has been implemented for {"${info.resource.group}" "${info.resource.kind}"}`);
  }
}

function selectorOf(object: DynamicObject | undefined): string {
  const spec = object?.['spec'] as { readonly selector?: LabelSelector } | undefined;
  return labelSelectorAsSelector(spec?.selector).toString();
}

async function deploymentRevisions(info: Info, { access }: CommandContext): Promise<readonly Revision[]> {
  const client = await access.client(appsv1.replicasets, info.namespace);
  const uid = info.object?.metadata.uid ?? '';
  const { items } = await client.list({ labelSelector: selectorOf(info.object) });
  return items
    .filter((set) => set.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true)
    .map((set) => ({
      number: revisionOf(set),
      changeCause: set.metadata.annotations?.[changeCauseAnnotation] ?? '',
      template: set.spec.template,
      patch: undefined,
    }))
    .sort((a, b) => a.number - b.number);
}

async function controllerRevisions(info: Info, { access }: CommandContext): Promise<readonly Revision[]> {
  const client = await access.client(appsv1.controllerrevisions, info.namespace);
  const uid = info.object?.metadata.uid ?? '';
  const { items } = await client.list({ labelSelector: selectorOf(info.object) });
  return items
    .filter((revision) => revision.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true)
    .map((revision) => {
      const patch = revision.data as JsonObject | undefined;
      const spec = patch?.['spec'] as { readonly template?: PodTemplateSpec } | undefined;
      return {
        number: revision.revision,
        changeCause: revision.metadata.annotations?.[changeCauseAnnotation] ?? '',
        template: spec?.template,
        patch,
      };
    })
    .sort((a, b) => a.number - b.number);
}
