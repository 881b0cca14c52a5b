import type { DeepReadonly } from '@kubescript/apimachinery';
import type { PodSpec, Volume } from '@kubescript/api/core/v1';

import { claimSpecWarnings } from '../../generic/fraction-warnings.ts';
import { overlapWarnings } from './overlap-warnings.ts';

/** Sources of volumes that are not to be used any more. */
const deprecatedSources: Readonly<Partial<Record<keyof Volume, string>>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** What is said of a source, and how its path spells it where that differs. */
const pathNames: Readonly<Record<string, string>> = { storageos: 'storageOS' };

/** Warnings of deprecated kinds of volumes, in pods and persistent volumes; `path` leads to the volume. */
export function deprecatedSourceWarnings(volume: object, path: string): string[] {
  return Object.entries(deprecatedSources).flatMap(([source, message]) =>
    (volume as Readonly<Record<string, unknown>>)[source] === undefined
      ? []
      : [`${path}.${pathNames[source] ?? source}: ${message}`],
  );
}

/** What is legal in the volumes of a pod but unwise; `path` leads to the list. */
export function volumeWarnings({ volumes = [] }: DeepReadonly<PodSpec>, path: string): string[] {
  return [
    ...volumes.flatMap((volume, index) => {
      const place = `${path}[${String(index)}]`;
      const claim = volume.ephemeral?.volumeClaimTemplate;
      return [
        ...deprecatedSourceWarnings(volume, place),
        ...claimSpecWarnings(claim?.spec, `${place}.ephemeral.volumeClaimTemplate.spec`),
      ];
    }),
    ...volumes.flatMap(overlapWarnings),
  ];
}
