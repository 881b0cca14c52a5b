import { CelError } from '@kubescript/cel';

/** The parts of a reference to an image; either a tag or a digest. */
export interface ImageReference {
  readonly registry: string;
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

const defaultRegistry = 'index.docker.io';

/**
 * Reads a reference as registries do: without registry it is Docker's, without tag `latest`. Throws a `CelError`.
 * @go github.com/google/go-containerregistry/pkg/name#ParseReference
 */
export function parseImage(text: string): ImageReference {
  if (text === '') throw unparsable(text);
  const at = text.indexOf('@');
  if (at < 0) return withTag(text);
  const digest = text.slice(at + 1);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw unparsable(text);
  const { registry, repository } = withTag(text.slice(0, at));
  return { registry, repository, tag: '', digest };
}

function unparsable(text: string): CelError {
  return new CelError(`could not parse reference: ${text}`);
}

function withTag(text: string): ImageReference {
  const colon = text.lastIndexOf(':');
  const isTag = colon > text.lastIndexOf('/') && colon >= 0;
  const base = isTag ? text.slice(0, colon) : text;
  const tag = isTag ? text.slice(colon + 1) : 'latest';
  if (isTag && !/^[A-Za-z0-9_.-]{1,128}$/.test(tag)) throw unparsable(text);
  return { ...splitRepository(text, base), tag, digest: '' };
}

function splitRepository(text: string, base: string): { readonly registry: string; readonly repository: string } {
  const slash = base.indexOf('/');
  const first = base.slice(0, Math.max(0, slash));
  const hasRegistry = slash > 0 && (/[.:]/.test(first) || first === 'localhost');
  const registry = hasRegistry ? (first === 'docker.io' ? defaultRegistry : first) : defaultRegistry;
  const path = hasRegistry ? base.slice(slash + 1) : base;
  if (!/^[a-z0-9_\-./]{2,255}$/.test(path) || path.split('/').includes('')) throw unparsable(text);
  const implicit = registry === defaultRegistry && !path.includes('/');
  return { registry, repository: implicit ? `library/${path}` : path };
}
