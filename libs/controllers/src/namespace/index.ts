export { NamespaceController, type NamespaceControllerOptions } from './namespace-controller.ts';
