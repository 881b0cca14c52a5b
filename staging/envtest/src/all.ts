// Everything that is published, as one bundle; `bundle/index.js` and `bundle/kubescript.js` show their part of it.
export { main } from './main.ts';
export { startEnvironment } from './start-environment.ts';
