import { paths } from '../../paths';

/** What the session guard leaves in the history for the login page. */
export interface LoginState {
  from: string;
  sessionEnded: boolean;
}

export function toLoginState(state: unknown): LoginState | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'string' || !from.startsWith('/') || from.startsWith('//')) return null;
  return { from, sessionEnded: 'sessionEnded' in state && state.sessionEnded === true };
}

/** Where to go after signing in: where the user was headed, else the dashboard. */
export function toReturnPath(state: unknown): string {
  return toLoginState(state)?.from ?? paths.dashboard;
}
