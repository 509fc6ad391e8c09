import { sessions } from '@esteira/db/schema/accounts/sessions';
import { idleHoursOf } from '@esteira/domain/accounts/session-limits';
import type { EndedSessions, SessionList } from '@esteira/validators/accounts/session';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import type { SignedInUser } from '../../core/security/session-user';
import { endSessions, isOtherSession, isSession, toLastUse } from '../../core/security/sessions';

/** A program that signs in for every call may hold thousands. */
const MAX_LISTED = 100;

/** The open sessions of a user, those used last first. */
export async function listSessions(deps: Deps, user: SignedInUser): Promise<SessionList> {
  const { db, clock } = deps;
  const idleHours = deps.enforcePolicies ? idleHoursOf(deps.sessionIdleHours, user) : null;
  const isOpen = and(
    eq(sessions.usuario_id, user.id),
    isNull(sessions.encerrada_em),
    gt(sessions.expira_em, clock().toISOString()),
    idleHours === null ? undefined : gt(sessions.ultimo_uso, toLastUse(clock(), idleHours)),
  );
  const rows = await db
    .select({
      id: sessions.id,
      dispositivo: sessions.dispositivo,
      endereco: sessions.endereco,
      criada_em: sessions.criada_em,
      ultimo_uso: sessions.ultimo_uso,
      atual: sql<boolean>`${sessions.id} = ${user.sessao_id}`,
      total: sql<number>`count(*) OVER ()::int`,
    })
    .from(sessions)
    .where(isOpen)
    .orderBy(sql`${sessions.id} = ${user.sessao_id} DESC`, desc(sessions.ultimo_uso), desc(sessions.id))
    .limit(MAX_LISTED);
  const itens = rows.map(({ total: _, ...session }) => session);
  return { itens, total: rows[0]?.total ?? 0, ...(idleHours !== null && { horas_sem_uso: idleHours }) };
}

/** Ends one session; asked again it is ended still. */
export async function endSession(deps: Deps, usuarioId: string, id: string): Promise<void> {
  if (isEntityId(id) && (await endSessions(deps, usuarioId, isSession(id))) > 0) return;
  if (!isEntityId(id) || !(await hasSession(deps, usuarioId, id))) {
    throw new AppError('not_found', 'Sessão não encontrada');
  }
}

async function hasSession({ db }: Deps, usuarioId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.usuario_id, usuarioId), eq(sessions.id, id)));
  return found.length > 0;
}

/** Ends all sessions but the one that asks. */
export async function endOtherSessions(deps: Deps, user: SignedInUser): Promise<EndedSessions> {
  return { encerradas: await endSessions(deps, user.id, isOtherSession(user.sessao_id)) };
}
