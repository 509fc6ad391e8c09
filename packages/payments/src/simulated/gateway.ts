import { createHash } from 'node:crypto';
import { isLuhnValid } from '@esteira/domain/billing/card';
import { INSTALLMENT_OPTIONS } from '@esteira/domain/billing/plans';
import { PaymentError, type PaymentErrorKind } from '../payment-error';
import type {
  ChargeInput,
  ChargeRef,
  ChargeResult,
  KnownCharge,
  LookupResult,
  PaymentContext,
  PaymentGateway,
  PixInput,
} from '../port';
import { parsePix, toPixId, toPixResult } from './pix';
import { parseRenewalCharge, SimulatedRenewals } from './renewals';
import { chooseOutcome, type Outcome } from './test-cards';

/** How many charges are found again by `reference` alone, or known as changed; the oldest are forgotten first. */
const MAX_REMEMBERED = 1000;

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

export interface SimulatedGateway extends PaymentGateway {
  readonly modo: 'simulado';
  payPix(ctx: PaymentContext, charge: ChargeRef & { id_externo: string }): Promise<LookupResult | null>;
}

/**
 * A gateway without real charges. Test cards choose the result (docs/sentinels.md); any other Luhn-valid card
 * is approved. A charge's id comes from its idempotency key, so repeating a key repeats the charge, on any
 * server and after a restart. Only `lookup` by `reference` alone, and what was paid, cancelled or refunded afterwards,
 * use memory, of this process.
 */
export function createSimulatedGateway(clock: () => Date = () => new Date()): SimulatedGateway {
  return new InMemoryGateway(clock);
}

class InMemoryGateway implements SimulatedGateway {
  readonly modo = 'simulado';
  readonly publicKey = null;
  readonly renewals: SimulatedRenewals;
  readonly #clock: () => Date;
  readonly #charges = new Map<string, string>();
  readonly #changes = new Map<string, 'paid' | 'cancelled' | 'refunded'>();

  constructor(clock: () => Date) {
    this.#clock = clock;
    this.renewals = new SimulatedRenewals(clock);
  }

  async charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult> {
    requireAnswer(ctx);
    const { card, idempotencyKey, reference, installments } = input;
    const isOffered = INSTALLMENT_OPTIONS.some((option) => option === installments);
    if (card.kind !== 'details' || !isOffered) failAsInvalid();
    requirePayable(input);
    const outcome = chooseOutcome(card.details, isLuhnValid(card.details.number));
    if (isFailure(outcome) && outcome !== 'timeout_charged') failAs(outcome);
    const id_externo = toId(toFate(outcome), `${ctx.usuarioId}:${idempotencyKey}`);
    remember(this.#charges, memoryKey(ctx, reference), id_externo);
    if (isFailure(outcome)) failAs(outcome);
    if (isRefusal(outcome)) return { status: 'recusado', id_externo, motivo: REFUSALS[outcome] };
    if (outcome === 'approved') return { status: 'aprovado', id_externo };
    return { status: 'pendente', id_externo, motivo: IN_REVIEW };
  }

  async createPix(ctx: PaymentContext, input: PixInput): Promise<LookupResult> {
    requireAnswer(ctx);
    requirePayable(input);
    const { reference, idempotencyKey, minutes, amountCents } = input;
    const id_externo = toPixId(minutes, `${ctx.usuarioId}:${idempotencyKey}`);
    const known = this.#charges.get(memoryKey(ctx, reference)) === id_externo;
    remember(this.#charges, memoryKey(ctx, reference), id_externo);
    const charge = { reference, id_externo, amountCents, createdAt: this.#clock() };
    return (known ? await this.lookup(ctx, charge) : null) ?? this.#pixAt(charge);
  }

  async lookup(ctx: PaymentContext, charge: ChargeRef): Promise<LookupResult | null> {
    requireAnswer(ctx);
    const id_externo = charge.id_externo ?? this.#charges.get(memoryKey(ctx, charge.reference));
    if (id_externo === undefined) return null;
    if (this.#changes.get(id_externo) === 'refunded') return { status: 'estornado', id_externo };
    if (parsePix(id_externo) !== null) return this.#pixAt({ ...charge, id_externo });
    const isApproved = parseRenewalCharge(id_externo)?.isApproved ?? isFateApproved(id_externo);
    if (isApproved === null) return null;
    if (isApproved) return { status: 'aprovado', id_externo };
    return { status: 'recusado', id_externo, motivo: REFUSALS.refused };
  }

  async payPix(ctx: PaymentContext, charge: ChargeRef & { id_externo: string }) {
    return this.#changePending(ctx, charge, 'paid');
  }

  async cancel(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    return (await this.#changePending(ctx, charge, 'cancelled')) ?? failAsInvalid();
  }

  async refund(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    const found = await this.lookup(ctx, charge);
    // What was paid before a restart is the caller's to know: a Pix keeps nothing of it in its id.
    const isForgotten =
      parsePix(charge.id_externo) !== null && !this.#charges.has(memoryKey(ctx, charge.reference));
    if (found?.status === 'aprovado' || isForgotten) remember(this.#changes, charge.id_externo, 'refunded');
    else if (found?.status !== 'estornado') failAsInvalid();
    return { status: 'estornado', id_externo: charge.id_externo };
  }

  async #changePending(
    ctx: PaymentContext,
    charge: ChargeRef & { id_externo: string },
    to: 'paid' | 'cancelled',
  ) {
    const found = await this.lookup(ctx, charge);
    if (found?.status !== 'pendente') return found;
    remember(this.#changes, charge.id_externo, to);
    return this.lookup(ctx, charge);
  }

  #pixAt(charge: ChargeRef & { id_externo: string }): LookupResult {
    const change = this.#changes.get(charge.id_externo);
    if (change === 'paid') return { status: 'aprovado', id_externo: charge.id_externo };
    return toPixResult(charge, { isCancelled: change === 'cancelled', now: this.#clock() });
  }
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
}

function requirePayable({ amountCents, idempotencyKey }: ChargeInput | PixInput): void {
  const isAmount = Number.isSafeInteger(amountCents) && amountCents > 0;
  if (!isAmount || idempotencyKey === '') failAsInvalid();
}

function failAsInvalid(): never {
  fail('invalid', 'O serviço de pagamento recusou os dados da cobrança. Nada foi cobrado.');
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

/** Null when the id is of no simulated charge. */
function isFateApproved(idExterno: string): boolean | null {
  const fate = parseFate(idExterno);
  return fate === null ? null : fate === 'aprovado' || fate === 'analise-aprovado';
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
