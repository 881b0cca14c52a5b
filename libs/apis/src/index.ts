export { newApiScheme, servedVersions } from './install/api-scheme.ts';
