import { payments } from '@esteira/db/schema/billing/payments';
import type { CardPayment } from '@esteira/validators/billing/checkout';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { type Payment, paymentColumns, toApproval } from './payments';
import { createReadLimit, type ReadLimit } from './pix/read-limit';
import { reconcilePayment } from './reconcile';

export const UNDER_REVIEW = 'Pagamento em análise pela operadora do cartão. Aguarde antes de pagar de novo.';
export const REFUSED = 'Pagamento recusado pela operadora do cartão';

const SITUATIONS = {
  pendente: 'em_analise',
  aprovado: 'aprovado',
  recusado: 'recusado',
  estornado: 'estornado',
} as const satisfies Record<Payment['status'], CardPayment['situacao']>;

const limits = new WeakMap<Deps, ReadLimit>();

/**
 * How a card stands that was not decided at once. While it is open the gateway is asked, though not by every look at
 * it; where the payer's bank asks something is told by those looks alone.
 */
export async function getCardPayment(deps: Deps, usuarioId: string, id: string): Promise<CardPayment> {
  const payment = await findCardPayment(deps, usuarioId, id);
  if (payment.status !== 'pendente') return toCardPayment(payment, null);
  const limit = limits.get(deps) ?? createReadLimit(deps.clock);
  limits.set(deps, limit);
  let challengeUrl: string | null = null;
  if (limit.takes(id)) {
    await reconcilePayment(deps, payment, (result) => {
      challengeUrl = result.status === 'pendente' ? (result.challengeUrl ?? null) : null;
    });
  }
  return toCardPayment(await findCardPayment(deps, usuarioId, id), challengeUrl);
}

async function findCardPayment({ db }: Deps, usuarioId: string, id: string): Promise<Payment> {
  const [found] = isEntityId(id)
    ? await db
        .select(paymentColumns)
        .from(payments)
        .where(and(eq(payments.usuario_id, usuarioId), eq(payments.id, id), eq(payments.meio, 'cartao')))
    : [];
  if (found === undefined) throw new AppError('not_found', 'Pagamento não encontrado');
  return found;
}

function toCardPayment(payment: Payment, desafio_url: string | null): CardPayment {
  const { id, status, motivo_recusa } = payment;
  const sentences = {
    pendente: UNDER_REVIEW,
    aprovado: toApproval(payment) ?? '',
    recusado: motivo_recusa ?? REFUSED,
    estornado: 'Este pagamento foi estornado',
  } as const;
  const isOpen = status === 'pendente';
  return {
    id,
    situacao: SITUATIONS[status],
    desafio_url: isOpen ? desafio_url : null,
    message: sentences[status],
  };
}
