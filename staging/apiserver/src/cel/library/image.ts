import { CelError, define, type Library, member, overload, types } from '@kubescript/cel';
import { OpaqueValue } from './opaque-value.ts';
import { type ImageReference, parseImage } from './image-reference.ts';

const imageType = types.object('kubernetes.Image');

class Image extends OpaqueValue {
  override readonly type = imageType;
  readonly reference: ImageReference;

  constructor(reference: ImageReference) {
    super();
    this.reference = reference;
  }

  override toString(): string {
    const { registry, repository, tag, digest } = this.reference;
    return `${registry}/${repository}${digest === '' ? `:${tag}` : `@${digest}`}`;
  }
}

function isImage(text: string): boolean {
  try {
    parseImage(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const { bool, string } = types;

function part(name: string, read: (reference: ImageReference) => string): ReturnType<typeof define> {
  return define(
    name,
    member(`image_${name}`, [imageType], string, ({ reference }: Image) => read(reference)),
  );
}

/**
 * References to container images.
 * @go k8s.io/apiserver/pkg/cel/library#Image
 */
export const imageLibrary: Library = {
  functions: [
    define(
      'image',
      overload('string_to_image', [string], imageType, (text: string) => new Image(parseImage(text))),
    ),
    define('isImage', overload('is_image_string', [string], bool, isImage)),
    define(
      'containsDigest',
      member('image_contains_digest', [imageType], bool, (image: Image) => image.reference.digest !== ''),
    ),
    part('registry', ({ registry }) => registry),
    part('repository', ({ repository }) => repository),
    part('identifier', ({ tag, digest }) => (digest === '' ? tag : digest)),
    part('tag', ({ tag }) => tag),
    part('digest', ({ digest }) => digest),
  ],
};
