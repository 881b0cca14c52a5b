import { versionInfo } from '../version/version.ts';

/** An answer of `/flagz` or `/statusz`. */
export interface ZPage {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
const apiVersion = 'config.k8s.io/v1beta1';

/** The flags of a component with their values. @go k8s.io/component-base/zpages/flagz#Install */
export function flagz(component: string, flags: Readonly<Record<string, string>>, accept: string): ZPage {
  const names = Object.keys(flags).sort();
  const lines = names.map((name) => `${name}=${flags[name] ?? ''}\n`);
  return page('Flagz', accept, {
    text: `\n${component} flagz\n${warning}\n\n${lines.join('')}`,
    object: { metadata: { name: component }, flags: Object.fromEntries(names.map((name) => [name, flags[name]])) },
  });
}

/** What a component says of itself: since when it runs, and what it serves. @go k8s.io/component-base/zpages/statusz#Install */
export function statusz(component: string, paths: readonly string[], accept: string): ZPage {
  const { goVersion, gitVersion, emulationMajor, emulationMinor } = versionInfo() as ReturnType<typeof versionInfo> & {
    readonly emulationMajor?: string;
    readonly emulationMinor?: string;
  };
  const uptime = Math.floor(process.uptime());
  const started = new Date(Date.now() - uptime * 1000);
  const emulation = emulationMajor === undefined ? '' : `${emulationMajor}.${emulationMinor ?? ''}`;
  const text = [
    `\n${component} statusz`,
    `${warning}\n`,
    `Started: ${started.toUTCString()}`,
    `Up: ${String(Math.floor(uptime / 3600))} hr ${twoDigits(Math.floor(uptime / 60) % 60)} min ${twoDigits(uptime % 60)} sec`,
    `Go version: ${goVersion}`,
    `Binary version: ${gitVersion}`,
    ...(emulation === '' ? [] : [`Emulation version: ${emulation}`]),
    `\nPaths: ${paths.join(' ')}\n`,
  ].join('\n');
  return page('Statusz', accept, {
    text,
    object: {
      metadata: { name: component },
      startTime: started.toISOString().replace(/\.\d+/, ''),
      uptimeSeconds: uptime,
      goVersion,
      binaryVersion: gitVersion,
      ...(emulation === '' ? {} : { emulationVersion: emulation }),
      paths,
    },
  });
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** As text, or as an object for those that ask for it by kind. */
function page(
  kind: 'Flagz' | 'Statusz',
  accept: string,
  { text, object }: { readonly text: string; readonly object: Readonly<Record<string, unknown>> },
): ZPage {
  const asksForObject = new RegExp(`application/json\\s*;.*as=${kind}`).test(accept);
  if (asksForObject && /g=config\.k8s\.io/.test(accept) && /v=v1beta1/.test(accept)) {
    return { status: 200, contentType: 'application/json', text: JSON.stringify({ kind, apiVersion, ...object }) };
  }
  if (accept === '' || /\*\/\*|text\/(plain|\*)/.test(accept)) {
    return { status: 200, contentType: 'text/plain; charset=utf-8', text };
  }
  return {
    status: 406,
    contentType: 'text/plain; charset=utf-8',
    text: 'Not Acceptable: use text/plain, or application/json with the group, version and kind\n',
  };
}
