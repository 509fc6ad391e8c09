import { AMAZON_OPTIONS, AMAZON_REFERRALS } from './amazon/fees';
import { AMAZON_SHIPPING } from './amazon/shipping';
import type { FeeRule } from './fee-rule';
import { ML_COMMISSIONS } from './mercado-livre/commissions';
import { ML_FIXED_FEES } from './mercado-livre/fixed-fees';
import { ML_BOOK_SHIPPING, ML_OLD_SHIPPING, ML_SHIPPING_CAP } from './mercado-livre/other-shipping';
import {
  GREEN_SINCE_AUGUST,
  ORANGE_SINCE_AUGUST,
  YELLOW_SINCE_AUGUST,
} from './mercado-livre/shipping-august';
import { GREEN_SINCE_MARCH, ORANGE_SINCE_MARCH, YELLOW_SINCE_MARCH } from './mercado-livre/shipping-march';
import { toShippingRules } from './mercado-livre/shipping-matrix';
import { TAX_RULES } from './taxes';

const ML_MATRICES = [
  GREEN_SINCE_MARCH,
  YELLOW_SINCE_MARCH,
  ORANGE_SINCE_MARCH,
  GREEN_SINCE_AUGUST,
  YELLOW_SINCE_AUGUST,
  ORANGE_SINCE_AUGUST,
];

/** The rules that ship with the product, as known on 2026-11-21 (docs/decisions/0036-net-profit.md). */
export const CURRENT_RULES: readonly FeeRule[] = [
  ...ML_COMMISSIONS,
  ...ML_FIXED_FEES,
  ...ML_MATRICES.flatMap(toShippingRules),
  ML_SHIPPING_CAP,
  ...ML_BOOK_SHIPPING,
  ...ML_OLD_SHIPPING,
  ...AMAZON_REFERRALS,
  ...AMAZON_OPTIONS,
  ...AMAZON_SHIPPING,
  ...TAX_RULES,
];
