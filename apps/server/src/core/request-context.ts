import { bearerToken, type Deps } from './context';
import { findSessionUser, type SessionUser } from './security/session-user';

/** One request, on either transport; the calls of a batch share it. */
export interface Context {
  deps: Deps;
  /** The bearer token as sent, not yet verified. */
  token: string | null;
  ip: string;
  /** The user of the token, read once a request. Fails with `unauthenticated`. */
  sessionUser: () => Promise<SessionUser>;
}

export function createContext(
  deps: Deps,
  { headers, ip }: { headers: { authorization?: string | undefined }; ip: string },
): Context {
  const token = bearerToken(headers.authorization);
  let user: Promise<SessionUser> | undefined;
  return {
    deps,
    token,
    ip,
    sessionUser: () => {
      user ??= findSessionUser(deps, token);
      return user;
    },
  };
}
