import { ACCOUNT_CODES } from '@esteira/domain/marketplace-accounts';
import { useUrlState } from '../../lib/use-url-state';

/** The account in the address that the figures are narrowed to, as the procedures take it. */
export function useAccountFilter() {
  const { params } = useUrlState();
  const conta_id = ACCOUNT_CODES.find((code) => code === params.get('conta_id'));
  return {
    filter: conta_id === undefined ? {} : { conta_id },
    conta: conta_id ?? null,
    /** Leads to what is narrowed to it too. */
    narrow: (path: string) =>
      conta_id === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}conta_id=${conta_id}`,
  };
}
