export { cleanUpContainerd, importImageArchive, startContainerd } from './containerd.ts';
export type { Containerd, ContainerdOptions } from './containerd.ts';
export { findProgram, runCommand } from './command.ts';
export type { PodNetwork } from './containerd-config.ts';
export { removeCgroups, unmountBelow } from './leftovers.ts';
export { fullImageName, imageArchive, writeImageArchive } from './oci-image.ts';
export type { ImageRecipe } from './oci-image.ts';
export { busyboxImageRecipe, pauseImage, pauseImageRecipe } from './pause-image.ts';
export type { TarEntry } from './tar.ts';
