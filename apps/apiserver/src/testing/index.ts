export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
export { type RawAnswer, sendRaw } from './send-raw.ts';
