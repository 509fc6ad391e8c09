import type { Database } from '@esteira/db/database';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import type { AdminAct } from '@esteira/domain/accounts/admin-acts';
import { AppError } from '../../core/errors';

/** Who acts as an admin, and from where. */
export interface Admin {
  id: string;
  ip: string;
}

/** The admin of a request. */
export const toAdmin = ({ user, ip }: { user: { id: string }; ip: string }): Admin => ({ id: user.id, ip });

/** Records what an admin does. Belongs into the transaction of the act: neither is there without the other. */
export async function recordAct(
  tx: Database,
  admin: Admin,
  act: { ato: AdminAct; alvo_id: string | null; detalhe?: string | null },
): Promise<void> {
  await tx.insert(adminActs).values({ ...act, admin_id: admin.id, ip: admin.ip });
}

export const noSuchUser = () => new AppError('not_found', 'Usuário não encontrado');
