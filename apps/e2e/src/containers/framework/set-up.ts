// Runs in each test worker before its tests: says where Docker is, and that what is made is removed by us.
import { inject } from 'vitest';

const docker = inject('docker');
if (!('problem' in docker)) process.env['DOCKER_HOST'] = docker.host;
// Ryuk, which removes what testcontainers left, is an image to be pulled; docker-keeper.ts does its work.
process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
