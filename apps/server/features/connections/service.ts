import { connections } from '@esteira/db/schema/platform/connections';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { ConnectionKey } from './tokens';

/** Which outside services are real, which simulated, and the seller's own accounts. */
export async function getIntegrationStatus(deps: Deps, usuarioId: string): Promise<IntegrationStatus> {
  const rows = await deps.db
    .select({
      marketplace: connections.marketplace,
      conta_nome: connections.conta_nome,
      status: connections.status,
      motivo: connections.motivo,
      conectado_em: connections.conectado_em,
    })
    .from(connections)
    .where(eq(connections.usuario_id, usuarioId));
  const getStatus = (name: Marketplace): IntegrationStatus['mercadolivre'] => {
    const { modo } = deps.marketplaces[name];
    const found = modo === 'real' ? rows.find(({ marketplace }) => marketplace === name) : undefined;
    if (found === undefined) return { modo, conexao: null };
    const { marketplace: _, ...conexao } = found;
    return { modo, conexao };
  };
  return {
    mercadolivre: getStatus('mercadolivre'),
    amazon: { ...getStatus('amazon'), pode_autorizar: deps.amazonConsent },
    pagamento: { modo: deps.payments.modo },
  };
}

/**
 * Forgets an account: its tokens are deleted, so nothing here can act on it any more. Its listings stay as they are
 * at the marketplace, and what is to be told to them waits until it is connected again.
 */
export async function disconnect({ db }: Deps, { usuarioId, marketplace }: ConnectionKey): Promise<void> {
  await db
    .delete(connections)
    .where(and(eq(connections.usuario_id, usuarioId), eq(connections.marketplace, marketplace)));
}
