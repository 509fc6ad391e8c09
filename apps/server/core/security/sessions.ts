import type { Database } from '@esteira/db/database';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { newId } from '@esteira/db/schema/columns';
import { and, eq, isNull, lt, ne, type SQL } from 'drizzle-orm';
import { type Caller, recordActivity } from '../activity/record-activity';
import type { Deps } from '../context';
import { describeDevice } from './device';
import { SESSION_MS } from './session-tokens';

/** Ended and expired sessions, with their addresses, are kept this long after their end by time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Opens a session of seven days and answers its token. */
export async function openSession(
  { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  usuarioId: string,
  caller: Caller,
): Promise<string> {
  const { ip, userAgent } = caller;
  const now = clock();
  const sessaoId = newId();
  await db.insert(sessions).values({
    usuario_id: usuarioId,
    id: sessaoId,
    dispositivo: describeDevice(userAgent),
    endereco: ip.replace(/^::ffff:/, ''),
    criada_em: now.toISOString(),
    ultimo_uso: now.toISOString(),
    expira_em: new Date(now.getTime() + SESSION_MS).toISOString(),
  });
  await recordActivity({ db, clock }, caller, { ato: 'entrada', autorId: usuarioId });
  return tokens.issue({ usuarioId, sessaoId });
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

export async function forgetOldSessions({
  db,
  clock,
}: {
  db: Database;
  clock: Deps['clock'];
}): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(sessions).where(lt(sessions.expira_em, before));
}
