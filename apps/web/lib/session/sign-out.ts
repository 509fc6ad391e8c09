import { endSession, getSession } from './session-store';

/** 'Sair': the session ends here at once, and on the server as soon as it hears of it. */
export function signOut(): void {
  const { token } = getSession();
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}` };
  // Where the server does not answer, the token is forgotten all the same.
  fetch('/api/auth/sair', { method: 'POST', headers, keepalive: true }).catch(() => undefined);
  endSession(token, 'logout');
}
