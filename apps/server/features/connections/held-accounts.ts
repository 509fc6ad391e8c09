import { randomBytes } from 'node:crypto';
import { authorizations } from '@esteira/db/schema/platform/connections';
import { accountName, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import type { HeldAccount } from '@esteira/validators/marketplaces/accounts';
import { and, eq, gt } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isAccount } from './seller-accounts';
import { type Asking, type Granted, storeConnection } from './store-connection';

/** Shown where a consent, or what was held of one, is over. */
export const CONSENT_ENDED = 'A autorização expirou ou foi iniciada em outro navegador. Tente de novo.';

const heldIdentity = (digest: string) => `autorizacoes:${digest}:conta`;

/** Not that of a consent under way, whose name the browser knows too. */
const toHeldDigest = ({ digest }: Deps, name: string) => digest(`conta:${name}`);

/** Stores what was granted as long as a consent, for the seller to decide. Returns the name of it. */
export async function holdAccount(
  deps: Deps,
  { usuarioId, marketplace, contaId }: Asking,
  granted: Granted,
): Promise<string> {
  const name = randomBytes(32).toString('base64url');
  const estado = toHeldDigest(deps, name);
  await deps.db.insert(authorizations).values({
    ...{ estado, usuario_id: usuarioId, marketplace, conta_id: contaId },
    verificador: deps.tokenCipher.seal(JSON.stringify(granted), heldIdentity(estado)),
    expira_em: new Date(deps.clock().getTime() + CONSENT_SECONDS * 1000).toISOString(),
  });
  return name;
}

const isHeld = (deps: Deps, usuarioId: string, name: string) =>
  and(
    eq(authorizations.estado, toHeldDigest(deps, name)),
    eq(authorizations.usuario_id, usuarioId),
    gt(authorizations.expira_em, deps.clock().toISOString()),
  );

/** What was granted, and what was asked for: the marketplace, and the account that was to be connected again. */
function openHeld(deps: Deps, row: typeof authorizations.$inferSelect | undefined) {
  if (row === undefined) throw new AppError('conflict', CONSENT_ENDED);
  const { marketplace, conta_id: contaId } = row;
  const { grant, conta }: Granted = JSON.parse(
    deps.tokenCipher.open(row.verificador, heldIdentity(row.estado)),
  );
  return { grant: { ...grant, expira_em: new Date(grant.expira_em) }, conta, marketplace, contaId };
}

/** The account that came instead of the one asked for, and that one: what the seller calls them. */
export async function readHeldAccount(deps: Deps, usuarioId: string, name: string): Promise<HeldAccount> {
  const [row] = await deps.db
    .select()
    .from(authorizations)
    .where(isHeld(deps, usuarioId, name));
  const { conta, marketplace, contaId } = openHeld(deps, row);
  const [asked] = await deps.db
    .select({ nome: accountName })
    .from(marketplaceAccounts)
    .where(isAccount({ usuarioId, marketplace, contaId: contaId ?? FIRST_ACCOUNT }));
  return { veio: conta.nome, pedida: asked?.nome ?? '' };
}

/** Adds the account that came, once. */
export async function addHeldAccount(deps: Deps, usuarioId: string, name: string): Promise<void> {
  const [row] = await deps.db
    .delete(authorizations)
    .where(isHeld(deps, usuarioId, name))
    .returning();
  const { marketplace, ...granted } = openHeld(deps, row);
  await storeConnection(deps, { usuarioId, marketplace, contaId: null }, granted);
}
