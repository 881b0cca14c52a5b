import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';

const root = resolve(import.meta.dirname, '..');

/** A link of a Markdown file to a file that is not there. */
interface BrokenLink {
  readonly file: string;
  readonly target: string;
}

/** The relative links of a Markdown text, without their anchors. */
function relativeLinks(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

async function brokenLinksOf(file: string): Promise<BrokenLink[]> {
  const links = relativeLinks(await readFile(join(root, file), 'utf8'));
  return links.filter((target) => !existsSync(join(root, dirname(file), target))).map((target) => ({ file, target }));
}

const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const broken = (await Promise.all(files.map(brokenLinksOf))).flat();
for (const { file, target } of broken) console.error(`${file}: no such file: ${target}`);
const packages = execFileSync('git', ['ls-files', '*/*/package.json'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
const silent = packages.filter((path) => !existsSync(join(root, dirname(path), 'README.md')));
for (const path of silent) console.error(`${dirname(path)}: has no README.md`);
process.exitCode = broken.length + silent.length > 0 ? 1 : 0;
