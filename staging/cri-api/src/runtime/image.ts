import { bool, int64, listOf, message, of, string, stringMap, strings, uint64 } from '../proto/message.ts';
import type { Decoded } from '../proto/message.ts';
import { Int64Value, PodSandboxConfig, UInt64Value } from './sandbox.ts';

/** A reference to an image. */
export const ImageSpec = message('ImageSpec', {
  image: string(1),
  annotations: stringMap(2),
  userSpecifiedImage: string(18),
  runtimeHandler: string(19),
  imageRef: string(20),
});
/** Which images to list. */
export const ImageFilter = message('ImageFilter', { image: of(1, ImageSpec) });
/** An image on the node. */
export const Image = message('Image', {
  id: string(1),
  repoTags: strings(2),
  repoDigests: strings(3),
  size: uint64(4),
  uid: of(5, Int64Value),
  username: string(6),
  spec: of(7, ImageSpec),
  pinned: bool(8),
});
export type Image = Decoded<typeof Image>;

export const ListImagesRequest = message('ListImagesRequest', { filter: of(1, ImageFilter) });
export const ListImagesResponse = message('ListImagesResponse', { images: listOf(1, Image) });
export const ImageStatusRequest = message('ImageStatusRequest', { image: of(1, ImageSpec), verbose: bool(2) });
export const ImageStatusResponse = message('ImageStatusResponse', { image: of(1, Image), info: stringMap(2) });
/** Credentials for a registry. */
export const AuthConfig = message('AuthConfig', {
  username: string(1),
  password: string(2),
  auth: string(3),
  serverAddress: string(4),
  identityToken: string(5),
  registryToken: string(6),
});
export const PullImageRequest = message('PullImageRequest', {
  image: of(1, ImageSpec),
  auth: of(2, AuthConfig),
  sandboxConfig: of(3, PodSandboxConfig),
});
export const PullImageResponse = message('PullImageResponse', { imageRef: string(1) });
export const RemoveImageRequest = message('RemoveImageRequest', { image: of(1, ImageSpec) });
export const RemoveImageResponse = message('RemoveImageResponse', {});
/** Names a file system. */
export const FilesystemIdentifier = message('FilesystemIdentifier', { mountpoint: string(1) });
/** What of a file system is used. */
export const FilesystemUsage = message('FilesystemUsage', {
  timestamp: int64(1),
  fsId: of(2, FilesystemIdentifier),
  usedBytes: of(3, UInt64Value),
  inodesUsed: of(4, UInt64Value),
});
export const ImageFsInfoRequest = message('ImageFsInfoRequest', {});
export const ImageFsInfoResponse = message('ImageFsInfoResponse', {
  imageFilesystems: listOf(1, FilesystemUsage),
  containerFilesystems: listOf(2, FilesystemUsage),
});
