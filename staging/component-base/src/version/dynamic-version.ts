/** What `--version=vX.Y.Z…` said, for the whole process. */
let reported: string | undefined;

const semantic = /^\s*v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?\s*$/;

/**
 * Sets the version that this process reports in place of the one that was built in. Throws an Error unless it is a
 * semantic version with the same major, minor and patch number.
 *
 * @go k8s.io/component-base/version#SetDynamicVersion
 */
export function setDynamicVersion(version: string, builtIn: string): void {
  if (version !== builtIn && numbersOf(version) !== numbersOf(builtIn)) {
    throw new Error(
      `version ${JSON.stringify(version)} must match major/minor/patch of default version ${JSON.stringify(builtIn)}`,
    );
  }
  reported = version;
}

/** The version that `setDynamicVersion` was told, or undefined. */
export function dynamicVersion(): string | undefined {
  return reported;
}

function numbersOf(version: string): string {
  const match = semantic.exec(version);
  if (match === null) throw new Error(`could not parse ${JSON.stringify(version)} as version`);
  return match.slice(1, 4).map(Number).join('.');
}
