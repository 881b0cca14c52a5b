import { describe, expect, test } from 'vitest';

import { tagOfImage } from './image-tag.ts';

const sha256 = `sha256:${'a'.repeat(64)}`;

describe('tagOfImage (pkg/util/parsers#ParseImageName)', () => {
  test.each([
    { image: 'nginx', want: 'latest' },
    { image: 'nginx:1.25', want: '1.25' },
    { image: 'registry.k8s.io/pause:3.10', want: '3.10' },
    { image: 'localhost:5000/x', want: 'latest' },
    { image: 'localhost:5000/x:y', want: 'y' },
    { image: 'Registry/x', want: 'latest' },
    { image: '[fd00::1]:5000/x', want: 'latest' },
    { image: `nginx@${sha256}`, want: '' },
    { image: `nginx:latest@${sha256}`, want: 'latest' },
    { image: 'nginx:latest@sha256:abc', want: '' },
    { image: 'nginx@md5:abc', want: '' },
    { image: 'Nginx', want: '' },
    { image: 'two words', want: '' },
    { image: ' nginx', want: '' },
    { image: 'a//b', want: '' },
    { image: '-bad.example/x:1', want: '' },
    { image: `${'a'.repeat(256)}:latest`, want: '' },
    { image: 'a'.repeat(64), want: '' },
    { image: 'b'.repeat(63), want: 'latest' },
    { image: '', want: '' },
  ])('$image has the tag "$want"', ({ image, want }) => {
    expect(tagOfImage(image)).toBe(want);
  });
});
