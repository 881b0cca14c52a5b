'use strict';
// Starts two environments as tests do and writes the code of what ran beside the bundle: node train-envtest.cjs BUNDLE
const { writeFileSync } = require('node:fs');
const { codeOf, runBundle } = require('./run-with-code.cjs');

const [, , file] = process.argv;
const { script, exports: envtest } = runBundle(file, null);

async function train() {
  for (let round = 0; round < 2; round++) {
    const environment = await envtest.startEnvironment({ controllers: true });
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    const path = '/api/v1/namespaces/default/configmaps';
    const { status } = await environment.transport.request({ method: 'POST', path, body });
    if (status !== 201) throw new Error(`a ConfigMap was not made: ${status}`);
    await environment[Symbol.asyncDispose]();
  }
  writeFileSync(`${file}.code`, codeOf(file, script));
}

void train();
