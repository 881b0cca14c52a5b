import type { DaemonSet, Deployment, StatefulSet } from '@kubescript/api/apps/v1';
import type { DynamicObject } from '@kubescript/client';

/** How far a rollout is. */
export interface Progress {
  readonly message: string;
  readonly done: boolean;
}

/**
 * How far the rollout of a workload is; throws if it cannot come to an end.
 *
 * @go k8s.io/kubectl/pkg/polymorphichelpers#(*DeploymentStatusViewer).Status
 */
export function progressOf(object: DynamicObject): Progress {
  switch (object.kind) {
    case 'Deployment':
      return deploymentProgress(object as unknown as Deployment);
    case 'DaemonSet':
      return daemonSetProgress(object as unknown as DaemonSet);
    case 'StatefulSet':
      return statefulSetProgress(object as unknown as StatefulSet);
    default:
      throw new Error(`no status viewer has been implemented for ${object.kind ?? ''}`);
  }
}

function waiting(message: string): Progress {
  return { message: `${message}\n`, done: false };
}

function deploymentProgress({ metadata, spec, status }: Deployment): Progress {
  const name = metadata.name ?? '';
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return waiting('Waiting for deployment spec update to be observed...');
  }
  const progressing = status.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    throw new Error(`deployment "${name}" exceeded its progress deadline`);
  }
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  const wanted = spec.replicas ?? 1;
  const prefix = `Waiting for deployment "${name}" rollout to finish:`;
  if (updatedReplicas < wanted) {
    return waiting(`${prefix} ${String(updatedReplicas)} out of ${String(wanted)} new replicas have been updated...`);
  }
  if (replicas > updatedReplicas) {
    return waiting(`${prefix} ${String(replicas - updatedReplicas)} old replicas are pending termination...`);
  }
  if (availableReplicas < updatedReplicas) {
    return waiting(
      `${prefix} ${String(availableReplicas)} of ${String(updatedReplicas)} updated replicas are available...`,
    );
  }
  return { message: `deployment "${name}" successfully rolled out\n`, done: true };
}

function daemonSetProgress({ metadata, spec, status }: DaemonSet): Progress {
  const name = metadata.name ?? '';
  if (spec.updateStrategy?.type !== 'RollingUpdate') {
    throw new Error(`rollout status is only available for RollingUpdate strategy type`);
  }
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return waiting('Waiting for daemon set spec update to be observed...');
  }
  const desired = status.desiredNumberScheduled;
  const updated = status.updatedNumberScheduled ?? 0;
  const available = status.numberAvailable ?? 0;
  const prefix = `Waiting for daemon set "${name}" rollout to finish:`;
  if (updated < desired)
    return waiting(`${prefix} ${String(updated)} out of ${String(desired)} new pods have been updated...`);
  if (available < desired)
    return waiting(`${prefix} ${String(available)} of ${String(desired)} updated pods are available...`);
  return { message: `daemon set "${name}" successfully rolled out\n`, done: true };
}

function statefulSetProgress({ metadata, spec, status }: StatefulSet): Progress {
  if (spec.updateStrategy?.type !== 'RollingUpdate') {
    throw new Error(`rollout status is only available for RollingUpdate strategy type`);
  }
  if ((status.observedGeneration ?? 0) === 0 || (metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return waiting('Waiting for statefulset spec update to be observed...');
  }
  const wanted = spec.replicas ?? 1;
  const ready = status.readyReplicas ?? 0;
  if (ready < wanted) return waiting(`Waiting for ${String(wanted - ready)} pods to be ready...`);
  const partition = spec.updateStrategy.rollingUpdate?.partition ?? 0;
  const updated = status.updatedReplicas ?? 0;
  if (partition > 0) {
    if (updated < wanted - partition) {
      return waiting(
        `Waiting for partitioned roll out to finish: ${String(updated)} out of ${String(wanted - partition)} new pods have been updated...`,
      );
    }
    return { message: `partitioned roll out complete: ${String(updated)} new pods have been updated...\n`, done: true };
  }
  if (status.updateRevision !== status.currentRevision) {
    return waiting(
      `waiting for statefulset rolling update to complete ${String(updated)} pods at revision ${status.updateRevision ?? ''}...`,
    );
  }
  return {
    message: `statefulset rolling update complete ${String(status.currentReplicas ?? 0)} pods at revision ${status.currentRevision ?? ''}...\n`,
    done: true,
  };
}
