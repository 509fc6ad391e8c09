import { users } from '@esteira/db/schema/accounts/users';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { MarketplaceAccounts } from '@esteira/validators/marketplaces/accounts';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { type Account, refuseWithoutPlan, userColumns } from '../../core/security/session-user';
import type { JobHandler } from '../../jobs/job-handler';
import { listAccounts, reviveSimulatedAccount } from '../connections/account-list';
import type { ConnectionKey } from '../connections/tokens';
import { changeListing } from './listing/listing';
import type { ListingKey } from './listing/target';
import { publishIn } from './service';

/** How many listings one job brings back. */
const LISTINGS_PER_JOB = 100;

/** Brings back on sale what was paused when its account was disconnected. */
export const resumeAccount: JobHandler<'account-resume'> = async (deps, data) => {
  const account = { usuarioId: data.usuario_id, marketplace: data.marketplace, contaId: data.conta_id };
  const depois_de = await resumeSome(deps, account, data.depois_de);
  if (depois_de !== undefined) await deps.jobs.send(deps.db, 'account-resume', { ...data, depois_de });
};

/** Connects an account of a simulated marketplace again, with its listings. Returns all of the seller's accounts. */
export async function reviveAccount(deps: Deps, account: ConnectionKey): Promise<MarketplaceAccounts> {
  await reviveSimulatedAccount(deps, account);
  let last: string | undefined;
  do last = await resumeSome(deps, account, last);
  while (last !== undefined);
  return listAccounts(deps, account.usuarioId);
}

/** Those of the next products; returns behind which one it goes on. */
async function resumeSome(deps: Deps, account: ConnectionKey, after?: string): Promise<string | undefined> {
  const { usuario_id, produto_id, marketplace, conta_id, fornecedor_id } = listingPauses;
  const rows = await deps.db
    .select({ produtoId: produto_id })
    .from(listingPauses)
    .where(
      and(
        eq(usuario_id, account.usuarioId),
        eq(marketplace, account.marketplace),
        eq(conta_id, account.contaId),
        isNull(fornecedor_id),
        after === undefined ? undefined : gt(produto_id, after),
      ),
    )
    .orderBy(asc(produto_id))
    .limit(LISTINGS_PER_JOB);
  const [seller] = await deps.db.select(userColumns).from(users).where(eq(users.id, account.usuarioId));
  if (seller === undefined) return undefined;
  for (const { produtoId } of rows) await resume(deps, seller, { ...account, produtoId });
  return rows.length < LISTINGS_PER_JOB ? undefined : rows.at(-1)?.produtoId;
}

/** What cannot be for sale now stays paused, and says why. */
async function resume(deps: Deps, seller: Account, key: ListingKey): Promise<void> {
  try {
    refuseWithoutPlan(deps, seller);
    await publishIn(deps, key.usuarioId, { ...key, id: key.produtoId });
  } catch (error) {
    if (!(error instanceof AppError || error instanceof AdapterError)) throw error;
    await changeListing(deps.db, key, { motivo: `O anúncio não voltou à venda: ${error.message}` });
  }
}
