import type {
  ChargeInput,
  ChargeResult,
  LookupResult,
  PaymentContext,
  PaymentGateway,
  RefundInput,
} from '@esteira/payments/port';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';

/** The simulated gateway with its calls counted, and with places where a test can break it. */
export class RecordingGateway implements PaymentGateway {
  readonly modo = 'simulado';
  readonly charges: Pick<ChargeInput, 'referencia' | 'chave_idempotencia' | 'valor_centavos' | 'parcelas'>[] =
    [];
  /** Runs before a charge reaches the gateway. */
  beforeCharge: () => unknown = () => undefined;
  /** Runs when the charge is made, before anybody hears of it. */
  afterCharge: () => unknown = () => undefined;
  #inner = createSimulatedGateway();

  async charge(ctx: PaymentContext, cobranca: ChargeInput): Promise<ChargeResult> {
    await this.beforeCharge();
    const { referencia, chave_idempotencia, valor_centavos, parcelas } = cobranca;
    this.charges.push({ referencia, chave_idempotencia, valor_centavos, parcelas });
    const result = await this.#inner.charge(ctx, cobranca);
    await this.afterCharge();
    return result;
  }

  lookup(
    ctx: PaymentContext,
    cobranca: { referencia: string; id_externo?: string | null },
  ): Promise<LookupResult | null> {
    return this.#inner.lookup(ctx, cobranca);
  }

  refund(ctx: PaymentContext, estorno: RefundInput) {
    return this.#inner.refund(ctx, estorno);
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
