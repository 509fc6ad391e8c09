import { DAY_MS } from '../durations';
import { MARKETPLACES, type Marketplace } from '../marketplaces';
import { HIDDEN_BUYER } from './order-attention';
import type { OrderStatus } from './order-machine';

/** How many days what is known of a buyer is kept after the order ended, unless the operator says otherwise. */
export const DEFAULT_RETENTION_DAYS = 365;
/** Ten years. */
export const MAX_RETENTION_DAYS = 3_650;

/** Where an order has ended: delivered or cancelled, its buyer is not needed any more. */
export const ENDED_STATUSES = ['entregue', 'cancelado'] as const satisfies readonly OrderStatus[];

/** Whether an order of this status has ended. */
export const isEnded = (status: OrderStatus) => ENDED_STATUSES.some((ended) => ended === status);

/** How long buyers of one marketplace are kept. */
export interface BuyerRule {
  /** Days after the end of the order. */
  days: number;
  /** Days after the sale, in any status; null: however long it takes to end. */
  daysOfSale: number | null;
}

/** What marketplaces demand at most, whatever the operator says; null: nothing. Amazon: its Data Protection Policy. */
const MARKETPLACE_LIMITS: Readonly<Record<Marketplace, { days: number; daysOfSale: number } | null>> = {
  mercadolivre: null,
  amazon: { days: 30, daysOfSale: 120 },
};

/** For so many days after an account stopped to work its buyers are kept, unless it is connected again; null: as others. */
export const ACCOUNT_RETENTION_DAYS: Readonly<Record<Marketplace, number | null>> = {
  mercadolivre: null,
  amazon: 30,
};

/** Amazon tells few deliveries: without a promised day, a parcel counts as delivered so many days after it was shipped. */
export const ASSUMED_DELIVERY_DAYS = 30;

/** A shorter limit that begins with an update begins so many days later. */
export const RETENTION_GRACE_DAYS = 7;

/** What `politicas` knows the beginning of Amazon's limit by. */
export const AMAZON_RETENTION = 'compradores_amazon';

/** The rule of each marketplace by the operator's `days`; `demanding` are those whose own limit applies. */
export function listBuyerRules(
  days: number,
  demanding: readonly Marketplace[],
): Record<Marketplace, BuyerRule> {
  const toRule = (marketplace: Marketplace): BuyerRule => {
    const limit = demanding.includes(marketplace) ? MARKETPLACE_LIMITS[marketplace] : null;
    return limit === null
      ? { days, daysOfSale: null }
      : { days: Math.min(days, limit.days), daysOfSale: limit.daysOfSale };
  };
  return Object.fromEntries(MARKETPLACES.map((each) => [each, toRule(each)])) as Record<
    Marketplace,
    BuyerRule
  >;
}

/** What an order's limit is counted from. */
export interface BuyerClock {
  soldAt: Date;
  endedAt: Date | null;
  /** The day on which a parcel that left counts as delivered; null while it has not left, or where none is known. */
  promisedAt: Date | null;
}

/** From when on an order's buyer is not kept; null: not decided before it ends. */
export function findBuyerLimit({ days, daysOfSale }: BuyerRule, order: BuyerClock): Date | null {
  const limits = [
    order.endedAt && addDays(order.endedAt, days),
    daysOfSale === null || order.endedAt ? null : order.promisedAt && addDays(order.promisedAt, days),
    daysOfSale === null ? null : addDays(order.soldAt, daysOfSale),
  ].flatMap((limit) => (limit === null ? [] : limit.getTime()));
  return limits.length === 0 ? null : new Date(Math.min(...limits));
}

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** Stands for the buyer's name and address once they were erased. */
export const ERASED_BUYER = 'Dados apagados';

/** Why a label of Amazon's cannot be opened any more. */
export const ERASED_LABEL =
  'A etiqueta foi apagada com os dados do comprador. Abra o pedido no Seller Central.';

/** The buyer's name or address as it is shown: what is known, or why nothing is. */
export function describeBuyer(known: string | null, erasedAt: string | null): string {
  return known ?? (erasedAt === null ? HIDDEN_BUYER : ERASED_BUYER);
}
