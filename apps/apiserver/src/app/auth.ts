import { readFileSync } from 'node:fs';

import type { Authorizer, RequestAuthenticator } from '@kubescript/apiserver';
import type { OpenedStores } from '@kubescript/lib-controlplane';
import type { TokenIssuer } from '@kubescript/lib-registry';

import type { CompletedOptions } from './options.ts';
import type { ServerPki } from './pki.ts';

/** Who is let in, who may do what, and who signs tokens. */
export interface ServerAuth {
  readonly authenticator: RequestAuthenticator;
  readonly authorizer: Authorizer;
  readonly tokenIssuer: TokenIssuer;
}

export function openAuth(options: CompletedOptions, _pki: ServerPki, _opened: OpenedStores): ServerAuth {
  const users = new Map<string, { name: string; uid: string; groups: string[] }>();
  const { tokenAuthFile } = options.authentication;
  if (tokenAuthFile !== '') {
    for (const line of readFileSync(tokenAuthFile, 'utf8').split('\n')) {
      const [token = '', name = '', uid = '', ...groups] = line.replaceAll('"', '').split(',');
      if (token !== '') users.set(token, { name, uid, groups });
    }
  }
  return {
    authenticator: {
      authenticateRequest(request) {
        const header = request.headers['authorization'] ?? '';
        if (header === '') return Promise.resolve(undefined);
        const user = users.get(header.replace(/^Bearer /, ''));
        if (!user) throw new Error('bad token');
        return Promise.resolve({ user });
      },
    },
    authorizer: {
      authorize: ({ user }) =>
        Promise.resolve({ decision: user.groups.includes('system:masters') ? 'allow' : 'noOpinion', reason: '' }),
    },
    tokenIssuer: { issueToken: () => Promise.reject(new Error('no')) },
  };
}
