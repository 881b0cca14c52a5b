import { afterEach, expect, test } from 'vitest';

import { setDynamicVersion } from './dynamic-version.ts';
import { applyVersionFlag } from './version-flag.ts';
import { builtInVersion, versionInfo } from './version.ts';

afterEach(() => {
  setDynamicVersion(builtInVersion(), builtInVersion());
});

test.each(['true', '1', 'T'])('--version=%s names the version', (value) => {
  expect(applyVersionFlag(value)).toBe('Kubernetes v1.36.2+kubescript');
});

test.each(['false', '0'])('--version=%s runs the program', (value) => {
  expect(applyVersionFlag(value)).toBeUndefined();
});

test('--version=raw is everything that is known, as Go prints it', () => {
  const { platform, goVersion } = versionInfo();
  expect(applyVersionFlag('raw')).toBe(
    'version.Info{Major:"1", Minor:"36", EmulationMajor:"", EmulationMinor:"", MinCompatibilityMajor:"", ' +
      'MinCompatibilityMinor:"", GitVersion:"v1.36.2+kubescript", GitCommit:"", GitTreeState:"", ' +
      `BuildDate:"1970-01-01T00:00:00Z", GoVersion:"${goVersion}", Compiler:"v8", Platform:"${platform}"}`,
  );
});

test('--version=vX.Y.Z sets what is reported, and the program runs', () => {
  expect(applyVersionFlag('v1.36.2-mine.1+x')).toBeUndefined();
  expect(versionInfo().gitVersion).toBe('v1.36.2-mine.1+x');
  expect(applyVersionFlag('true')).toBe('Kubernetes v1.36.2-mine.1+x');
});

test.each([
  ['v1.35.0', 'version "v1.35.0" must match major/minor/patch of default version "v1.36.2+kubescript"'],
  ['v1.36', 'could not parse "v1.36" as version'],
  ['vx', 'could not parse "vx" as version'],
  ['maybe', 'must be true or false'],
])('--version=%s is refused', (value, message) => {
  expect(() => applyVersionFlag(value)).toThrow(message);
  expect(versionInfo().gitVersion).toBe('v1.36.2+kubescript');
});
