import type { OwnUser } from '@esteira/validators/accounts/account';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { trpc } from '../data/trpc';
import { isTransient, statusOf } from '../forms/problem';
import { endSession, useStoredSession } from './session-store';

export type Session =
  | { status: 'checking' }
  | { status: 'anonymous' }
  | { status: 'signed-in'; user: OwnUser; token: string };

/** Waits between tries of the session check, five seconds in all (docs/product-rules/web-app.md#session-in-the-browser). */
const CHECK_DELAYS_MS = [500, 1000, 1500, 2000];
const PROFILE_FRESH_MS = 60_000;

const SessionContext = createContext<Session>({ status: 'anonymous' });

export function SessionProvider({ children }: { children: ReactNode }) {
  const { token, user: known } = useStoredSession();
  const me = trpc.auth.me.useQuery(undefined, {
    enabled: token !== null,
    initialData: known ?? undefined,
    staleTime: PROFILE_FRESH_MS,
    retry: (failures, error) => isTransient(error) && failures < CHECK_DELAYS_MS.length,
    retryDelay: (failures) => CHECK_DELAYS_MS[failures] ?? 0,
  });

  // A later refresh of the profile may fail without harm; only the first check and a refusal end the session.
  const status = statusOf(me.error);
  const failed = me.isError && (me.data === undefined || status === 401 || status === 403);
  useEffect(() => {
    if (failed && token !== null) endSession(token, 'refused');
  }, [failed, token]);

  const user = me.data;
  const session = useMemo<Session>(() => {
    if (token === null) return { status: 'anonymous' };
    return user ? { status: 'signed-in', user, token } : { status: 'checking' };
  }, [token, user]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  return use(SessionContext);
}

/** The signed-in person; only for what the session guard renders. */
export function useUser(): OwnUser {
  const session = use(SessionContext);
  if (session.status !== 'signed-in') throw new Error('useUser outside of a signed-in route');
  return session.user;
}

/** What somebody does to the shop: changes its rows, or what only its owner may. */
export type ActKind = 'changes' | 'owner';

/**
 * Whether the person may do acts of this kind, for what no style can hide (./role-mark.ts): addresses, keys, commands.
 * The server refuses it too.
 */
export function useMayDo(kind: ActKind | undefined): boolean {
  const session = use(SessionContext);
  const role = session.status === 'signed-in' && session.user.equipe?.papel;
  return !role || !kind || (kind === 'changes' && role !== 'leitura');
}
