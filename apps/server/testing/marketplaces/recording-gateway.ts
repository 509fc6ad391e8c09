import type {
  ChargeInput,
  ChargeRef,
  ChargeResult,
  KnownCharge,
  LookupResult,
  PaymentContext,
  PaymentGateway,
  PixInput,
  RenewalGateway,
} from '@esteira/payments/port';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';

/** The simulated gateway with its calls counted, and with places where a test can break it. */
export class RecordingGateway implements PaymentGateway {
  readonly modo = 'simulado';
  readonly publicKey = null;
  readonly charges: Pick<ChargeInput, 'reference' | 'idempotencyKey' | 'amountCents' | 'installments'>[] = [];
  /** Runs before a charge reaches the gateway. */
  beforeCharge: () => unknown = () => undefined;
  /** Runs when the charge is made, before anybody hears of it. */
  afterCharge: () => unknown = () => undefined;
  #inner = createSimulatedGateway();

  get renewals(): RenewalGateway {
    return this.#inner.renewals;
  }

  async charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult> {
    await this.beforeCharge();
    const { reference, idempotencyKey, amountCents, installments } = input;
    this.charges.push({ reference, idempotencyKey, amountCents, installments });
    const result = await this.#inner.charge(ctx, input);
    await this.afterCharge();
    return result;
  }

  createPix(ctx: PaymentContext, input: PixInput): Promise<LookupResult> {
    return this.#inner.createPix(ctx, input);
  }

  payPix(ctx: PaymentContext, charge: ChargeRef & { id_externo: string }): Promise<LookupResult | null> {
    return this.#inner.payPix(ctx, charge);
  }

  lookup(ctx: PaymentContext, charge: ChargeRef): Promise<LookupResult | null> {
    return this.#inner.lookup(ctx, charge);
  }

  cancel(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    return this.#inner.cancel(ctx, charge);
  }

  refund(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult> {
    return this.#inner.refund(ctx, charge);
  }

  /** As after a restart of the process: what only its memory knew is gone. */
  forget(): void {
    this.#inner = createSimulatedGateway();
  }

  /** As for a new test. */
  reset(): void {
    this.forget();
    this.charges.length = 0;
    this.beforeCharge = () => undefined;
    this.afterCharge = () => undefined;
  }
}
