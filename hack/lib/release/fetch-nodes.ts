// Fetches the Nodes that executables for the platforms in KUBE_BUILD_PLATFORMS are made of.
import { fetchNode } from './node-binaries.ts';
import { hostPlatform, neededNodes, parsePlatforms } from './platforms.ts';

const platforms = parsePlatforms(process.env['KUBE_BUILD_PLATFORMS'] ?? hostPlatform());
for (const node of neededNodes(platforms, hostPlatform())) await fetchNode(node);
