import { DAY_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import {
  AMAZON_RETENTION,
  type BuyerRule,
  listBuyerRules,
  RETENTION_GRACE_DAYS,
} from '@esteira/domain/orders/buyer-retention';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import type { Deps } from './context';
import { notePolicyStart } from './time/policy-start';

export type RetentionDeps = Pick<Deps, 'db' | 'clock' | 'marketplaces' | 'buyerRetentionDays'>;

/** From when on Amazon's limit applies here; null while Amazon is simulated. */
async function findAmazonLimitStart(deps: RetentionDeps): Promise<Date | null> {
  if (deps.marketplaces.amazon.modo !== 'real') return null;
  const since = await notePolicyStart(deps, AMAZON_RETENTION);
  return new Date(since.getTime() + RETENTION_GRACE_DAYS * DAY_MS);
}

/** Says from when on buyers of Amazon's are kept for a shorter time than now. */
export async function announceAmazonLimit(
  deps: RetentionDeps,
): Promise<Pick<IntegrationStatus, 'apaga_amazon_a_partir_de'>> {
  const from = await findAmazonLimitStart(deps);
  const { amazon } = listBuyerRules(deps.buyerRetentionDays, ['amazon']);
  const isAhead = from !== null && from > deps.clock() && amazon.days < deps.buyerRetentionDays;
  return isAhead ? { apaga_amazon_a_partir_de: from.toISOString() } : {};
}

/** How long buyers are kept today, by marketplace. */
export async function readBuyerRules(deps: RetentionDeps): Promise<Record<Marketplace, BuyerRule>> {
  const from = await findAmazonLimitStart(deps);
  const applies = from !== null && from <= deps.clock();
  return listBuyerRules(deps.buyerRetentionDays, applies ? ['amazon'] : []);
}
