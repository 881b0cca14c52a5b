'use strict';
// Runs a binary's bundle with what V8 made of it before, which lies beside it in BINARY.code: the bytecode of all that
// a start needs. Without it, or with that of another bundle, another Node or other flags, V8 compiles as always.
//
//   node FLAGS run-with-code.cjs BINARY ARGUMENTS...      as the head of every binary does
//
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** As long as what the code file begins with: the checksum of the bundle that the code is of. */
const headerLength = 4;
const before = '(function (exports, require, module, __filename, __dirname) { "use strict"; ';
const after = '\n})';

/**
 * Runs the bundle, which must not import dynamically, as Node runs a module: its script and what it exports. `code` is
 * what `codeOf` gave, if any.
 */
function runBundle(file, code = readCode(file)) {
  const bundle = readFileSync(file);
  const cachedData = code && isCodeOf(bundle, code) ? code.subarray(headerLength) : undefined;
  // A script may begin with #!, a function may not.
  if (bundle[0] === 0x23) bundle.fill(0x2f, 0, 2);
  const script = new Script(before + bundle.latin1Slice() + after, {
    filename: file,
    cachedData,
  });
  const bundled = { exports: {} };
  script.runInThisContext()(bundled.exports, createRequire(file), bundled, file, dirname(file));
  return { script, exports: bundled.exports };
}

function isCodeOf(bundle, code) {
  return code.length > headerLength && code.readUInt32LE(0) === crc32(bundle);
}

/** What a code file holds: the code of all functions that ran so far. */
function codeOf(file, script) {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32LE(crc32(readFileSync(file)));
  return Buffer.concat([header, script.createCachedData()]);
}

function readCode(file) {
  try {
    return readFileSync(`${file}.code`);
  } catch {
    return undefined;
  }
}

module.exports = { codeOf, runBundle };

if (require.main === module) {
  process.argv.splice(1, 1);
  const [, file] = process.argv;
  runBundle(file);
}
