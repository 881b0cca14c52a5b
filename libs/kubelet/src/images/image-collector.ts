import type { Image } from '@kubescript/cri-api';

import { messageOf } from '../container/sync-error.ts';
import type { KubeletConfig } from '../kubelet-config.ts';
import { fileSystemBytes } from '../nodestatus/machine-info.ts';

const minimumAgeMs = 120_000;

/**
 * Removes images that no container uses when the disk is nearly full, those first that were unused longest.
 * @go kubernetes/pkg/kubelet/images#(*realImageGCManager).GarbageCollect
 */
export class ImageCollector {
  private readonly config: KubeletConfig;
  private readonly seen = new Map<string, { readonly firstSeen: number; lastUsed: number }>();

  constructor(config: KubeletConfig) {
    this.config = config;
  }

  async collect(): Promise<void> {
    const images = await this.observe();
    const { imageFilesystems } = await this.config.runtime.images.imageFsInfo({});
    const mountpoint = imageFilesystems[0]?.fsId?.mountpoint;
    if (mountpoint === undefined) return;
    const { total, available } = await fileSystemBytes(mountpoint);
    const used = total - available;
    if (total === 0 || (used / total) * 100 < this.config.imageGcHighPercent) return;
    await this.free(images, used - (total * this.config.imageGcLowPercent) / 100);
  }

  /** Notes which images are in use; returns those that are not, the longest unused first. */
  private async observe(): Promise<readonly Image[]> {
    const { runtime, images } = this.config.runtime;
    const now = this.config.clock.now();
    const [{ containers }, listed] = await Promise.all([runtime.listContainers({}), images.listImages({})]);
    const inUse = new Set(
      containers.flatMap(({ imageRef, imageId, image }) => [imageRef, imageId, image?.image ?? '']),
    );
    const ids = new Set(listed.images.map(({ id }) => id));
    for (const id of this.seen.keys()) if (!ids.has(id)) this.seen.delete(id);
    const unused = listed.images.filter((image) => {
      const record = this.seen.get(image.id) ?? { firstSeen: now, lastUsed: 0 };
      this.seen.set(image.id, record);
      const used = [image.id, ...image.repoTags, ...image.repoDigests].some((name) => inUse.has(name));
      if (used) record.lastUsed = now;
      return !used && !image.pinned && !image.repoTags.some((tag) => tag.includes('/pause:'));
    });
    return unused.sort((a, b) => (this.seen.get(a.id)?.lastUsed ?? 0) - (this.seen.get(b.id)?.lastUsed ?? 0));
  }

  private async free(images: readonly Image[], bytes: number): Promise<void> {
    let freed = 0;
    for (const image of images) {
      if (freed >= bytes) return;
      if (this.config.clock.now() - (this.seen.get(image.id)?.firstSeen ?? 0) < minimumAgeMs) continue;
      try {
        await this.config.runtime.images.removeImage({ image: { image: image.id } });
        freed += image.size;
      } catch (err) {
        this.config.logger.warn('an unused image could not be removed', { image: image.id, err: messageOf(err) });
      }
    }
  }
}
