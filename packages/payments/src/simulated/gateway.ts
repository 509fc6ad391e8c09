import { createHash } from 'node:crypto';
import { isLuhnValid } from '@esteira/domain/card';
import { INSTALLMENT_OPTIONS } from '@esteira/domain/plans';
import { PaymentError, type PaymentErrorKind } from '../payment-error';
import type { ChargeInput, ChargeResult, LookupResult, PaymentContext, PaymentGateway } from '../port';
import { chooseOutcome, type Outcome } from './test-cards';

/** How many charges are found again by `reference` alone; the oldest are forgotten first. */
const REMEMBERED_CHARGES = 1000;

const REFUSALS = {
  refused: 'Pagamento recusado pela operadora do cartão.',
  no_funds: 'O cartão não tem limite suficiente.',
  bad_cvv: 'O código de segurança do cartão não confere.',
  bad_expiry: 'A validade do cartão não confere.',
  bad_number: 'O número do cartão não confere.',
  call_bank: 'Ligue para o banco emissor para autorizar o pagamento.',
} as const satisfies Partial<Record<Outcome, string>>;

const FAILURES = {
  unavailable: ['unavailable', 'O serviço de pagamento está indisponível. Nada foi cobrado.'],
  timeout_charged: ['timeout', 'O serviço de pagamento não respondeu a tempo.'],
  timeout_not_charged: ['timeout', 'O serviço de pagamento não respondeu a tempo.'],
  conflict: ['conflict', 'Esta tentativa de pagamento já foi usada com outros dados.'],
  misconfigured: ['misconfigured', 'O serviço de pagamento recusou as credenciais. Nada foi cobrado.'],
} as const satisfies Partial<Record<Outcome, readonly [PaymentErrorKind, string]>>;

/** What becomes of a charge, spelt into its id so that `lookup` needs no memory. */
const FATES = ['aprovado', 'recusado', 'analise-aprovado', 'analise-recusado'] as const;
type Fate = (typeof FATES)[number];

const ID_PATTERN = new RegExp(`^sim-(${FATES.join('|')})-[0-9a-f]{32}$`);
const IN_REVIEW = 'O pagamento está em análise.';

/**
 * A gateway that charges nobody. Test cards choose the result (docs/sentinels.md); any other Luhn-valid card
 * is approved. A charge's id comes from its idempotency key, so repeating a key repeats the charge, on any
 * server and after a restart. Only `lookup` by `reference` alone uses memory, of this process.
 */
export function createSimulatedGateway(): PaymentGateway {
  return new SimulatedGateway();
}

class SimulatedGateway implements PaymentGateway {
  readonly modo = 'simulado';
  readonly #charges = new Map<string, string>();

  async charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult> {
    requireAnswer(ctx);
    requireCharge(input);
    const { card, idempotencyKey, reference } = input;
    const outcome = chooseOutcome(card, isLuhnValid(card.number));
    if (isFailure(outcome) && outcome !== 'timeout_charged') failAs(outcome);
    const id_externo = toId(toFate(outcome), `${ctx.usuarioId}:${idempotencyKey}`);
    this.#remember(ctx, reference, id_externo);
    if (isFailure(outcome)) failAs(outcome);
    if (isRefusal(outcome)) return { status: 'recusado', id_externo, motivo: REFUSALS[outcome] };
    if (outcome === 'approved') return { status: 'aprovado', id_externo };
    return { status: 'pendente', id_externo, motivo: IN_REVIEW };
  }

  async lookup(
    ctx: PaymentContext,
    { reference, id_externo }: { reference: string; id_externo?: string | null },
  ): Promise<LookupResult | null> {
    requireAnswer(ctx);
    const id = id_externo ?? this.#charges.get(memoryKey(ctx, reference));
    const fate = id === undefined ? null : parseFate(id);
    if (id === undefined || fate === null) return null;
    if (!isRefused(fate)) return { status: 'aprovado', id_externo: id };
    return { status: 'recusado', id_externo: id, motivo: REFUSALS.refused };
  }

  #remember(ctx: PaymentContext, reference: string, idExterno: string): void {
    this.#charges.set(memoryKey(ctx, reference), idExterno);
    const [oldest] = this.#charges.keys();
    if (this.#charges.size > REMEMBERED_CHARGES && oldest !== undefined) this.#charges.delete(oldest);
  }
}

function requireCharge({ amountCents, installments, idempotencyKey }: ChargeInput): void {
  const amount = Number.isSafeInteger(amountCents) && amountCents > 0;
  if (!amount || !INSTALLMENT_OPTIONS.some((option) => option === installments) || idempotencyKey === '') {
    fail('invalid', 'O serviço de pagamento recusou os dados da cobrança. Nada foi cobrado.');
  }
}

function requireAnswer({ signal }: PaymentContext): void {
  if (signal?.aborted) fail('unavailable', 'O serviço de pagamento não respondeu.');
}

function fail(kind: PaymentErrorKind, message: string): never {
  throw new PaymentError(kind, message);
}

function failAs(outcome: keyof typeof FAILURES): never {
  const [kind, message] = FAILURES[outcome];
  fail(kind, message);
}

function isFailure(outcome: Outcome): outcome is keyof typeof FAILURES {
  return Object.hasOwn(FAILURES, outcome);
}

function isRefusal(outcome: Outcome): outcome is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, outcome);
}

function toFate(outcome: Outcome): Fate {
  if (isRefusal(outcome)) return 'recusado';
  if (outcome === 'pending_then_approved') return 'analise-aprovado';
  return outcome === 'pending_then_refused' ? 'analise-recusado' : 'aprovado';
}

function isRefused(fate: Fate): boolean {
  return fate === 'recusado' || fate === 'analise-recusado';
}

function toId(fate: Fate, key: string): string {
  return `sim-${fate}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

function parseFate(idExterno: string): Fate | null {
  const [, found] = ID_PATTERN.exec(idExterno) ?? [];
  return FATES.find((fate) => fate === found) ?? null;
}

function memoryKey(ctx: PaymentContext, reference: string): string {
  return `${ctx.usuarioId}/${reference}`;
}
