export { type KubectlProcess, runKubectl } from './command/run-kubectl.ts';
