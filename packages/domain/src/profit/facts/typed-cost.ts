import type { CostCode } from '../costs/cost-term';
import { CHARGED_BY_MARKETPLACE, type CostFact } from './cost-fact';
import type { Correction } from './plan-correction';

/** What a seller says one cost of an order came to, in cents of the whole order. */
export interface TypedCost {
  code: CostCode;
  cents: number;
  /** Whether they read it on the marketplace's bill; else it is their own word. */
  isBilled: boolean;
}

/** Only what the marketplace takes stands on its bill. */
export const mayBeBilled = (code: CostCode): boolean => CHARGED_BY_MARKETPLACE.has(code);

const isOwnDelivery = ({ isSelfDelivered, missing }: CostFact): boolean =>
  isSelfDelivered || missing === 'entrega_propria';

/**
 * What has to be written so that a seller's word holds. It goes before every estimate and every earlier word; what the
 * marketplace charged gives way to its bill alone. Null where it does not hold. The same again writes nothing.
 * @throws RangeError for a cost on the bill that the marketplace does not take.
 */
export function planTypedCost<Held extends CostFact>(
  held: readonly Held[],
  { code, cents, isBilled }: TypedCost,
): Correction<Held> | null {
  if (isBilled && !mayBeBilled(code)) throw new RangeError(`not on a bill: ${code}`);
  const present = held.find((fact) => fact.code === code);
  if (present?.charged && !isBilled) return null;
  const origin = isBilled ? 'fatura' : 'usuario';
  if (present?.cents === cents && present.origin === origin) return { reversed: [], added: [] };
  const fact: CostFact = {
    ...{ code, cents, origin, charged: isBilled },
    // Who brings the parcel may say what that cost once; a freight on the bill was carried by the marketplace.
    isSelfDelivered: !isBilled && present !== undefined && isOwnDelivery(present),
    ...{ ruleId: null, ruleSince: null, missing: null },
  };
  return { reversed: present ? [present] : [], added: [fact] };
}
