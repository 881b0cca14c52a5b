/**
 * Who may import whom: the table of the architecture, as constraints of `@nx/enforce-module-boundaries`.
 * An untagged package matches nothing here and may therefore import nothing of ours.
 */
const layers = {
  'cri-api': [],
  apimachinery: [],
  api: ['apimachinery'],
  'code-generator': ['apimachinery'],
  client: ['api', 'apimachinery'],
  'component-base': ['apimachinery', 'client'],
  'component-helpers': ['api', 'apimachinery', 'client'],
  'cri-client': ['cri-api', 'apimachinery', 'component-base'],
  'cli-runtime': ['api', 'apimachinery', 'client'],
  cel: [],
  'pod-security-admission': ['api', 'apimachinery'],
  apiserver: ['api', 'apimachinery', 'cel', 'client', 'component-base'],
  'apiextensions-apiserver': ['api', 'apimachinery', 'apiserver', 'cel', 'client', 'component-base'],
  'kube-aggregator': ['api', 'apimachinery', 'apiserver', 'client', 'component-base'],
  'sample-apiserver': ['api', 'apimachinery', 'apiserver', 'client', 'component-base'],
  // Its tests run it on an API server of envtest.
  'sample-controller': ['api', 'apimachinery', 'client', 'envtest'],
  'kube-scheduler': ['api', 'apimachinery', 'client', 'component-base', 'component-helpers'],
  kubectl: ['api', 'apimachinery', 'client', 'cli-runtime', 'component-base', 'component-helpers'],
};

const scopes = ['apiserver', 'scheduler', 'controller-manager', 'kubelet', 'proxy', 'kubectl', 'e2e'];

/** Constraints for staging (downward by layer), libs and apps (by scope), and for hyperkube and envtest, which hold apps. */
export const depConstraints = [
  ...Object.entries(layers).map(([layer, below]) => ({
    sourceTag: `layer:${layer}`,
    onlyDependOnLibsWithTags: [`layer:${layer}`, ...below.map((name) => `layer:${name}`)],
  })),
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['type:staging', 'scope:shared'] },
  ...scopes.map((scope) => ({
    sourceTag: `scope:${scope}`,
    onlyDependOnLibsWithTags: ['type:staging', 'scope:shared', `scope:${scope}`],
  })),
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:staging', 'type:lib'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:staging', 'type:lib'] },
  { sourceTag: 'type:all-in-one', onlyDependOnLibsWithTags: ['type:staging', 'type:lib', 'type:app'] },
];
