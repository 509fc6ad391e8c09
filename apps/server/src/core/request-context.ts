import { bearerToken, type Deps } from './context';
import { findSessionUser, type SignedInUser } from './security/session-user';

/** One request, on either transport; the calls of a batch share it. */
export interface Context {
  deps: Deps;
  /** The bearer token as sent, not yet verified. */
  token: string | null;
  ip: string;
  /** What the browser calls itself. */
  userAgent: string | undefined;
  /** The user of the token, read once a request. Fails with `unauthenticated`. */
  sessionUser: () => Promise<SignedInUser>;
}

interface CallerHeaders {
  authorization?: string | undefined;
  'user-agent'?: string | undefined;
}

export function createContext(deps: Deps, { headers, ip }: { headers: CallerHeaders; ip: string }): Context {
  const token = bearerToken(headers.authorization);
  let user: Promise<SignedInUser> | undefined;
  return {
    deps,
    token,
    ip,
    userAgent: headers['user-agent'],
    sessionUser: () => {
      user ??= findSessionUser(deps, token);
      return user;
    },
  };
}
