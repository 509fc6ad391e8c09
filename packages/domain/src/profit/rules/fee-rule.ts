import type { Marketplace } from '../../marketplaces';
import type { ListingType } from '../../products/listing';

/** How sure a rule is, from best to worst. What is `unconfirmed` never enters a sum. */
export const CONFIDENCES = ['confirmed', 'secondary_strong', 'secondary', 'derived', 'unconfirmed'] as const;
/**
 * `confirmed`: official text read; `secondary_strong`: two or more copies or live measurements agree; `secondary`: one
 * good copy; `derived`: computed by a rule that the neighbouring tables follow; `unconfirmed`: one weak source.
 */
export type Confidence = (typeof CONFIDENCES)[number];

/** Who brings the parcel to the buyer. The marketplaces' own words, but for what the seller does alone. */
export const LOGISTICS = {
  mercadolivre: [
    'fulfillment',
    'cross_docking',
    'xd_drop_off',
    'drop_off',
    'self_service',
    'me1',
    'custom',
    'not_specified',
  ],
  amazon: ['dba', 'fba', 'own'],
} as const satisfies Record<Marketplace, readonly string[]>;
export type Logistics = (typeof LOGISTICS)[Marketplace][number];

/** The columns of Mercado Livre's cost tables; sellers without a reputation yet are `green`. */
export type Reputation = 'green' | 'yellow' | 'orange_red';

/** Where Amazon's DBA collects. */
export const ORIGINS = [
  'sp_capital',
  'other_capitals_south_southeast',
  'interior_south_southeast',
  'centre_west_north_northeast',
] as const;
export type Origin = (typeof ORIGINS)[number];

/** Prices in cents, both included; null has no end. */
export interface PriceBand {
  fromCents: number;
  toCents: number | null;
}

/** What every rule has. Days are `YYYY-MM-DD` of America/Sao_Paulo, both included; null has no known end. */
interface DatedRule {
  id: string;
  /** Null: whatever the marketplace. */
  marketplace: Marketplace | null;
  validFrom: string;
  validTo: string | null;
  /** Of the days on which a rule holds again, after one that held for a while: the day on which it first began. */
  resumes?: string;
  confidence: Confidence;
  /** Addresses of the official pages, or of the best copy known. */
  sources: readonly string[];
}

/** Commission: each tier takes its share of the part of the price that lies in it. */
export interface CommissionRule extends DatedRule {
  kind: 'commission';
  category: string;
  /** Null: whatever the kind of listing. */
  listingType: ListingType | null;
  tiers: readonly { upToCents: number | null; bps: number }[];
  minimumCents: number;
}

/** A fee per unit, as an amount or as a share of the price. */
export interface FixedFeeRule extends DatedRule, PriceBand {
  kind: 'fixed_fee';
  /** Null: every category that has no rule of its own. */
  category: string | null;
  /** Null: whatever the logistics. */
  logistics: readonly Logistics[] | null;
  charge: { cents: number } | { shareBps: number };
}

/** What the seller pays for the freight, by price band, for parcels within a range of weights. */
export interface ShippingRule extends DatedRule {
  kind: 'shipping';
  category: string | null;
  logistics: readonly Logistics[];
  /** Null: whatever the reputation. */
  reputation: Reputation | null;
  /** Null: wherever the parcel comes from. */
  origin: Origin | null;
  /** Grams; the weight lies above `overG` and at most at `upToG`, null has no end. */
  weight: { overG: number; upToG: number | null };
  /** Grams that are added to the parcel before its range is looked up. */
  addedG: number;
  bands: readonly (PriceBand & { cents: number; extraKgCents: number })[];
  /** Whether a parcel with several units pays it once. */
  per: 'shipment' | 'unit';
}

/** Cheap goods pay at most a share of their price for the freight, rounded down. */
export interface ShippingCapRule extends DatedRule, PriceBand {
  kind: 'shipping_cap';
  logistics: readonly Logistics[];
  shareBps: number;
}

/** What the seller chose to take part in. */
export const SALE_OPTIONS = ['individual_plan', 'interest_free_instalments'] as const;
export type SaleOption = (typeof SALE_OPTIONS)[number];

/** A fee of sellers who chose it. */
export interface OptionRule extends DatedRule, PriceBand {
  kind: 'option';
  option: SaleOption;
  charge: { cents: number } | { shareBps: number };
}

/** Tax per sale of a regime: a bracket of the revenue of twelve months, with its nominal rate and its deduction. */
export interface TaxRule extends DatedRule {
  kind: 'tax';
  regime: 'mei' | 'simples';
  revenue: { fromCents: number; toCents: number | null };
  nominalBps: number;
  deductCents: number;
}

export type FeeRule = CommissionRule | FixedFeeRule | ShippingRule | ShippingCapRule | OptionRule | TaxRule;
/** The kinds of rules, in the order in which a sale pays them. */
export const FEE_KINDS = ['commission', 'fixed_fee', 'shipping', 'shipping_cap', 'option', 'tax'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];
export type RuleOf<Kind extends FeeKind> = Extract<FeeRule, { kind: Kind }>;
