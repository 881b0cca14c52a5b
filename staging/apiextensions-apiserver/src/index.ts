export { ApiExtensionsServer, type ApiExtensionsOptions } from './apiserver/api-extensions-server.ts';
