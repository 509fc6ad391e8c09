import { newId } from '@esteira/db/schema/columns';
import type { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { type TestUser, unique } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

export type NewOrder = Partial<typeof orders.$inferInsert>;

/** An order as a sale at that moment would have made it, written directly; answers its id. */
export async function insertOrder(
  { db }: Pick<TestServer, 'db'>,
  user: TestUser,
  fields: NewOrder = {},
): Promise<string> {
  const criado_em = fields.criado_em ?? '2026-11-21T15:00:00.000Z';
  const id = newId(new Date(criado_em));
  await insertOrders(db, {
    usuario_id: user.id,
    id,
    marketplace: 'mercadolivre',
    ml_order_id: unique('2000'),
    produto_nome: 'Caneca',
    fornecedor_nome: 'Atacado',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 25,
    cliente_nome: 'Cliente',
    cliente_endereco: 'Rua A, 1',
    ...fields,
    criado_em,
  });
  return id;
}
