export { type Controller, type ControllerContext, runWorkers, type WorkerOptions } from './shared/controller.ts';
export { replicaSets, replicationControllers } from './replicaset/kinds.ts';
export { ReplicaSetController } from './replicaset/replicaset-controller.ts';
export { DeploymentController } from './deployment/deployment-controller.ts';
