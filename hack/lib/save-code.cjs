'use strict';
// Runs a bundle and, when it ends, writes the code of all functions that ran into a file:
//
//   node FLAGS save-code.cjs CODE-FILE BINARY ARGUMENTS...
//
const { writeFileSync } = require('node:fs');
const { codeOf, runBundle } = require('./run-with-code.cjs');

const [codeFile] = process.argv.splice(1, 2).slice(1);
const [, file] = process.argv;
const { script } = runBundle(file, null);
process.on('exit', function saveCode() {
  writeFileSync(codeFile, codeOf(file, script));
});
