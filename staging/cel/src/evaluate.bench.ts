import { bench, describe } from 'vitest';
import { CelEnvironment, types } from './index.ts';

const environment = CelEnvironment.standard.extend({ variables: { object: types.dyn } });
const rule = "has(object.spec.replicas) && object.spec.replicas <= 5 && object.metadata.name.startsWith('web')";
const loop = "object.spec.containers.all(c, c.image != '' && c.ports.exists(p, p.port == 80))";
const containers = Array.from({ length: 10 }, (_, index) => ({
  image: `i${String(index)}`,
  ports: [{ port: 8080 }, { port: 80 }],
}));
const activation = { object: { metadata: { name: 'web-1' }, spec: { replicas: 3, containers } } };

const programs = [rule, loop].map((text) => {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  return compiled.program;
});

describe('an expression of three conditions', () => {
  bench('compile', () => {
    environment.compile(rule);
  });
  bench('evaluate', () => {
    programs[0]?.evaluate(activation);
  });
});

describe('a loop in a loop over ten containers', () => {
  bench('evaluate', () => {
    programs[1]?.evaluate(activation);
  });
});
