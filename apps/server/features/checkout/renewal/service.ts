import { renewals } from '@esteira/db/schema/billing/renewals';
import { newId } from '@esteira/db/schema/columns';
import { PLANS } from '@esteira/domain/billing/plans';
import { DAY_MS } from '@esteira/domain/durations';
import { PaymentError } from '@esteira/payments/payment-error';
import type { Renewal } from '@esteira/validators/billing/subscription';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { SessionUser } from '../../../core/security/session-user';
import { throwCardFailure, throwUnclear } from '../gateway-failure';
import { keyIsTaken } from '../payments';
import { limitRefusedCards } from '../refused-cards/limit';
import { finishEnding } from './ending';
import {
  findRenewal,
  type RenewalRow,
  renewalColumns,
  requestEnd,
  rereadRenewal,
  withRenewalLease,
} from './rows';
import { adoptStarted, type RenewalCard, startRenewal } from './starting';

/** What a seller reads while the bank refuses. */
const REFUSED_CHARGE =
  'O banco recusou a última cobrança. O Mercado Pago tenta de novo por até dez dias; desligue e ligue com outro cartão se preferir.';

/** The renewal as its page shows it; one that is being ended is off already. */
export async function getRenewal(deps: Deps, usuarioId: string): Promise<Renewal | null> {
  const row = await findRenewal(deps.db, usuarioId);
  if (row === null || (row.situacao !== 'ligada' && row.situacao !== 'falhou')) return null;
  const { situacao, plano, valor, bandeira, ultimos_digitos, proxima_cobranca } = row;
  const falha = situacao === 'falhou' ? REFUSED_CHARGE : null;
  return { situacao, plano, valor, bandeira, ultimos_digitos, proxima_cobranca, falha };
}

/**
 * Turns automatic renewal on. It is stored before the gateway is asked, and a user has one at most, because the gateway
 * itself would make a second one: what a lost answer leaves behind is found by our reference before anything else.
 */
export async function turnOnRenewal(deps: Deps, user: SessionUser, card: RenewalCard): Promise<void> {
  await withRenewalLease(deps, user.id, async () => {
    if (await isDone(deps, user.id, card)) return;
    const open = await findRenewal(deps.db, user.id);
    if (open !== null && !(await isEnded(deps, open))) throw alreadyOn();
    await limitRefusedCards(deps, { usuarioId: user.id, ip: card.ip });
    const row = await storeRenewal(deps, user, card);
    await startRenewal(deps, { user, card, row });
  });
}

/**
 * Whether the key was used to turn this renewal on already, whatever became of it since. One that never came about
 * leaves its key to the next try.
 */
async function isDone(deps: Deps, usuarioId: string, card: RenewalCard): Promise<boolean> {
  const { chave_idempotencia } = card;
  if (chave_idempotencia === undefined) return false;
  const isOfKey = and(
    eq(renewals.usuario_id, usuarioId),
    eq(renewals.chave_idempotencia, chave_idempotencia),
  );
  const [found] = await deps.db.select(renewalColumns).from(renewals).where(isOfKey);
  if (found === undefined) return false;
  if (found.resumo_pedido === null || !toDigests(deps, card).includes(found.resumo_pedido))
    throw keyIsTaken();
  if (found.situacao === 'iniciando') await adoptStarted(deps, found).catch(throwUnclear);
  const { situacao, id_externo } = await rereadRenewal(deps.db, found);
  if (situacao === 'iniciando') return throwUnanswered();
  if (situacao !== 'encerrada' || id_externo !== null) return true;
  await deps.db.update(renewals).set({ chave_idempotencia: null }).where(isOfKey);
  return false;
}

const toDigests = ({ digests }: Deps, { identity }: RenewalCard) =>
  digests(JSON.stringify(['renovacao', ...identity]));

const throwUnanswered = () => throwUnclear(new PaymentError('timeout', 'a renewal without an answer'));

const alreadyOn = () => new AppError('conflict', 'A renovação automática já está ligada');

/**
 * Whether the renewal in the way could be ended now: one to be ended, or a start whose response was lost and that never
 * took place. Fails where that is not known yet, because its page shows it as off and it may charge all the same.
 */
async function isEnded(deps: Deps, open: RenewalRow): Promise<boolean> {
  if (open.situacao === 'encerrando') await finishEnding(deps, open).catch(throwCardFailure);
  if (open.situacao === 'iniciando') await adoptStarted(deps, open).catch(throwCardFailure);
  const { situacao } = await rereadRenewal(deps.db, open);
  if (situacao === 'iniciando' || situacao === 'encerrando') return throwUnanswered();
  return situacao === 'encerrada';
}

async function storeRenewal(deps: Deps, user: SessionUser, card: RenewalCard): Promise<RenewalRow> {
  const { db, clock } = deps;
  const { plano, kept, chave_idempotencia = null } = card;
  const resumo_pedido = chave_idempotencia === null ? null : toDigests(deps, card)[0];
  const now = clock();
  // A day before the paid time ends, so that it never lapses.
  const paidUntil = user.data_expiracao === null ? 0 : Date.parse(user.data_expiracao);
  const proxima_cobranca = new Date(Math.max(now.getTime(), paidUntil - DAY_MS)).toISOString();
  const values = { usuario_id: user.id, id: newId(), plano, valor: PLANS[plano].preco, ...kept };
  const row = { ...values, situacao: 'iniciando' as const, proxima_cobranca, criado_em: now.toISOString() };
  const created = await db
    .insert(renewals)
    .values({ ...row, chave_idempotencia, resumo_pedido })
    .onConflictDoNothing()
    .returning({ id: renewals.id });
  if (created.length === 0) throw alreadyOn();
  return { ...row, id_externo: null, avisado_em: null, conferido_em: null, resumo_pedido };
}

/** Turns automatic renewal off. The request is stored first, and carried out later where the gateway is away. */
export async function turnOffRenewal(deps: Deps, usuarioId: string): Promise<void> {
  await requestEnd(deps.db, [usuarioId]);
  const open = await findRenewal(deps.db, usuarioId);
  if (open === null) return;
  await withRenewalLease(deps, usuarioId, () => finishEnding(deps, open)).catch((error: unknown) => {
    if (!(error instanceof PaymentError) && !(error instanceof AppError)) throw error;
  });
}
