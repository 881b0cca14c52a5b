// Prints the platforms to build for: this one with `true` (a fast build), else all.
import { hostPlatform, releasePlatforms } from './platforms.ts';

console.log(process.argv[2] === 'true' ? hostPlatform() : releasePlatforms.join(','));
