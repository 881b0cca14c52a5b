/** What the pods of the test's Deployment run: say who serves, then serve it on port 8080 until told to stop. */
const serve =
  'mkdir -p /www; hostname > /www/index.html; echo serving $(hostname); trap "exit 0" TERM; httpd -f -p 8080 -h /www & wait';

/** The Deployment of the workload test. */
export function webDeployment(image: string): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          terminationGracePeriodSeconds: 5,
          containers: [
            {
              name: 'web',
              image,
              imagePullPolicy: 'IfNotPresent',
              command: ['/bin/sh', '-c', serve],
              ports: [{ containerPort: 8080 }],
              readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 },
            },
          ],
        },
      },
    },
  });
}

/** A pod that only waits, to call others from. */
export function callerPod(image: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'caller' },
    spec: {
      terminationGracePeriodSeconds: 1,
      containers: [
        {
          name: 'caller',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['/bin/sh', '-c', 'trap "exit 0" TERM; sleep 1000000 & wait'],
        },
      ],
    },
  });
}
