const pathComponent = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const repository = new RegExp(`^${pathComponent}(?:/${pathComponent})*$`);
const domainComponent = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domain = new RegExp(`^(?:${domainComponent}(?:\\.${domainComponent})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`);
/** A reference: what is named, a tag, a digest. */
const reference = /^(.+?)(?::([\w][\w.-]{0,127}))?(?:@([^@]+))?$/s;
const digest = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
const identifier = /^[a-f0-9]{64}$/;
const longestName = 255;

/**
 * The tag of an image reference; `latest` where it has neither tag nor digest, empty where it has only a digest or is
 * not a reference at all.
 *
 * @go pkg/util/parsers#ParseImageName
 */
export function tagOfImage(image: string): string {
  if (identifier.test(image)) return '';
  const match = reference.exec(image);
  if (match === null) return '';
  const [, name = '', tag, hash] = match;
  if (!isRepositoryName(name) || (hash !== undefined && !digest.test(hash))) return '';
  return tag ?? (hash === undefined ? 'latest' : '');
}

/** Whether a text names a repository; one of Docker's registry needs no domain. */
function isRepositoryName(name: string): boolean {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  const hasDomain = slash > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  if (hasDomain && !domain.test(first)) return false;
  return name.length <= longestName && repository.test(hasDomain ? name.slice(slash + 1) : name);
}
