import { test } from 'vitest';
import { CelEnvironment, types } from './index.ts';

const environment = CelEnvironment.standard.extend({ variables: { object: types.dyn } });
const rule = "has(object.spec.replicas) && object.spec.replicas <= 5 && object.metadata.name.startsWith('web')";
const loop = "object.spec.containers.all(c, c.image != '' && c.ports.exists(p, p.port == 80))";
const containers = Array.from({ length: 10 }, (_, index) => ({
  image: `i${String(index)}`,
  ports: [{ port: 8080 }, { port: 80 }],
}));
const activation = { object: { metadata: { name: 'web-1' }, spec: { replicas: 3, containers } } };

test('compile', async ({ bench }) => {
  await bench('a rule', () => {
    environment.compile(rule);
  }).run();
});

test('evaluate', async ({ bench }) => {
  const compiled = [rule, loop].map((text) => environment.compile(text));
  const programs = compiled.map((result) => {
    if (!result.ok) throw new Error(result.issues.toString());
    return result.program;
  });
  await bench('three conditions', () => {
    programs[0]?.evaluate(activation);
  }).run();
  await bench('a loop in a loop over ten containers', () => {
    programs[1]?.evaluate(activation);
  }).run();
});
