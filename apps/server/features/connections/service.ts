import { connections } from '@esteira/db/schema/platform/connections';
import {
  accountName,
  isAccountOf,
  marketplaceAccounts,
} from '@esteira/db/schema/platform/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { DisconnectInput, IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { eq } from 'drizzle-orm';
import { announceAmazonLimit } from '../../core/buyer-rules';
import type { Deps } from '../../core/context';
import { checkPassword } from '../../core/security/current-password';
import { isPasswordOld } from '../../core/security/password-rules/weak-passwords';
import { accountNotFound } from './account-list';
import { getConnector } from './consent';
import { eraseSoon, noteDisconnection } from './disconnections';
import { revokeGrant } from './revocation';
import { findDefaultAccount, isAccount, lockAccounts, type SellerOn, takeDefault } from './seller-accounts';
import { isConnection } from './tokens';

/** Which outside services are real, which simulated, and the seller's own accounts; told to a person, the seller unless named. */
export async function getIntegrationStatus(
  deps: Deps,
  usuarioId: string,
  personId = usuarioId,
): Promise<IntegrationStatus> {
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
    ...(real.some(({ marketplace }) => marketplace === 'amazon') && {
      ...(await announceAmazonLimit(deps)),
      ...((await isPasswordOld(deps, personId)) && { senha_antiga: true }),
    }),
  };
}

/**
 * Forgets the access to an account, the default one unless told: its tokens are deleted, so nothing here can act on it any
 * more. Its listings stay as they are at the marketplace, and what is to be told to them waits until it is connected again.
 * Whether it was connected.
 */
export async function disconnect(
  { db, clock, marketplaces }: Pick<Deps, 'db' | 'clock' | 'marketplaces'>,
  { contaId: asked, ...seller }: SellerOn & { contaId: number | null },
): Promise<boolean> {
  const isReal = marketplaces[seller.marketplace].modo === 'real';
  return db.transaction(async (tx) => {
    const accounts = await lockAccounts(tx, seller);
    const account = accounts.find(({ id, padrao }) => (asked === null ? padrao : id === asked));
    if (account === undefined) throw accountNotFound();
    const key = { ...seller, contaId: account.id };
    const [connection] = await tx.delete(connections).where(isConnection(key)).returning();
    if (connection) await noteDisconnection(tx, key, { vendedorId: connection.vendedor_id, at: clock() });
    const next = accounts.find(
      ({ id, desconectada_em, vendedor_id }) =>
        id !== account.id && desconectada_em === null && (vendedor_id !== null || !isReal),
    );
    // The simulation has to have one.
    if (connection === undefined && (isReal || next === undefined)) return false;
    const desconectada_em = clock().toISOString();
    await tx.update(marketplaceAccounts).set({ desconectada_em }).where(isAccount(key));
    if (account.padrao && next !== undefined) await takeDefault(tx, { ...seller, contaId: next.id });
    return connection !== undefined;
  });
}

/**
 * The same for a seller: its marketplace is told first that Esteira may not act on it any more. Whether it was connected and
 * the marketplace did not hear of it. Nothing happens where the password is wrong that erases its buyers.
 */
export async function revokeAndDisconnect(
  deps: Deps,
  { contaId: asked, ...seller }: SellerOn & { contaId: number | null },
  apagar: DisconnectInput['apagar'],
): Promise<boolean> {
  const { marketplace, usuarioId } = seller;
  const contaId = asked ?? (await findDefaultAccount(deps.db, usuarioId, marketplace));
  if (apagar !== undefined) {
    getConnector(deps, marketplace);
    await checkPassword(deps, usuarioId, apagar.senha_atual);
    // First: whoever is killed from here on, the next look erases.
    await eraseSoon(deps.db, isAccount({ ...seller, contaId }), deps.clock());
  }
  const isRevoked = await revokeGrant(deps, { ...seller, contaId });
  const wasConnected = await disconnect(deps, { ...seller, contaId });
  return wasConnected && !isRevoked;
}
