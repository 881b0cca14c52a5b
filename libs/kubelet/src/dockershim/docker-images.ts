import type Docker from 'dockerode';
import type { ImageInspect } from 'dockerode';

import { Image, decodeMessage, encodeMessage } from '@kubescript/cri-api';
import type { ImageService, Init } from '@kubescript/cri-api';

import { callDocker, callDockerIdempotent, statusOf } from './docker-errors.ts';

/** The images of a Docker, as CRI has them. */
export function dockerImages(docker: Docker): ImageService {
  return {
    listImages: async () => ({ images: (await callDocker(docker.listImages())).map(imageOf) }),
    imageStatus: async ({ image }) => {
      try {
        return { image: imageOf(await docker.getImage(image?.image ?? '').inspect()), info: {} };
      } catch (err) {
        if (statusOf(err) === 404) return { image: undefined, info: {} };
        return callDocker(Promise.reject(err as Error));
      }
    },
    pullImage: async ({ image, auth }) => {
      const name = image?.image ?? '';
      const authconfig = auth === undefined ? {} : { authconfig: { username: auth.username, password: auth.password } };
      const progress = await callDocker(docker.pull(withTag(name), authconfig));
      await new Promise<void>((resolve, reject) => {
        docker.modem.followProgress(progress, (err) => {
          if (err === null) resolve();
          else reject(err);
        });
      });
      return { imageRef: (await callDocker(docker.getImage(name).inspect())).Id };
    },
    removeImage: async ({ image }) => {
      await callDockerIdempotent(docker.getImage(image?.image ?? '').remove({ force: true }));
      return {};
    },
    imageFsInfo: async () => {
      const { DockerRootDir } = await callDocker(docker.info());
      const usage = {
        timestamp: Date.now() * 1e6,
        fsId: { mountpoint: DockerRootDir },
        usedBytes: undefined,
        inodesUsed: undefined,
      };
      return { imageFilesystems: [usage], containerFilesystems: [] };
    },
  };
}

function imageOf(image: ImageInspect): Image {
  const user = image.Config?.User ?? '';
  const numeric = /^(\d+)(:.*)?$/.exec(user)?.[1];
  const value: Init<typeof Image> = {
    id: image.Id,
    repoTags: (image.RepoTags ?? []).filter((tag) => !tag.includes('<none>')),
    repoDigests: (image.RepoDigests ?? []).filter((digest) => !digest.includes('<none>')),
    size: image.Size,
    ...(numeric === undefined ? { username: user.split(':')[0] ?? '' } : { uid: { value: Number(numeric) } }),
  };
  return decodeMessage(Image, encodeMessage(Image, value));
}

/** Without a tag Docker would pull all of them. */
function withTag(name: string): string {
  return name.includes('@') || /:[^/]*$/.test(name) ? name : `${name}:latest`;
}
