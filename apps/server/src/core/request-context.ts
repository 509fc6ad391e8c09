import type { KeyScope } from '@esteira/domain/api-keys';
import type { User } from '@esteira/validators/account';
import { bearerToken, type Deps } from './context';
import { createOnce, type Once } from './once';
import {
  admitApiKey,
  findApiKey,
  isApiKey,
  type KeyAccess,
  refuseBeyondScope,
  sessionsOnly,
} from './security/api-keys';
import { findSessionUser, type SignedInUser } from './security/session-user';

/** One request, on either transport; the calls of a batch share it. */
export interface Context {
  deps: Deps;
  /** The bearer token as sent, not yet verified. */
  token: string | null;
  ip: string;
  /** What the browser calls itself. */
  userAgent: string | undefined;
  /** The user of the token, read once a request. Fails with `unauthenticated`, and for an API key with `forbidden`. */
  sessionUser: () => Promise<SignedInUser>;
  /** The same for API keys too that have one of the scopes. */
  userWithin: (scopes: readonly KeyScope[]) => Promise<User>;
  /** What several calls of the request need is done once. */
  once: Once;
  /** Fails once the session has ended or the key was revoked, for requests that last. */
  refuseIfEnded: () => Promise<void>;
}

interface Request {
  headers: { authorization?: string | undefined; 'user-agent'?: string | undefined };
  ip: string;
}

/** `calls`: how many procedures the request calls at once. */
export function createContext(deps: Deps, { headers, ip }: Request, calls = 1): Context {
  const token = bearerToken(headers.authorization);
  let user: Promise<SignedInUser> | undefined;
  let access: Promise<KeyAccess> | undefined;

  async function sessionUser(): Promise<SignedInUser> {
    if (isApiKey(token)) {
      access ??= admitApiKey(deps, token, calls);
      await access;
      throw sessionsOnly();
    }
    user ??= findSessionUser(deps, token);
    return user;
  }

  async function userWithin(scopes: readonly KeyScope[]): Promise<User> {
    if (!isApiKey(token)) return sessionUser();
    access ??= admitApiKey(deps, token, calls);
    const key = await access;
    refuseBeyondScope(key, scopes);
    return key.user;
  }

  async function refuseIfEnded(): Promise<void> {
    await (isApiKey(token) ? findApiKey(deps, token) : findSessionUser(deps, token));
  }

  const userAgent = headers['user-agent'];
  return { deps, token, ip, userAgent, once: createOnce(), sessionUser, userWithin, refuseIfEnded };
}
