import type { OwnUser } from '@esteira/validators/accounts/account';
import { create } from 'zustand';
import { readStored, store } from '../../ui/stored';
import { removeAllDrafts } from '../forms/draft-storage';

/** Why the last session ended: by hand, or because the server no longer takes the token. */
export type SessionEnding = 'logout' | 'refused';

interface SessionState {
  token: string | null;
  /** The token that the session began with, which names it here. */
  opened: string | null;
  /** What the sign-in answered, so that the first screen needs no second question. */
  user: OwnUser | null;
  ending: SessionEnding | null;
}

/** The key is part of the contract (docs/product-rules/web-app.md#session-in-the-browser). */
const TOKEN_KEY = 'token';

/** Stored for a moment by a tab that is signed out by hand, so that the others know why the token goes. */
const LOGOUT_KEY = 'saida';

const begun = (
  token: string | null,
  user: OwnUser | null = null,
  ending: SessionEnding | null = null,
): SessionState => ({
  token,
  opened: token,
  user,
  ending,
});

/** The stored session; a hook, and by `getSession` for what is no component. */
export const useStoredSession = create(() => begun(readStored(TOKEN_KEY)));

export const getSession = useStoredSession.getState;
const setSession = useStoredSession.setState;

export function startSession(token: string, user: OwnUser): void {
  store(TOKEN_KEY, token);
  setSession(begun(token, user));
}

/** The server gave the session another token: all goes on as it is. */
export function replaceToken(token: string): void {
  store(TOKEN_KEY, token);
  setSession({ token });
}

/** The token of the session that began with `opened`; of one that is over, its first. */
export function tokenOf(opened: string | null): string | null {
  const session = getSession();
  return session.opened === opened ? session.token : opened;
}

/**
 * Ends the session of `token`, or goes on with what another tab stored meanwhile. A late refusal of an older token leaves
 * the present session alone.
 */
export function endSession(token: string, ending: SessionEnding): void {
  if (getSession().token !== token) return;
  if (ending === 'logout') removeAllDrafts();
  // Another tab may have stored a newer one, which this one has yet to hear of.
  const stored = readStored(TOKEN_KEY);
  if (stored === token) {
    if (ending === 'logout') store(LOGOUT_KEY, '1');
    store(TOKEN_KEY, null);
    store(LOGOUT_KEY, null);
  }
  setSession(begun(stored === token ? null : stored, null, ending));
}

// Another tab signed in or out: this one follows.
window.addEventListener('storage', ({ key, newValue }) => {
  const isLogout = key === LOGOUT_KEY && newValue !== null;
  if (key !== null && key !== TOKEN_KEY && !isLogout) return;
  if (isLogout) removeAllDrafts();
  const token = readStored(TOKEN_KEY);
  if (token !== getSession().token)
    setSession(begun(token, null, token ? null : isLogout ? 'logout' : 'refused'));
});
