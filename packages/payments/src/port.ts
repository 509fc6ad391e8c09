import type { CardDetails } from './card-details';

/** Whose charge it is, and how the caller gives up waiting. */
export type PaymentContext = {
  usuarioId: string;
  /** Aborting ends `charge` with `timeout` once the request is on its way, with `unavailable` before. */
  signal?: AbortSignal;
};

/** One charge of a card. */
export type ChargeInput = {
  /** Our own name for the charge (the payment's id), by which `lookup` finds it. */
  reference: string;
  /** The whole amount in cents of BRL, > 0; it is the server's, never the browser's. */
  amountCents: number;
  /** 1 to 3, without interest. */
  installments: number;
  card: CardDetails;
  /** Stored before the call; the same key never charges twice. */
  idempotencyKey: string;
  payerEmail: string;
};

/**
 * The gateway's answer. `motivo` is a Portuguese sentence for the payer and is always there unless approved.
 * `pendente` is under review: ask `lookup` until it is one of the others.
 */
export type ChargeResult =
  | { status: 'aprovado'; id_externo: string }
  | { status: 'recusado' | 'pendente'; id_externo: string; motivo: string };

/** `estornado` once the money went back, by the gateway's own panel or a chargeback. */
export type LookupResult = ChargeResult | { status: 'estornado'; id_externo: string };

/**
 * A card processor. Every method rejects with PaymentError and nothing else; no error, message or result
 * holds a card number or a CVV.
 */
export interface PaymentGateway {
  readonly modo: 'simulado' | 'mercadopago';

  /**
   * Charges the card at most once per `idempotencyKey`; repeating the call with the same key and the same
   * body answers the first result. A refused card is a result, not an error.
   */
  charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult>;

  /**
   * What became of a charge. Give `id_externo` when it is known; by `reference` alone it finds charges whose
   * answer was lost. Null: the gateway holds no such charge, so nothing was charged.
   */
  lookup(
    ctx: PaymentContext,
    charge: { reference: string; id_externo?: string | null },
  ): Promise<LookupResult | null>;
}
