import { PLANS } from '@esteira/domain/billing/plans';
import { toCents } from '@esteira/domain/money';
import { PaymentError } from '@esteira/payments/payment-error';
import type { RefusedRenewal, RenewalStart, RenewalState } from '@esteira/payments/port';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { SessionUser } from '../../../core/security/session-user';
import { throwCardFailure } from '../gateway-failure';
import { countRefusedCard } from '../refused-cards/limit';
import type { Submission } from '../submission';
import { changeRenewal, findPayerEmail, RENEWAL_DEADLINE_MS, type RenewalRow, recordEnd } from './rows';

const FIND_TIMEOUT_MS = 5_000;

/** A card that is charged every so many months; instalments are for single payments. */
export type RenewalCard = Pick<
  Submission,
  'plano' | 'kept' | 'card' | 'cpf' | 'chave_idempotencia' | 'identity' | 'ip'
>;

interface Starting {
  user: SessionUser;
  card: RenewalCard;
  row: RenewalRow;
}

/** Starts a stored renewal at the gateway. What a lost answer may have made is looked for before anything is said. */
export async function startRenewal(deps: Deps, { user, card, row }: Starting): Promise<void> {
  const result = await askForStart(deps, { user, card, row });
  if (result.status === 'recusado') await countRefusedCard(deps, { usuarioId: user.id, ip: card.ip });
  await recordStart(deps, row, result);
}

async function askForStart(
  deps: Deps,
  { user, card, row }: Starting,
): Promise<RenewalState | RefusedRenewal> {
  const { renewals: gateway } = deps.payments;
  const ctx = { usuarioId: user.id, signal: AbortSignal.timeout(RENEWAL_DEADLINE_MS / 2) };
  try {
    return await gateway.start(ctx, toStart(deps, { user, card, row }));
  } catch (error) {
    const isUncertain = error instanceof PaymentError && error.kind === 'timeout';
    if (!isUncertain) {
      await changeRenewal(deps.db, row, { situacao: 'encerrada' });
      return throwCardFailure(error);
    }
    const again = { usuarioId: user.id, signal: AbortSignal.timeout(FIND_TIMEOUT_MS) };
    const found = await gateway.find(again, { reference: row.id, payerEmail: user.email }).catch(() => null);
    return found ?? throwCardFailure(error);
  }
}

function toStart({ publicUrl }: Deps, { user, card, row }: Starting): RenewalStart {
  const plan = PLANS[row.plano];
  return {
    reference: row.id,
    amountCents: toCents(row.valor),
    months: plan.meses,
    startsAt: new Date(row.proxima_cobranca),
    description: `Esteira, plano ${plan.nome}`,
    payer: { email: user.email, cpf: card.cpf },
    card: card.card,
    backUrl: `${publicUrl()}/configuracoes/assinatura`,
  };
}

async function recordStart(
  deps: Deps,
  row: RenewalRow,
  result: RenewalState | RefusedRenewal,
): Promise<void> {
  const { db } = deps;
  if (result.status === 'recusado') {
    await changeRenewal(db, row, { situacao: 'encerrada' });
    throw new AppError('payment_required', result.motivo);
  }
  const { id_externo, status } = result;
  await changeRenewal(db, row, { id_externo });
  if (status === 'encerrada') return recordEnd(deps, row);
  await changeRenewal(db, row, { situacao: status });
}

/** A start that the gateway does not show after that long was not made; if it was, a notification tells of it. */
const ABANDONED_MS = 60 * 60_000;

/** Finds out what became of a start whose answer was lost. */
export async function adoptStarted(deps: Deps, row: RenewalRow): Promise<void> {
  const ctx = { usuarioId: row.usuario_id, signal: AbortSignal.timeout(FIND_TIMEOUT_MS) };
  const { renewals: gateway } = deps.payments;
  const payerEmail = await findPayerEmail(deps.db, row.usuario_id);
  const found =
    row.id_externo === null
      ? await gateway.find(ctx, { reference: row.id, payerEmail })
      : await gateway.read(ctx, row.id_externo);
  if (found !== null) return recordStart(deps, row, found);
  const age = deps.clock().getTime() - Date.parse(row.criado_em);
  const isSimulated = deps.payments.modo === 'simulado';
  if (isSimulated || age >= ABANDONED_MS) await changeRenewal(deps.db, row, { situacao: 'encerrada' });
}
