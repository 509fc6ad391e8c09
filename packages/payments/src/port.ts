import type { CardDetails } from './card-details';
import type { PrivateText } from './private-text';

/** Whose charge it is, and how the caller gives up waiting. */
export type PaymentContext = {
  usuarioId: string;
  /** Aborting ends a call with `timeout` once the request is on its way, with `unavailable` before. */
  signal?: AbortSignal | undefined;
};

/** A card: its data, which only the simulation takes, or what the browser got for them from the gateway. */
export type ChargeCard =
  | { kind: 'details'; details: CardDetails }
  | { kind: 'token'; token: PrivateText; methodId: string; methodType: CardMethodType };

/** How a tokenised card pays, in Mercado Pago's words. */
export type CardMethodType = 'credit_card' | 'debit_card';

/** Who pays. The CPF is passed on and not kept. */
export type Payer = { email: string; name?: string | undefined; cpf?: PrivateText | undefined };

type Payable = {
  /** Our own name for the charge (the payment's id), by which `lookup` finds it. */
  reference: string;
  /** The whole amount in cents of BRL, > 0; it is the server's, never the browser's. */
  amountCents: number;
  /** What is bought, as the payer reads it. */
  description: string;
  /** Stored before the call; the same key never charges twice. */
  idempotencyKey: string;
  payer: Payer;
};

/** One charge of a card. */
export type ChargeInput = Payable & {
  /** 1 to 3. */
  installments: number;
  card: ChargeCard;
};

/** One Pix, to be paid within so many minutes of its making. */
export type PixInput = Payable & { minutes: number };

/** What the payer's bank reads (as text, or drawn as a QR code), and until when it can be paid. */
export type PixCode = { copia_e_cola: string; expira_em: Date };

/**
 * The gateway's answer. `motivo` is a Portuguese sentence for the payer and is always there unless approved.
 * `pendente` is under review, or waits for the Pix in `pix` or for the payer at `challengeUrl`: ask `lookup` until it is one of the others.
 */
export type ChargeResult =
  | { status: 'aprovado'; id_externo: string }
  | { status: 'recusado'; id_externo: string; motivo: string }
  | {
      status: 'pendente';
      id_externo: string;
      motivo: string;
      pix?: PixCode | undefined;
      /** Where the payer's bank asks the payer something, for a frame of the page; for some minutes. */
      challengeUrl?: string | undefined;
    };

/**
 * `estornado` once the money went back by a refund, `contestado` once the payer's bank took it back (or tries to) by a
 * chargeback.
 */
export type LookupResult = ChargeResult | { status: 'estornado' | 'contestado'; id_externo: string };

/** A charge that was asked for earlier, with what it has to agree with. */
export type ChargeRef = {
  reference: string;
  id_externo?: string | null;
  amountCents: number;
  /** When it was asked for, within minutes: gateways search by time. */
  createdAt: Date;
};

/** A charge that the gateway is known to hold, and the key under which it is changed once. */
export type KnownCharge = ChargeRef & { id_externo: string; idempotencyKey: string };

/** A card that is charged again and again, until it is ended. */
export type RenewalStart = {
  /** Our own name for the renewal, which its charges bear too. Nothing else keeps a second one from being made. */
  reference: string;
  /** Of each charge, in cents of BRL, > 0. */
  amountCents: number;
  /** Between two charges. */
  months: number;
  /** When it charges for the first time; a moment that has passed means at once. */
  startsAt: Date;
  /** What is bought, as the payer reads it. */
  description: string;
  payer: Payer;
  card: ChargeCard;
  /** Where the gateway's messages lead the payer. */
  backUrl: string;
};

/**
 * How a renewal stands: whether it goes on, its charges so far (as `lookup` takes them, refused ones too), oldest first,
 * and when the next one is due.
 */
export type RenewalState = {
  status: 'ligada' | 'encerrada';
  id_externo: string;
  charges: readonly string[];
  nextAt: Date | null;
};

/** What a notification names: a payment, what a renewal was to charge on a day, or the renewal itself. */
export type AnnouncedCharge = {
  topic: 'payment' | 'subscription_authorized_payment' | 'subscription_preapproval';
  id: string;
};

/** Whose what was announced is: our own name for it, and the renewal at the gateway, each null where it is not told. */
export type ChargeOwner = { reference: string | null; renewalId: string | null };

/** A card that is refused at once; `motivo` is a Portuguese sentence for the payer. */
export type RefusedRenewal = { status: 'recusado'; motivo: string };

/** The part of a gateway that charges by itself. Every method rejects with PaymentError and nothing else. */
export interface RenewalGateway {
  /** Makes a renewal. It is not repeatable: after a `timeout`, `find` tells whether it was made. */
  start(ctx: PaymentContext, input: RenewalStart): Promise<RenewalState | RefusedRenewal>;

  /** The renewal under a reference of ours; null when the gateway knows of none (yet). */
  find(ctx: PaymentContext, sought: { reference: string; payerEmail: string }): Promise<RenewalState | null>;

  /** Whose what was announced is; null when the gateway holds nothing of that name. */
  identify(ctx: PaymentContext, charge: AnnouncedCharge): Promise<ChargeOwner | null>;

  /** How a renewal stands. */
  read(ctx: PaymentContext, id_externo: string): Promise<RenewalState>;

  /** Ends a renewal, however often it is called. What was charged stays charged. */
  end(ctx: PaymentContext, id_externo: string): Promise<void>;
}

/**
 * A processor of cards and Pix. Every method rejects with PaymentError and nothing else; no error, message or result
 * holds a card number, a CVV, a token or a CPF. What is approved agrees with the charge asked for, or it is a `mismatch`.
 */
export interface PaymentGateway {
  readonly modo: 'simulado' | 'mercadopago';
  /** What the browser turns a card into a token with; null where card data itself is taken. */
  readonly publicKey: string | null;
  readonly renewals: RenewalGateway;

  /**
   * Charges the card at most once per `idempotencyKey`; repeating the call with the same key and the same
   * body answers the first result. A refused card is a result, not an error.
   */
  charge(ctx: PaymentContext, input: ChargeInput): Promise<ChargeResult>;

  /** Makes a Pix, once per `idempotencyKey`; `pendente` with its code until it is paid, cancelled or expired. */
  createPix(ctx: PaymentContext, input: PixInput): Promise<LookupResult>;

  /**
   * What became of a charge. Give `id_externo` when it is known; by `reference` alone it finds charges whose
   * answer was lost. Null: the gateway shows no such charge; a real one may show it only minutes after it was made.
   */
  lookup(ctx: PaymentContext, charge: ChargeRef): Promise<LookupResult | null>;

  /** Ends a charge that is still pending, and answers what became of it: it may have been paid in the meantime. */
  cancel(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult>;

  /** Gives the whole amount back, once however often it is called; an unpaid charge is `invalid`. */
  refund(ctx: PaymentContext, charge: KnownCharge): Promise<LookupResult>;

  /** Only where payments are simulated: pays a Pix as its payer would; one that is no longer open stays as it is. */
  payPix?(ctx: PaymentContext, charge: ChargeRef & { id_externo: string }): Promise<LookupResult | null>;
}
