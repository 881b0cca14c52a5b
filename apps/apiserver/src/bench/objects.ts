/** Objects such as real clusters have, as the JSON of a request. */

/** A ConfigMap of about one kilobyte. */
export function configMap(name: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { 'app.properties': pseudoRandomText(600), 'extra.conf': pseudoRandomText(300) },
  });
}

/** A pod with two containers, about 8 KB as it is stored and served. */
export function pod(name: string, labels: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: { app: 'bench', 'pod-template-hash': '5b9c7d8f6d', ...labels },
      annotations: { 'example.com/checksum': pseudoRandomText(1800) },
    },
    spec: {
      securityContext: { fsGroup: 2000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [container('web', 8080), container('proxy', 9090)],
      volumes: [
        { name: 'config', configMap: { name: 'settings' } },
        { name: 'scratch', emptyDir: {} },
      ],
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'bench', effect: 'NoSchedule' }],
    },
  });
}

function container(name: string, port: number): unknown {
  return {
    name,
    image: `registry.example.com/team/${name}:v1.2.3`,
    ports: [{ name: 'http', containerPort: port }],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '512Mi' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
    readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/app' },
      { name: 'scratch', mountPath: '/var/cache/app' },
    ],
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
}

/** The same text for the same length, hard to compress. */
function pseudoRandomText(length: number): string {
  let text = '';
  for (let state = 12_345; text.length < length;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += state.toString(36);
  }
  return text.slice(0, length);
}
