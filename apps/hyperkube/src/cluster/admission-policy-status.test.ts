import type { ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import { type DeepReadonly, realClock } from '@kubescript/apimachinery';
import { type TestServer, startTestServer } from '@kubescript/app-apiserver/testing';
import {
  admissionregistrationv1,
  apiextensionsv1,
  ClientSet,
  DiscoveryClient,
  EventRecorder,
  newSharedInformerFactory,
  OpenApiClient,
  type ResourceClient,
} from '@kubescript/client';
import { silentLogger } from '@kubescript/component-base';
import { type ControllerContext, ValidatingAdmissionPolicyStatusController } from '@kubescript/lib-controllers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const controllerName = 'validatingadmissionpolicy-status-controller';
const group = 'stable.example.com';
const definition = {
  metadata: { name: `crontabs.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { replicas: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
} as unknown as CustomResourceDefinition;

let server: TestServer;
let policies: ResourceClient<ValidatingAdmissionPolicy>;
let running: Promise<unknown>;
const stop = new AbortController();

/** What the controller works with, as the service account that its role is bound to. */
function controllerContext(): ControllerContext {
  const name = `system:serviceaccount:kube-system:${controllerName}`;
  const transport = server.server.transportFor({ name, groups: ['system:serviceaccounts', 'system:authenticated'] });
  const client = new ClientSet(transport);
  return {
    client,
    discovery: new DiscoveryClient(transport),
    openApi: new OpenApiClient(transport),
    informers: newSharedInformerFactory(client),
    clock: realClock,
    newLogger: () => silentLogger,
    newRecorder: (component) => new EventRecorder({ client, component }),
  };
}

beforeAll(async () => {
  server = await startTestServer();
  const admin = new ClientSet(server.admin);
  policies = admin.resource(admissionregistrationv1.validatingadmissionpolicies);
  await admin.resource(apiextensionsv1.customresourcedefinitions).create(definition);
  const openApi = new OpenApiClient(server.admin);
  await vi.waitFor(async () => {
    expect([...(await openApi.paths()).keys()]).toContain(`apis/${group}/v1`);
  }, 10_000);
  const context = controllerContext();
  const controller = new ValidatingAdmissionPolicyStatusController(context, { workers: 2 });
  running = Promise.all([context.informers.run(stop.signal), controller.run(stop.signal)]);
}, 60_000);

afterAll(async () => {
  stop.abort(new Error('the test is over'));
  await running;
  await server[Symbol.asyncDispose]();
});

interface Matched {
  readonly apiGroups: string[];
  readonly resources: string[];
}

const crontabs: Matched = { apiGroups: [group], resources: ['crontabs'] };
const workloads: Matched = { apiGroups: ['apps'], resources: ['deployments', 'replicasets'] };

let counter = 0;

function newPolicy(
  matched: Matched,
  spec: Partial<ValidatingAdmissionPolicy['spec']>,
): Promise<DeepReadonly<ValidatingAdmissionPolicy>> {
  const rule = { ...matched, apiVersions: ['v1'], operations: ['CREATE'] };
  const policy = {
    metadata: { name: `p${String(counter++)}` },
    spec: { matchConstraints: { resourceRules: [rule] }, ...spec },
  };
  return policies.create(policy);
}

async function checked(name: string, generation: number): Promise<DeepReadonly<ValidatingAdmissionPolicy>> {
  const observed = async (): Promise<unknown> => (await policies.get(name)).status.observedGeneration;
  await expect.poll(observed, { timeout: 10_000 }).toBe(generation);
  return policies.get(name);
}

async function linesOf(matched: Matched, spec: Partial<ValidatingAdmissionPolicy['spec']>): Promise<unknown> {
  const { metadata } = await newPolicy(matched, spec);
  const { status } = await checked(metadata.name ?? '', 1);
  expect(status.typeChecking).toBeDefined();
  return status.typeChecking?.expressionWarnings?.flatMap(({ fieldRef, warning }) => [
    fieldRef,
    ...warning.split('\n').filter((line) => line.includes('ERROR')),
  ]);
}

const overload = "ERROR: <input>:1:22: found no matching overload for '_>_' applied to '(int, string)'";

test.each([
  {
    name: 'a built-in type',
    matched: workloads,
    spec: { validations: [{ expression: 'object.spec.template.spec.containers.all(c, c.image != "")' }] },
    want: undefined,
  },
  {
    name: 'built-in types that it does not fit',
    matched: workloads,
    spec: { validations: [{ expression: "object.spec.replicas > '1'" }] },
    want: [
      'spec.validations[0].expression',
      `apps/v1, Kind=Deployment: ${overload}`,
      `apps/v1, Kind=ReplicaSet: ${overload}`,
    ],
  },
  {
    name: 'fields of any, int-or-string, time and map types',
    matched: workloads,
    spec: {
      validations: [
        {
          expression:
            "object.spec.strategy.rollingUpdate.maxSurge == '25%' && object.metadata.labels['a'] == 'b' && " +
            "object.metadata.creationTimestamp < timestamp('2030-01-01T00:00:00Z')",
        },
      ],
    },
    want: [
      'spec.validations[0].expression',
      "apps/v1, Kind=ReplicaSet: ERROR: <input>:1:12: undefined field 'strategy'",
    ],
  },
  {
    name: 'a custom resource',
    matched: crontabs,
    spec: { validations: [{ expression: 'object.spec.replicas > 1' }] },
    want: undefined,
  },
  {
    name: 'a custom resource that it does not fit',
    matched: crontabs,
    spec: {
      validations: [{ expression: "object.spec.replicas > '1'", messageExpression: 'string(object.spec.cron)' }],
    },
    want: [
      'spec.validations[0].expression',
      `${group}/v1, Kind=CronTab: ${overload}`,
      'spec.validations[0].messageExpression',
      `${group}/v1, Kind=CronTab: ERROR: <input>:1:19: undefined field 'cron'`,
    ],
  },
  {
    name: 'parameters',
    matched: crontabs,
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'max', expression: "int(params.data['max'])" }],
      validations: [{ expression: 'object.spec.replicas <= variables.max' }, { expression: 'params.spec == null' }],
    },
    want: ['spec.validations[1].expression', `${group}/v1, Kind=CronTab: ERROR: <input>:1:7: undefined field 'spec'`],
  },
])('a policy is checked against $name', async ({ matched, spec, want }) => {
  expect(await linesOf(matched, spec)).toEqual(want);
});

test('a policy is checked again when it changes, under the name of the controller', async () => {
  const made = await newPolicy(crontabs, { validations: [{ expression: 'object.spec.none == 1' }] });
  const name = made.metadata.name ?? '';
  const first = await checked(name, 1);
  expect(first.status.typeChecking?.expressionWarnings).toHaveLength(1);
  await policies.update({ ...first, spec: { ...first.spec, validations: [{ expression: 'true' }] } });
  const second = await checked(name, 2);
  expect(second.status.typeChecking?.expressionWarnings).toBeUndefined();
  expect(second.metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: controllerName, operation: 'Apply', subresource: 'status' }),
  );
});

test('a status with faults is refused', async () => {
  const made = await newPolicy(crontabs, { validations: [{ expression: 'true' }] });
  const policy = await checked(made.metadata.name ?? '', 1);
  const status = { typeChecking: { expressionWarnings: [{ fieldRef: 'spec[', warning: '' }] } };
  await expect(policies.updateStatus({ ...policy, status })).rejects.toThrow(
    /status\.typeChecking\.expressionWarnings\[0\]\.warning: Required value, status\.typeChecking\.expressionWarnings\[0\]\.fieldRef: Invalid value: "spec\[": invalid JSONPath: unterminated array/,
  );
});
