import type { PaymentErrorKind } from '../src/payment-error';
import type {
  ChargeCard,
  ChargeInput,
  KnownCharge,
  PaymentContext,
  PaymentGateway,
  PixInput,
} from '../src/port';

/** A gateway (simulated, or the real one's adapter before a fake server), and the means to steer it. */
export type GatewayHarness = {
  gateway: PaymentGateway;
  ctx: PaymentContext;
  /** A charge under a new reference and key, with a card that is approved unless `card` is given. */
  makeCharge(card?: ChargeCard): ChargeInput;
  /** A Pix of half an hour under a new reference and key. */
  makePix(): PixInput;
  makeRefusedCard(): ChargeCard;
  /** A card whose charge goes under review; `finishCharge` lets the review approve it. */
  makeReviewedCard(): ChargeCard;
  finishCharge(charge: KnownCharge): Promise<void>;
  /** A card that is charged although the answer gets lost. */
  makeLostAnswerCard(): ChargeCard;
  /** The failures of `charge` it can provoke in which nothing is charged, and a card for each. */
  failures: readonly PaymentErrorKind[];
  makeFailingCard(kind: PaymentErrorKind): ChargeCard;
  payPix(charge: KnownCharge): Promise<void>;
  /** A card whose renewals are approved, and one whose bank refuses each charge later. */
  makeRenewalCard(fate: 'approved' | 'refused_later'): ChargeCard;
  /** Lets so much time pass. */
  advance(ms: number): void;
  now(): Date;
};
