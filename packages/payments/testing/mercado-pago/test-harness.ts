import { createMercadoPagoGateway } from '../../src/mercado-pago/gateway';
import type {
  ChargeCard,
  ChargeInput,
  KnownCharge,
  PaymentContext,
  PaymentGateway,
  PixInput,
} from '../../src/port';
import { PrivateText } from '../../src/private-text';
import { type FakeMercadoPago, startFakeMercadoPago } from './server';

export const PAYER_CPF = '12345678909';

/** A fake with the real gateway in front of it, and a clock that tests move. */
export class TestHarness {
  readonly ctx: PaymentContext = { usuarioId: 'ana' };
  /** How long the gateway waited between tries. */
  readonly waits: number[] = [];
  readonly gateway: PaymentGateway;
  #made = 0;

  constructor(
    readonly fake: FakeMercadoPago,
    readonly time: { now: Date },
  ) {
    this.gateway = this.makeGateway();
  }

  /** Another gateway on the same account, as after a restart. */
  makeGateway(accessToken = this.fake.accessToken): PaymentGateway {
    return createMercadoPagoGateway({
      apiBaseUrl: this.fake.url,
      accessToken,
      publicKey: 'APP_USR-publica',
      clock: () => this.time.now,
      wait: async (ms) => void this.waits.push(ms),
    });
  }

  advance(ms: number): void {
    this.time.now = new Date(this.time.now.getTime() + ms);
  }

  /** A new token of a card whose holder decides what becomes of it. */
  makeCard(holder = 'APRO'): ChargeCard {
    const token = new PrivateText(`tok_${holder}_${this.#next()}`);
    return { kind: 'token', token, methodId: 'master', methodType: 'credit_card' };
  }

  makeCharge(card = this.makeCard()): ChargeInput {
    return { ...this.#payable(), installments: 1, card };
  }

  makePix(name?: string): PixInput {
    const payable = this.#payable();
    return { ...payable, payer: { ...payable.payer, name }, minutes: 30 };
  }

  toKnown({ reference, amountCents }: ChargeInput | PixInput, id_externo: string): KnownCharge {
    const createdAt = this.time.now;
    return { reference, amountCents, createdAt, id_externo, idempotencyKey: `mudar-${this.#next()}` };
  }

  #payable() {
    const number = this.#next();
    return {
      reference: `pagamento-${number}`,
      idempotencyKey: `chave-${number}`,
      amountCents: 11_900,
      description: 'Plano Basico, 1 mes',
      payer: { email: 'ana@exemplo.com.br', cpf: new PrivateText(PAYER_CPF) },
    };
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }
}

/** Starts a fake and a gateway before it; close `fake` at the end. */
export async function openTestHarness(
  options: Omit<NonNullable<Parameters<typeof startFakeMercadoPago>[0]>, 'clock'> = {},
): Promise<TestHarness> {
  const time = { now: new Date('2026-11-21T15:00:00Z') };
  return new TestHarness(await startFakeMercadoPago({ ...options, clock: () => time.now }), time);
}
