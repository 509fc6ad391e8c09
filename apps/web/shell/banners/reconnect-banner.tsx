import { MARKETPLACE_OF, MARKETPLACES } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { useLocation } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useMayDo } from '../../lib/session/session';
import { paths } from '../../paths';
import { ErasingBanner, OldPasswordBanner, ShellBanner } from './late-banner';

/** The live updates tell of an account that is refused; should they be cut off, whoever comes back is told. */
const FRESH_MS = 5 * 60_000;

/**
 * On every page: accounts whose orders are not read any more (Integrações shows how to reconnect them), that buyers of
 * Amazon's are about to be erased, and that it asks for another password.
 */
export function ReconnectBanner() {
  const { data } = useIntegrations();
  const from = data?.apaga_amazon_a_partir_de;
  return (
    <>
      {data && <Refused accounts={data.a_reconectar} />}
      {from && <ErasingBanner from={from} />}
      {data?.senha_antiga && <OldPasswordBanner />}
    </>
  );
}

const useIntegrations = () =>
  trpc.integrations.status.useQuery(undefined, {
    staleTime: ({ state }) => (hasReal(state.data) ? FRESH_MS : Number.POSITIVE_INFINITY),
  });

function Refused({ accounts: refused }: { accounts: IntegrationStatus['a_reconectar'] }) {
  const { pathname } = useLocation();
  const isOwner = useMayDo('owner');
  const accounts = refused.map(({ nome, marketplace }) => `${nome} ${MARKETPLACE_OF[marketplace]}`);
  if (accounts.length === 0 || pathname === paths.integrations) return null;
  const names = accounts.join(' e ');
  return (
    <ShellBanner
      alert
      label="Conta a reconectar"
      title={
        accounts.length === 1
          ? `A conta ${names} precisa ser reconectada.`
          : `As contas ${names} precisam ser reconectadas.`
      }
      text="Enquanto isso, pedidos e anúncios não são atualizados."
      to={paths.integrations}
      action={isOwner ? 'Reconectar' : 'Ver integrações'}
    />
  );
}

/** What is simulated has no account, and stays simulated for as long as the server runs. */
function hasReal(status: IntegrationStatus | undefined): boolean {
  return MARKETPLACES.some((name) => status?.[name].modo === 'real');
}
