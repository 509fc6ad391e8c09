import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/billing/payments';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import type { Subscription, SubscriptionPayment } from '@esteira/validators/billing/subscription';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { cursorId, toPage } from '../../../core/paging';
import type { SessionUser } from '../../../core/security/session-user';
import { getRenewal } from '../renewal/service';
import { hasReceipt, ownPaymentColumns } from './receipt';

/** A seller's plan and whether it renews itself. */
export async function getSubscription(deps: Deps, user: SessionUser): Promise<Subscription> {
  const { plano, data_expiracao } = user;
  const ativa = isSubscriptionActive(user, deps.clock());
  return { plano, data_expiracao, ativa, renovacao: await getRenewal(deps, user.id) };
}

/** A seller's own payments, newest first. */
export async function listOwnPayments(
  db: Database,
  usuarioId: string,
  { cursor, limite }: PageInput,
): Promise<Page<SubscriptionPayment>> {
  const rows = await db
    .select(ownPaymentColumns)
    .from(payments)
    .where(and(eq(payments.usuario_id, usuarioId), lt(payments.id, cursorId(cursor))))
    .orderBy(desc(payments.id))
    .limit(limite + 1);
  return toPage(
    rows.map((row) => ({ ...row, tem_recibo: hasReceipt(row) })),
    limite,
  );
}
