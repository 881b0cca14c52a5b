import { type Handler, type ServerRequest, type ServerResponse, textResponse } from '@kubescript/apiserver';
import {
  collectGarbage,
  configureLogging,
  cpuProfile,
  flagz,
  heapProfile,
  statusz,
  type ZPage,
} from '@kubescript/component-base';

const defaultCpuSeconds = 30;
const defaultHeapSeconds = 1;

/**
 * `/debug/pprof/`, `/debug/flags/v`: profiles in pprof's form, and the verbosity of the log.
 *
 * @go k8s.io/apiserver/pkg/server/routes#Profiling
 */
export function profilingHandlers(): Readonly<Record<string, Handler>> {
  const index: Handler = () => Promise.resolve(textResponse(200, profilingIndex, 'text/html; charset=utf-8'));
  const heap = collectingGarbage(profileHandler('heap', defaultHeapSeconds, heapProfile));
  return {
    '/debug/pprof': index,
    '/debug/pprof/': index,
    '/debug/pprof/profile': profileHandler('profile', defaultCpuSeconds, cpuProfile),
    '/debug/pprof/heap': heap,
    '/debug/pprof/allocs': heap,
    '/debug/pprof/cmdline': () => Promise.resolve(textResponse(200, process.argv.join('\0'))),
    '/debug/flags': flagsIndex,
    '/debug/flags/': flagsIndex,
    '/debug/flags/v': putVerbosity,
  };
}

const profilingIndex = `<html>
<head><title>/debug/pprof/</title></head>
<body>
/debug/pprof/<br>
<p>Types of profiles available:</p>
<ul>
<li><a href="allocs">allocs</a>: what was allocated within ?seconds= and is still in use; ?gc=1 collects garbage before</li>
<li><a href="cmdline">cmdline</a>: the command line of this program</li>
<li><a href="heap">heap</a>: the same as allocs</li>
<li><a href="profile">profile</a>: what ran within ?seconds= (30 by default)</li>
</ul>
</body>
</html>
`;

function profileHandler(
  name: string,
  defaultSeconds: number,
  take: (ms: number, signal: AbortSignal) => Promise<Buffer>,
): Handler {
  return async function answerProfile(request) {
    const stated = Number(request.query.get('seconds') ?? defaultSeconds);
    const seconds = Number.isFinite(stated) && stated > 0 ? stated : defaultSeconds;
    try {
      return download(name, await take(seconds * 1000, request.signal));
    } catch (error) {
      return textResponse(500, `${(error as Error).message}\n`);
    }
  };
}

/** `?gc=1` collects garbage before the profile is taken, as Go's net/http/pprof does. */
function collectingGarbage(profile: Handler): Handler {
  return async function answerHeapProfile(request) {
    if (!(Number(request.query.get('gc')) > 0)) return profile(request);
    try {
      await collectGarbage();
    } catch (error) {
      return textResponse(500, `${(error as Error).message}\n`);
    }
    return profile(request);
  };
}

function download(name: string, file: Buffer): ServerResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
    body: { kind: 'bytes', chunks: [file] },
  };
}

const flagsIndex: Handler = () =>
  Promise.resolve(
    textResponse(
      200,
      '<html><head><title>/debug/flags/</title></head><body>/debug/flags/<br><br>flags:<br><table><tr><td align=right><a href="v">v</a><br></table></body></html>\n',
      'text/html; charset=utf-8',
    ),
  );

/** @go k8s.io/apiserver/pkg/server/routes#StringFlagPutHandler */
async function putVerbosity(request: ServerRequest): Promise<ServerResponse> {
  if (request.method !== 'PUT') return textResponse(406, 'unsupported http method');
  const text = new TextDecoder().decode(await request.body());
  if (!/^\d+$/.test(text)) {
    return textResponse(
      400,
      `failed set klog.logging.verbosity ${text}: strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  }
  configureLogging({ verbosity: Number(text) });
  return textResponse(200, `successfully set klog.logging.verbosity to ${text}`);
}

/** `/flagz` and `/statusz`; `paths` are those that the server names at `/`. */
export function zpageHandlers(
  flags: Readonly<Record<string, string>>,
  paths: () => readonly string[],
): Readonly<Record<string, Handler>> {
  const component = 'kube-apiserver';
  const answer = ({ status, text, contentType }: ZPage): Promise<ServerResponse> =>
    Promise.resolve(textResponse(status, text, contentType));
  return {
    '/flagz': ({ headers }) => answer(flagz(component, flags, headers['accept'] ?? '')),
    '/statusz': ({ headers }) => answer(statusz(component, paths(), headers['accept'] ?? '')),
  };
}
