import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import type { AdminPayment, AdminPaymentsInput } from '@esteira/validators/administration/admin';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, lt, or } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { cursorId, toPage } from '../../../core/paging';
import { containsText } from '../../../core/search';

/** What an admin looks for, without where the page starts. */
export type PaymentFilters = Pick<AdminPaymentsInput, 'busca' | 'status' | 'meio'>;

const adminColumns = {
  id: payments.id,
  usuario_id: payments.usuario_id,
  usuario_nome: users.nome,
  usuario_email: users.email,
  status: payments.status,
  meio: payments.meio,
  plano: payments.plano,
  valor: payments.valor,
  parcelas: payments.parcelas,
  data_pagamento: payments.data_pagamento,
  bandeira: payments.bandeira,
  ultimos_digitos: payments.ultimos_digitos,
  id_externo: payments.id_externo,
  motivo_estorno: payments.motivo_estorno,
  devolvido_em: payments.devolvido_em,
};

/** Everybody's payments, newest first. */
export async function listPayments(
  db: Database,
  { cursor, limite, ...filters }: AdminPaymentsInput,
): Promise<Page<AdminPayment>> {
  const rows = await selectPayments(db)
    .where(and(lt(payments.id, cursorId(cursor)), toCondition(filters)))
    .orderBy(desc(payments.id))
    .limit(limite + 1);
  return toPage(rows.map(toAdminPayment), limite);
}

/** One payment of anybody. */
export async function getAdminPayment(db: Database, id: string): Promise<AdminPayment> {
  const [row] = isEntityId(id) ? await selectPayments(db).where(eq(payments.id, id)) : [];
  if (row === undefined) throw new AppError('not_found', 'Pagamento não encontrado');
  return toAdminPayment(row);
}

const selectPayments = (db: Database) =>
  db.select(adminColumns).from(payments).innerJoin(users, eq(users.id, payments.usuario_id));

function toAdminPayment(row: Omit<AdminPayment, 'pode_estornar'>): AdminPayment {
  return { ...row, pode_estornar: row.status === 'aprovado' && row.id_externo !== null };
}

function toCondition({ busca, status, meio }: PaymentFilters) {
  return and(
    status === undefined ? undefined : eq(payments.status, status),
    meio === undefined ? undefined : eq(payments.meio, meio),
    busca === undefined ? undefined : toSearch(busca),
  );
}

function toSearch(busca: string) {
  return or(
    containsText(users.nome, busca),
    containsText(users.email, busca),
    eq(payments.id_externo, busca),
    isEntityId(busca) ? eq(payments.id, busca) : undefined,
  );
}
