import type { OwnUser } from '@esteira/validators/accounts/account';
import { create } from 'zustand';
import { readStored, store } from '../../ui/stored';
import { removeAllDrafts } from '../forms/draft-storage';

/** Why the last session ended: by hand, or because the server no longer takes the token. */
export type SessionEnding = 'logout' | 'refused';

interface SessionState {
  token: string | null;
  /** What the sign-in answered, so that the first screen needs no second question. */
  user: OwnUser | null;
  ending: SessionEnding | null;
}

/** The key is part of the contract (docs/product-rules/web-app.md#session-in-the-browser). */
const TOKEN_KEY = 'token';

/** The stored session; a hook, and by `getSession` for what is no component. */
export const useStoredSession = create<SessionState>(() => ({
  token: readStored(TOKEN_KEY),
  user: null,
  ending: null,
}));

export const getSession = useStoredSession.getState;
const setSession = useStoredSession.setState;

export function startSession(token: string, user: OwnUser): void {
  store(TOKEN_KEY, token);
  setSession({ token, user, ending: null });
}

/** Ends the session of `token`. A late refusal of an older token leaves the present session alone. */
export function endSession(token: string, ending: SessionEnding): void {
  if (getSession().token !== token) return;
  if (ending === 'logout') removeAllDrafts();
  store(TOKEN_KEY, null);
  setSession({ token: null, user: null, ending });
}

// Another tab signed in or out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== TOKEN_KEY) return;
  const token = readStored(TOKEN_KEY);
  if (token === null) removeAllDrafts();
  if (token !== getSession().token) setSession({ token, user: null, ending: token ? null : 'logout' });
});
