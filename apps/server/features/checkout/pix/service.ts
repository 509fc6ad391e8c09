import { payments } from '@esteira/db/schema/billing/payments';
import type { PlanId } from '@esteira/domain/billing/plans';
import type { CreatePixInput, PixPayment } from '@esteira/validators/billing/pix';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import type { SessionUser } from '../../../core/security/session-user';
import { throwPixFailure } from '../gateway-failure';
import { recordPaymentResult } from '../payment-result';
import { findPayment, type Payment, paymentColumns, toApproval, toChargeRef } from '../payments';
import { reconcilePayment } from '../reconcile';
import { endPix, findOpenPix, findPixOfKey, finishPix, storePix } from './open-pix';
import { createReadLimit, type ReadLimit } from './read-limit';

/** One Pix stands in the way at most; more tries are only needed while others make Pix of the same seller. */
const MAX_TRIES = 3;

const TERM_OVER = 'O prazo do Pix acabou. Gere um novo código.';

/**
 * The Pix for a plan: the one that is open already, in whichever tab it was made, or a new one. One of another plan, or
 * whose term is over, is ended first; when it turns out to be paid, it is the answer. Under a key that has its Pix
 * already, that one, however it stands.
 */
export async function createPix(deps: Deps, user: SessionUser, wanted: CreatePixInput): Promise<PixPayment> {
  const { plano } = wanted;
  const earlier = await findPixOfKey(deps, user.id, wanted);
  if (earlier !== null) return toPixPayment(deps, await finishPix(deps, user, earlier));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const stored = await storePix(deps, user.id, wanted);
    if (stored === null) continue;
    const isWanted = stored.plano === plano && !isOver(deps, stored);
    const payment = await (isWanted ? finishPix : endPix)(deps, user, stored);
    if (payment.status === 'aprovado' || (isWanted && payment.status === 'pendente')) {
      return toPixPayment(deps, payment);
    }
  }
  throw new AppError('unavailable', 'O Pix anterior ainda não foi cancelado. Tente novamente em instantes.');
}

/** The Pix for a plan that can still be paid, for a page that is opened again. */
export async function getOpenPix(deps: Deps, usuarioId: string, plano: PlanId): Promise<PixPayment | null> {
  const open = await findOpenPix(deps, usuarioId);
  const isShown = open?.plano === plano && open.pix_codigo !== null && !isOver(deps, open);
  return isShown ? toPixPayment(deps, open) : null;
}

const limits = new WeakMap<Deps, ReadLimit>();

/** How a Pix stands. While it is open the gateway is asked, though not by every look at it. */
export async function getPix(deps: Deps, usuarioId: string, id: string): Promise<PixPayment> {
  const payment = await findPix(deps, usuarioId, id);
  if (payment.status !== 'pendente') return toPixPayment(deps, payment);
  const limit = limits.get(deps) ?? createReadLimit(deps.clock);
  limits.set(deps, limit);
  if (limit.takes(payment.id)) await reconcilePayment(deps, payment);
  return toPixPayment(deps, await findPayment(deps.db, payment));
}

/** Pays a simulated Pix as its payer would. */
export async function simulatePixPayment(deps: Deps, usuarioId: string, id: string): Promise<PixPayment> {
  const { payments: gateway } = deps;
  if (gateway.payPix === undefined) throw notFound();
  const payment = await findPix(deps, usuarioId, id);
  const { id_externo } = payment;
  if (payment.status !== 'pendente' || id_externo === null) return toPixPayment(deps, payment);
  const charge = { ...toChargeRef(payment), id_externo };
  const result = await gateway.payPix({ usuarioId }, charge).catch(throwPixFailure);
  return toPixPayment(deps, result === null ? payment : await recordPaymentResult(deps, payment, result));
}

async function findPix({ db }: Deps, usuarioId: string, id: string): Promise<Payment> {
  const [found] = isEntityId(id)
    ? await db
        .select(paymentColumns)
        .from(payments)
        .where(and(eq(payments.usuario_id, usuarioId), eq(payments.id, id), eq(payments.meio, 'pix')))
    : [];
  if (found === undefined) throw notFound();
  return found;
}

const notFound = () => new AppError('not_found', 'Pagamento não encontrado');

function isOver({ clock }: Deps, { pix_expira_em }: Payment): boolean {
  return pix_expira_em !== null && Date.parse(pix_expira_em) <= clock().getTime();
}

const SITUATIONS = {
  pendente: 'aguardando',
  aprovado: 'aprovado',
  recusado: 'expirado',
  estornado: 'estornado',
} as const;

function toPixPayment({ clock }: Deps, payment: Payment): PixPayment {
  const { id, plano, valor, status, pix_codigo, pix_expira_em } = payment;
  return {
    id,
    plano,
    valor,
    situacao: SITUATIONS[status],
    copia_e_cola: status === 'pendente' ? pix_codigo : null,
    expira_em: pix_expira_em,
    agora: clock().toISOString(),
    message: status === 'recusado' ? TERM_OVER : toApproval(payment),
  };
}
