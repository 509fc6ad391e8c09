import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { MINUTE_MS } from '@esteira/domain/durations';
import { and, eq, inArray, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { toLeaseMs } from '../../../core/time/deadline';
import { withLease } from '../../../core/time/lease';

export const renewalColumns = {
  id: renewals.id,
  usuario_id: renewals.usuario_id,
  situacao: renewals.situacao,
  plano: renewals.plano,
  valor: renewals.valor,
  bandeira: renewals.bandeira,
  ultimos_digitos: renewals.ultimos_digitos,
  id_externo: renewals.id_externo,
  proxima_cobranca: renewals.proxima_cobranca,
  criado_em: renewals.criado_em,
  avisado_em: renewals.avisado_em,
  conferido_em: renewals.conferido_em,
  resumo_pedido: renewals.resumo_pedido,
};

export type RenewalRow = Pick<typeof renewals.$inferSelect, keyof typeof renewalColumns>;

/** The renewal that a user has; null when there is none, or it has ended. */
export async function findRenewal(db: Database, usuarioId: string): Promise<RenewalRow | null> {
  const [row] = await db
    .select(renewalColumns)
    .from(renewals)
    .where(and(eq(renewals.usuario_id, usuarioId), ne(renewals.situacao, 'encerrada')));
  return row ?? null;
}

/** A renewal as it stands now. */
export async function rereadRenewal(db: Database, { usuario_id, id }: RenewalRow): Promise<RenewalRow> {
  const [row] = await db
    .select(renewalColumns)
    .from(renewals)
    .where(and(eq(renewals.usuario_id, usuario_id), eq(renewals.id, id)));
  if (row === undefined) throw new Error('a renewal has disappeared');
  return row;
}

/** Writes what was learnt of a renewal. One that has ended stays so, and one that is being ended becomes nothing else. */
export async function changeRenewal(
  db: Database,
  { usuario_id, id }: RenewalRow,
  fields: Partial<Pick<RenewalRow, 'situacao' | 'id_externo' | 'proxima_cobranca' | 'avisado_em'>>,
): Promise<void> {
  const isEnding = fields.situacao === 'encerrada' || fields.situacao === undefined;
  await db
    .update(renewals)
    .set(fields)
    .where(
      and(
        eq(renewals.usuario_id, usuario_id),
        eq(renewals.id, id),
        ne(renewals.situacao, 'encerrada'),
        isEnding ? undefined : ne(renewals.situacao, 'encerrando'),
      ),
    );
}

/** So long after its end every charge of a renewal can be found: Mercado Pago shows one minutes after it was made. */
const LAST_READING_MS = 60 * MINUTE_MS;

const toLastReading = (clock: Deps['clock']) => new Date(clock().getTime() + LAST_READING_MS).toISOString();

/** Records that a renewal has ended at the gateway; where payments are real it is read once more, for its last charge. */
export function recordEnd({ db, clock, payments }: Deps, row: RenewalRow): Promise<void> {
  const avisado_em = payments.modo === 'mercadopago' ? toLastReading(clock) : null;
  return changeRenewal(db, row, { situacao: 'encerrada', avisado_em });
}

/** Has a renewal that had ended here, and ended at the gateway only now, read once more too. */
export async function readOnceMore({ db, clock }: Deps, { usuario_id, id }: RenewalRow): Promise<void> {
  await db
    .update(renewals)
    .set({ avisado_em: toLastReading(clock) })
    .where(and(eq(renewals.usuario_id, usuario_id), eq(renewals.id, id)));
}

/** Asks for the end of these users' renewals; it is carried out at the gateway by `readRenewals`. */
export async function requestEnd(db: Database, usuarioIds: string[] | SQLWrapper): Promise<void> {
  await db
    .update(renewals)
    .set({ situacao: 'encerrando' })
    .where(
      and(
        inArray(renewals.usuario_id, usuarioIds),
        inArray(renewals.situacao, ['iniciando', 'ligada', 'falhou']),
      ),
    );
}

/**
 * Marks the renewal of this id, or of this name at the gateway, for reading, unless it is to be read later anyway. One
 * whose start was never answered gets its name so. Whether there is such a renewal.
 */
export async function markRenewals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, id_externo }: { id: string | null; id_externo: string | null },
): Promise<boolean> {
  const byId = id === null ? undefined : eq(renewals.id, id);
  const byName = id_externo === null ? undefined : eq(renewals.id_externo, id_externo);
  if (byId === undefined && byName === undefined) return false;
  const marked = await db
    .update(renewals)
    .set({
      avisado_em: sql`greatest(${renewals.avisado_em}, ${clock().toISOString()}::timestamptz)`,
      id_externo: sql`coalesce(${renewals.id_externo}, ${id_externo})`,
    })
    .where(or(byId, byName))
    .returning({ id: renewals.id });
  return marked.length > 0;
}

/** Notes that a renewal is being read now, so that those behind it come next. */
export async function noteReading({ db, clock }: Deps, { usuario_id, id }: RenewalRow): Promise<void> {
  await db
    .update(renewals)
    .set({ conferido_em: clock().toISOString() })
    .where(and(eq(renewals.usuario_id, usuario_id), eq(renewals.id, id)));
}

/** What was announced has been read; not what was announced meanwhile. */
export async function unmarkRenewal({ db }: Deps, { usuario_id, id, avisado_em }: RenewalRow): Promise<void> {
  if (avisado_em === null) return;
  await db
    .update(renewals)
    .set({ avisado_em: null })
    .where(
      and(eq(renewals.usuario_id, usuario_id), eq(renewals.id, id), eq(renewals.avisado_em, avisado_em)),
    );
}

/** The address under which the gateway knows the user of a renewal. */
export async function findPayerEmail(db: Database, usuarioId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, usuarioId));
  if (user === undefined) throw new Error('a user has disappeared');
  return user.email;
}

/** All calls of a renewal's work together. */
export const RENEWAL_DEADLINE_MS = 30_000;

/** Lets one caller at a time, on all instances together, work on a user's renewal. */
export function withRenewalLease<T>(deps: Deps, usuarioId: string, work: () => Promise<T>): Promise<T> {
  const key = `renovacao:${usuarioId}`;
  return withLease(deps, { key, durationMs: toLeaseMs(RENEWAL_DEADLINE_MS), busy: toBusy }, work);
}

const toBusy = () =>
  new AppError('conflict', 'A renovação automática está sendo alterada. Aguarde alguns instantes.', {
    retryAfter: 5,
  });
