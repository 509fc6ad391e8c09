import { connections } from '@esteira/db/schema/platform/connections';
import {
  accountName,
  isAccountOf,
  marketplaceAccounts,
} from '@esteira/db/schema/platform/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { eq } from 'drizzle-orm';
import { announceAmazonLimit } from '../../core/buyer-rules';
import type { Deps } from '../../core/context';
import { accountNotFound } from './account-list';
import { noteDisconnection } from './disconnections';
import { revokeGrant } from './revocation';
import { findDefaultAccount, isAccount, lockAccounts, type SellerOn, takeDefault } from './seller-accounts';
import { isConnection } from './tokens';

/** Which outside services are real, which simulated, and the seller's own accounts. */
export async function getIntegrationStatus(deps: Deps, usuarioId: string): Promise<IntegrationStatus> {
  const rows = await deps.db
    .select({
      marketplace: connections.marketplace,
      conta_nome: connections.conta_nome,
      status: connections.status,
      motivo: connections.motivo,
      conectado_em: connections.conectado_em,
      nome: accountName,
      padrao: marketplaceAccounts.padrao,
    })
    .from(connections)
    .innerJoin(marketplaceAccounts, isAccountOf(connections))
    .where(eq(connections.usuario_id, usuarioId))
    .orderBy(connections.marketplace, connections.conta_id);
  const real = rows.filter(({ marketplace }) => deps.marketplaces[marketplace].modo === 'real');
  const getStatus = (name: Marketplace): IntegrationStatus['mercadolivre'] => {
    const { modo } = deps.marketplaces[name];
    const found = real.find(({ marketplace, padrao }) => padrao && marketplace === name);
    if (found === undefined) return { modo, conexao: null };
    const { conta_nome, status, motivo, conectado_em } = found;
    return { modo, conexao: { conta_nome, status, motivo, conectado_em } };
  };
  return {
    mercadolivre: getStatus('mercadolivre'),
    amazon: { ...getStatus('amazon'), pode_autorizar: deps.amazonConsent },
    pagamento: { modo: deps.payments.modo },
    a_reconectar: real.filter(({ status }) => status === 'reconectar'),
    ...(real.some(({ marketplace }) => marketplace === 'amazon') && (await announceAmazonLimit(deps))),
  };
}

/**
 * Forgets the access to an account, the default one unless told: its tokens are deleted, so nothing here can act on it any
 * more. Its listings stay as they are at the marketplace, and what is to be told to them waits until it is connected again.
 */
export async function disconnect(
  { db, clock, marketplaces }: Pick<Deps, 'db' | 'clock' | 'marketplaces'>,
  { contaId: asked, ...seller }: SellerOn & { contaId: number | null },
): Promise<void> {
  const isReal = marketplaces[seller.marketplace].modo === 'real';
  await db.transaction(async (tx) => {
    const accounts = await lockAccounts(tx, seller);
    const account = accounts.find(({ id, padrao }) => (asked === null ? padrao : id === asked));
    if (account === undefined) throw accountNotFound();
    const key = { ...seller, contaId: account.id };
    const removed = await tx.delete(connections).where(isConnection(key)).returning();
    const next = accounts.find(
      ({ id, desconectada_em, vendedor_id }) =>
        id !== account.id && desconectada_em === null && (vendedor_id !== null || !isReal),
    );
    // The simulation has to have one.
    if (removed.length === 0 && (isReal || next === undefined)) return;
    const desconectada_em = clock().toISOString();
    await tx.update(marketplaceAccounts).set({ desconectada_em }).where(isAccount(key));
    const [connection] = removed;
    if (connection) await noteDisconnection(tx, key, { vendedorId: connection.vendedor_id, at: clock() });
    if (account.padrao && next !== undefined) await takeDefault(tx, { ...seller, contaId: next.id });
  });
}

/** The same for a seller: its marketplace is told first that Esteira may not act on it any more. */
export async function revokeAndDisconnect(
  deps: Deps,
  { contaId: asked, ...seller }: SellerOn & { contaId: number | null },
): Promise<void> {
  const { marketplace, usuarioId } = seller;
  const contaId = asked ?? (await findDefaultAccount(deps.db, usuarioId, marketplace));
  await revokeGrant(deps, { ...seller, contaId });
  await disconnect(deps, { ...seller, contaId });
}
