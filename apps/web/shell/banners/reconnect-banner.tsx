import { MARKETPLACES } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { useLocation } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';
import { ErasingBanner, OldPasswordBanner, RefusedBanner } from './late-banner';

/** The live updates tell of an account that is refused; should they be cut off, whoever comes back is told. */
const FRESH_MS = 5 * 60_000;

/**
 * On every page: accounts whose orders are not read any more (Integrações shows how to reconnect them), that buyers of
 * Amazon's are about to be erased, and that it asks for another password.
 */
export function ReconnectBanner() {
  const { data } = useIntegrations();
  const { pathname } = useLocation();
  const from = data?.apaga_amazon_a_partir_de;
  const refused = pathname === paths.integrations ? [] : (data?.a_reconectar ?? []);
  return (
    <>
      {refused.length > 0 && <RefusedBanner accounts={refused} />}
      {from && <ErasingBanner from={from} />}
      {data?.senha_antiga && <OldPasswordBanner />}
    </>
  );
}

const useIntegrations = () =>
  trpc.integrations.status.useQuery(undefined, {
    staleTime: ({ state }) => (hasReal(state.data) ? FRESH_MS : Number.POSITIVE_INFINITY),
  });

/** What is simulated has no account, and stays simulated for as long as the server runs. */
function hasReal(status: IntegrationStatus | undefined): boolean {
  return MARKETPLACES.some((name) => status?.[name].modo === 'real');
}
