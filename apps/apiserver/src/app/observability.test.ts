import { afterAll, beforeAll, expect, test } from 'vitest';

import { type RawAnswer, type TestServer, sendRaw, startTestServer } from '../testing/index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  sendRaw(server, 'GET', path, { headers });

test('health checks are shown in the order of the reference, one by one, and without some', async () => {
  const { text } = await get('/readyz?verbose');
  const names = [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name);
  expect(names.slice(0, 5)).toEqual(['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync']);
  expect(names.at(-1)).toBe('shutdown');
  const hooks = names.filter((name) => name?.startsWith('poststarthook/'));
  expect(hooks.indexOf('poststarthook/priority-and-fairness-config-consumer')).toBeLessThan(
    hooks.indexOf('poststarthook/rbac/bootstrap-roles'),
  );
  expect(text).toMatch(/\nreadyz check passed\n$/);
  expect((await get('/livez?verbose')).text).not.toContain('shutdown');
  expect(await get('/readyz/poststarthook/rbac/bootstrap-roles')).toMatchObject({ status: 200, text: 'ok' });
  expect((await get('/readyz/nothing')).status).toBe(404);
  expect((await get('/readyz?verbose&exclude=etcd')).text).toContain('[+]etcd excluded: ok\n');
  expect((await get('/readyz?verbose&exclude=nothing')).text).toContain(
    'warn: some health checks cannot be excluded: no matches for "nothing"',
  );
});

test('the outcome of checks is counted', async () => {
  await get('/livez');
  const { text } = await get('/metrics/slis');
  expect(text).toContain('kubernetes_healthcheck{name="etcd",type="livez"} 1\n');
  expect(text).toMatch(/^kubernetes_healthchecks_total\{name="ping",status="success",type="livez"\} \d+$/m);
});

test('requests, caches and the store are counted under upstream names', async () => {
  const body = { metadata: { name: 'metrics' }, data: {} };
  await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', { body });
  await get('/api/v1/namespaces/default/configmaps?dryRun=x');
  const { text } = await get('/metrics');
  const labels =
    'component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"';
  expect(text).toContain(`apiserver_request_total{code="201",${labels}} 1\n`);
  expect(text).toContain(`apiserver_request_duration_seconds_count{${labels}} 1\n`);
  expect(text).toMatch(/^apiserver_request_sli_duration_seconds_count\{.*resource="configmaps",.*verb="LIST"/m);
  expect(text).toMatch(/^apiserver_response_sizes_sum\{.*resource="configmaps",.*verb="POST".*\} [1-9]\d+$/m);
  expect(text).toMatch(/^apiserver_resource_objects\{group="",resource="configmaps"\} [1-9]/m);
  expect(text).toMatch(/^etcd_requests_total\{group="",operation="create",resource="configmaps"\} [1-9]/m);
  expect(text).toContain('kubernetes_feature_enabled{name="ComponentFlagz",stage="BETA"} 1\n');
  expect(text).toMatch(/^kubernetes_build_info\{.*major="1",minor="36",.*\} 1$/m);
  expect(text).toContain('apiserver_audit_event_total 0\n');
  expect(text).toMatch(/^process_resident_memory_bytes \d[\d.e+]+$/m);
});

test('metrics that the reference has from the start are there, and say what they promise', async () => {
  await sendRaw(server, 'POST', '/api/v1/namespaces/default/services', {
    body: { metadata: { name: 'metrics' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } },
  });
  const { text } = await get('/metrics');
  expect(text).toContain('# HELP apiserver_storage_size_bytes [STABLE] Size of the storage database file');
  expect(text).toContain('# HELP apiserver_storage_objects [STABLE] (Deprecated since 1.34.0) [DEPRECATED, consider');
  expect(text).toContain('# HELP process_cpu_seconds_total Total user');
  expect(text).toMatch(/^apiserver_storage_size_bytes\{storage_cluster_id="etcd-0"\} [1-9]/m);
  expect(text).toMatch(/^apiserver_resource_size_estimate_bytes\{group="",resource="configmaps"\} [1-9]/m);
  expect(text).toMatch(/^watch_cache_capacity\{group="",resource="configmaps"\} 5000$/m);
  expect(text).toMatch(/^apiserver_selfrequest_total\{.*resource="apiservices",.*verb="LIST"\} [1-9]/m);
  expect(text).toMatch(/^rest_client_requests_total\{code="200",host=".*:\d+",method="GET"\} [1-9]/m);
  expect(text).toMatch(/^workqueue_adds_total\{name="autoregister"\} [1-9]/m);
  expect(text).toMatch(/^kube_apiserver_clusterip_allocator_allocation_total\{cidr=".*",scope="dynamic"\} [1-9]/m);
  expect(text).toMatch(/^kube_apiserver_clusterip_allocator_allocated_ips\{cidr=".*"\} [1-9]/m);
  expect(text).toContain('kube_apiserver_nodeport_allocator_allocated_ports 1\n');
  expect(text).toContain('kube_apiserver_nodeport_allocator_available_ports 2767\n');
  expect(text).toMatch(/^apiserver_flowcontrol_priority_level_seat_utilization_count\{.*"workload-low"\} [1-9]/m);
  expect(text).toMatch(/^apiserver_request_filter_duration_seconds_count\{filter="authorization"\} [1-9]/m);
  expect(text).toMatch(/^apiserver_admission_step_admission_duration_seconds_summary\{.*quantile="0.99"\} [\d.]/m);
  expect(text).toMatch(/^field_validation_request_duration_seconds_count\{field_validation=""\} [1-9]/m);
  expect(text).toContain('version_info{binary="1.36",component="kube",emulation="1.36",min_compat="1.35"} 1\n');
  expect(text).toMatch(/^registered_metrics_total\{deprecated_version="",stability_level="STABLE"\} [1-9]/m);
});

test('deprecated APIs that are used are noted', async () => {
  await get('/api/v1/componentstatuses');
  expect((await get('/metrics')).text).toContain(
    'apiserver_requested_deprecated_apis{group="",removed_release="",resource="componentstatuses",subresource="",version="v1"} 1\n',
  );
});

test('profiles can be loaded', async () => {
  const [profile, second] = await Promise.all([
    get('/debug/pprof/profile?seconds=0.2'),
    get('/debug/pprof/profile?seconds=0.2'),
  ]);
  expect([profile.status, second.status].sort()).toEqual([200, 500]);
  const heap = await get('/debug/pprof/heap?seconds=0.01&gc=1');
  expect(heap.headers['content-disposition']).toBe('attachment; filename="heap"');
  expect((await get('/debug/pprof/')).text).toContain('Types of profiles available');
  expect((await sendRaw(server, 'GET', '/debug/pprof/', { token: '' })).status).toBe(403);
});

test('garbage is collected before a heap profile that asks for it', async () => {
  const dropped = makeGarbage();
  await get('/debug/pprof/heap?seconds=0.01&gc=1');
  expect(dropped.deref()).toBeUndefined();
});

test('the verbosity of the log can be set', async () => {
  const put = (body: unknown): Promise<RawAnswer> => sendRaw(server, 'PUT', '/debug/flags/v', { body });
  expect(await put(0)).toMatchObject({ status: 200, text: 'successfully set klog.logging.verbosity to 0' });
  expect((await put('x')).status).toBe(400);
  expect(await get('/debug/flags/v')).toMatchObject({ status: 406, text: 'unsupported http method' });
});

test('flags and status can be looked at', async () => {
  expect((await get('/flagz')).text).toContain('\nauthorization-mode=Node,RBAC\n');
  const page = await get('/statusz', { accept: 'application/json;v=v1beta1;g=config.k8s.io;as=Statusz' });
  expect(JSON.parse(page.text)).toMatchObject({ kind: 'Statusz', metadata: { name: 'kube-apiserver' } });
  const { paths } = JSON.parse((await get('/')).text) as { paths: string[] };
  expect(paths).toContain('/flagz');
  expect(paths.filter((path) => path.startsWith('/debug/'))).toEqual([]);
});

test('features that are switched off are gone', async () => {
  await using plain = await startTestServer({
    metrics: { disabledMetrics: ['process_open_fds'] },
    storage: { etcdPrefix: '/other', etcdCountMetricPollPeriod: 0 },
    features: { profiling: false, featureGates: { ComponentFlagz: 'false', APIResponseCompression: 'false' } },
  });
  expect((await sendRaw(plain, 'GET', '/flagz')).status).toBe(404);
  expect((await sendRaw(plain, 'GET', '/debug/pprof/')).status).toBe(404);
  const { text } = await sendRaw(plain, 'GET', '/metrics');
  expect(text).toContain('process_max_fds');
  expect(text).not.toMatch(/^(process_open_fds|apiserver_resource_objects)/m);
  expect((await sendRaw(plain, 'GET', '/api/v1/namespaces/default')).status).toBe(200);
  const big = await sendRaw(plain, 'GET', '/openapi/v2', { headers: { 'accept-encoding': 'gzip' } });
  expect(big.headers['content-encoding']).toBeUndefined();
});

/** Made within a function of its own, so that no register holds it. */
function makeGarbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 10_000 }, (_, index) => ({ index })));
}
