import type { Database } from '@esteira/db/database';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { idleHoursOf } from '@esteira/domain/accounts/session-limits';
import { HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';
import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { type Caller, recordActivity } from '../activity/record-activity';
import type { Deps } from '../context';
import { describeDevice, toAddress } from './device';
import { SESSION_MS } from './session-tokens';

/** Ended and expired sessions, with their addresses, are kept this long after their end by time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Signs in: opens a session of seven days and answers its token. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'countActivity'>,
  usuarioId: string,
  caller: Caller,
): Promise<string> {
  const token = await addSession(deps, usuarioId, caller);
  await recordActivity(deps, caller, { ato: 'entrada', autorId: usuarioId });
  return token;
}

async function addSession(
  { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  usuarioId: string,
  { ip, userAgent }: Caller,
): Promise<string> {
  const now = clock();
  const sessaoId = newId();
  await db.insert(sessions).values({
    usuario_id: usuarioId,
    id: sessaoId,
    dispositivo: describeDevice(userAgent),
    endereco: toAddress(ip),
    criada_em: now.toISOString(),
    ultimo_uso: now.toISOString(),
    expira_em: new Date(now.getTime() + SESSION_MS).toISOString(),
  });
  return tokens.issue({ usuarioId, sessaoId });
}

/** For who has just proved again who they are: a new token for the present session's, which ends. */
export async function renewSession(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  { id, sessao_id }: { id: string; sessao_id: string },
  caller: Caller,
): Promise<string> {
  await endSessions(deps, id, isSession(sessao_id));
  return addSession(deps, id, caller);
}

/** Ends the open sessions of a user, all of them or those that `which` names; answers how many. */
export async function endSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  which?: SQL,
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ encerrada_em: clock().toISOString() })
    .where(and(eq(sessions.usuario_id, usuarioId), isNull(sessions.encerrada_em), which))
    .returning({ id: sessions.id });
  return ended.length;
}

export const isSession = (id: string): SQL => eq(sessions.id, id);

export const isOtherSession = (id: string): SQL => ne(sessions.id, id);

/** Sessions that ended by not being used: as SQL, of rows joined with their users. */
export function isIdle({ clock, enforcePolicies, sessionIdleHours }: IdleRule): SQL {
  if (!enforcePolicies) return sql`false`;
  const before = (is_admin: boolean) => toLastUse(clock(), idleHoursOf(sessionIdleHours, { is_admin }));
  return sql`${sessions.ultimo_uso} <= CASE WHEN ${users.is_admin}
    THEN ${before(true)}::timestamptz ELSE ${before(false)}::timestamptz END`;
}

type IdleRule = Pick<Deps, 'clock' | 'enforcePolicies' | 'sessionIdleHours'>;

/** The last use is written down once a minute at most, so that minute is the user's. */
export function toLastUse(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * HOUR_MS - MINUTE_MS).toISOString();
}

/** Whether a session that was used then has ended since. */
export function isIdleSince(
  { clock, enforcePolicies, sessionIdleHours }: IdleRule,
  { ultimo_uso, is_admin }: { ultimo_uso: string; is_admin: boolean },
): boolean {
  return enforcePolicies && ultimo_uso <= toLastUse(clock(), idleHoursOf(sessionIdleHours, { is_admin }));
}

export async function forgetOldSessions({ db, ...rule }: IdleRule & { db: Database }): Promise<void> {
  const { clock } = rule;
  await db
    .update(sessions)
    .set({ encerrada_em: clock().toISOString() })
    .from(users)
    .where(and(eq(users.id, sessions.usuario_id), isNull(sessions.encerrada_em), isIdle(rule)));
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(sessions).where(lt(sessions.expira_em, before));
}
