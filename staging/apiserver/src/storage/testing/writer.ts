// Writes keys until it is killed, and prints each one as soon as it is acknowledged.
import { openEmbeddedBackend } from '../embedded/embedded-backend.ts';

const [, , directory = ''] = process.argv;
const backend = openEmbeddedBackend({ directory });

async function write(client: number): Promise<void> {
  for (let i = 0; ; i++) {
    const key = `/r/${String(client)}/${String(i)}`;
    const result = await backend.put(key, new TextEncoder().encode(key.repeat(50)), 0);
    if (result.succeeded) process.stdout.write(`${key}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, client) => write(client)));
