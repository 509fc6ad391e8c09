import type { SecurityItem, SecurityList } from '@esteira/validators/administration/admin-security';
import type { Deps } from '../../../core/context';
import { adminTwoStep, installationItems, mail, policies, sealedValues } from './items';
import { erasedBuyers, incidentReview, lastAudit } from './routine-items';

/** One point of the list, or several that one look tells. */
type Check = (deps: Deps) => SecurityItem | SecurityItem[] | Promise<SecurityItem | SecurityItem[]>;

/** In the order of the list. */
const CHECKS: readonly Check[] = [
  ...[policies, adminTwoStep, installationItems, sealedValues],
  ...[mail, erasedBuyers, lastAudit, incidentReview],
];

/** What of this installation's security is in order and what is not: what a partner's questionnaire asks. */
export async function readSecurity(deps: Deps): Promise<SecurityList> {
  const found = await Promise.all(CHECKS.map((check) => check(deps)));
  return { itens: found.flat() };
}
