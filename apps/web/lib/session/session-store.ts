import type { OwnUser } from '@esteira/validators/accounts/account';
import { create } from 'zustand';
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
  token: readToken(),
  user: null,
  ending: null,
}));

export const getSession = useStoredSession.getState;
const setSession = useStoredSession.setState;

export function startSession(token: string, user: OwnUser): void {
  storeToken(token);
  setSession({ token, user, ending: null });
}

/** Ends the session of `token`. A late refusal of an older token leaves the present session alone. */
export function endSession(token: string, ending: SessionEnding): void {
  if (getSession().token !== token) return;
  if (ending === 'logout') removeAllDrafts();
  storeToken(null);
  setSession({ token: null, user: null, ending });
}

// Another tab signed in or out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== TOKEN_KEY) return;
  const token = readToken();
  if (token === null) removeAllDrafts();
  if (token !== getSession().token) setSession({ token, user: null, ending: token ? null : 'logout' });
});

// Storage can be forbidden (private modes): the session then lives as long as the page.
function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Nothing to do: see above.
  }
}
