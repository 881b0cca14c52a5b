import { hash } from 'node:crypto';

import type { AuthenticationResult, TokenAuthenticator, UserInfo } from './authenticator.ts';

/**
 * Knows users by the tokens of a CSV file: `token,user,uid[,"group1,group2"]` per line. Tokens are kept and looked up by
 * their hash, so that the time it takes tells nothing about them.
 *
 * @go k8s.io/apiserver/pkg/authentication/token/tokenfile#TokenAuthenticator
 */
export class TokenFileAuthenticator implements TokenAuthenticator {
  private readonly users: ReadonlyMap<string, UserInfo>;

  /** `text` is the content of the file; throws an Error that names the line if it cannot be read. */
  constructor(text: string, fileName = 'token file') {
    this.users = parseTokens(text, fileName);
  }

  authenticateToken(token: string): Promise<AuthenticationResult | undefined> {
    const user = this.users.get(hashOf(token));
    return Promise.resolve(user === undefined ? undefined : { user });
  }
}

function parseTokens(text: string, fileName: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [token = '', name, uid, groups = ''] = parseCsvLine(line);
    const where = `${fileName}:${String(index + 1)}`;
    if (name === undefined || uid === undefined) {
      throw new Error(`${where}: a line needs at least 3 columns (token, user name, user uid)`);
    }
    if (token === '') throw new Error(`${where}: the token is empty`);
    users.set(hashOf(token), {
      name,
      uid,
      groups: groups === '' ? [] : groups.split(',').map((group) => group.trim()),
    });
  }
  return users;
}

const hashOf = (token: string): string => hash('sha256', token, 'base64');

/** The cells of a line; cells in double quotes may hold commas, and quotes that are doubled. */
function parseCsvLine(line: string): string[] {
  const cells: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y;
  while (pattern.lastIndex <= line.length) {
    const match = pattern.exec(line);
    if (match === null) break;
    cells.push(match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll('""', '"'));
    if (!match[0].endsWith(',')) break;
  }
  return cells;
}
