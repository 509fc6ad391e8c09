import { orders } from '@esteira/db/schema/orders/orders';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import type { EraseBuyersInput, ErasedBuyers } from '@esteira/validators/administration/admin-user-acts';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { invalidField } from '../../core/errors';
import { findUserId, type SignedInUser } from '../../core/security/session-user';
import { eraseSoon } from '../connections/disconnections';
import { keptBuyersOf } from '../orders/buyers/erase-batches';
import { recordAct, toAdmin } from './admin-acts';
import { withProof } from './proof';

/**
 * Has the buyers of Amazon erased, of one seller or of all, as Amazon may ask for within 72 hours: the relay does it in
 * batches, so that a server that is killed meanwhile is followed by another. What is sold afterwards stays.
 */
export async function eraseAmazonBuyers(
  deps: Deps,
  { user, ip }: { user: SignedInUser; ip: string },
  { email, motivo, ...proof }: EraseBuyersInput,
): Promise<ErasedBuyers> {
  const seller = email === null ? null : await findUserId(deps.db, email);
  // Before anything is tried that counts: a mistyped address is no wrong code.
  if (email !== null && seller === null) throw invalidField('email', 'Usuário não encontrado');
  return withProof(deps, { user, proof }, async (tx) => {
    const { marketplace, usuario_id } = marketplaceAccounts;
    const which = and(eq(marketplace, 'amazon'), seller === null ? undefined : eq(usuario_id, seller));
    await eraseSoon(tx, which, deps.clock());
    await recordAct(tx, toAdmin({ user, ip }), {
      ato: 'compradores_apagados',
      alvo_id: seller,
      detalhe: seller === null ? `Todas as contas: ${motivo}` : motivo,
    });
    return { pedidos: await tx.$count(orders, keptBuyersOf('amazon', seller)) };
  });
}
