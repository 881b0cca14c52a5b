export { runHyperkube } from './commands.ts';
