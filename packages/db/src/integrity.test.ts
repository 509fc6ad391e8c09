import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgresFailure } from './postgres/postgres-errors';
import { teamMembers } from './schema/accounts/team';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { orderCosts } from './schema/orders/order-costs';
import { orderEstimates } from './schema/orders/order-estimates';
import { orderEvents } from './schema/orders/order-events';
import { orderNotes } from './schema/orders/order-notes';
import { dailyCosts } from './schema/orders/order-summaries';
import { orders } from './schema/orders/orders';
import { firstAccounts, marketplaceAccounts } from './schema/platform/marketplace-accounts';
import { products } from './schema/products/products';
import { stockMovements } from './schema/products/stock-movements';
import { suppliers } from './schema/products/suppliers';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A seller with a supplier, a product of it with ten units, and a pending order. */
async function makeShop() {
  const { db } = database;
  const usuario_id = newId();
  await db
    .insert(users)
    .values({ id: usuario_id, nome: 'Ana', email: `${usuario_id}@exemplo.com.br`, senha_hash: 'x' });
  await db.insert(marketplaceAccounts).values(firstAccounts(usuario_id));
  const fornecedor_id = newId();
  await db.insert(suppliers).values({ usuario_id, id: fornecedor_id, nome: 'Fornecedor' });
  const product = {
    usuario_id,
    id: newId(),
    fornecedor_id,
    nome: 'Café',
    preco_fornecedor: 0.1,
    preco_venda_ml: 59.9,
    estoque: 10,
  };
  await db.insert(products).values(product);
  const order = {
    usuario_id,
    id: newId(),
    marketplace: 'mercadolivre' as const,
    ml_order_id: newId(),
    produto_id: product.id,
    fornecedor_id,
    produto_nome: 'Café',
    fornecedor_nome: 'Fornecedor',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 0.1,
    cliente_nome: 'Cliente',
    cliente_endereco: 'Rua A, 1',
  };
  await db.insert(orders).values(order);
  return { usuario_id, fornecedor_id, product, order };
}

async function refusal(write: Promise<unknown>) {
  try {
    await write;
  } catch (error) {
    const failure = findPostgresFailure(error);
    return failure?.constraint ?? failure?.code ?? String(error);
  }
  return 'accepted';
}

describe('the database itself refuses', () => {
  it('a product of another seller’s supplier', async () => {
    const [mine, other] = [await makeShop(), await makeShop()];
    const write = database.db
      .update(products)
      .set({ fornecedor_id: other.fornecedor_id })
      .where(eq(products.id, mine.product.id));
    expect(await refusal(write)).toBe('produtos_fornecedor_fk');
  });

  it('an order of another seller’s product', async () => {
    const [mine, other] = [await makeShop(), await makeShop()];
    const write = database.db
      .insert(orders)
      .values({ ...mine.order, id: newId(), ml_order_id: newId(), produto_id: other.product.id });
    expect(await refusal(write)).toBe('pedidos_produto_fk');
  });

  it('a stock movement or an event on another seller’s order', async () => {
    const [mine, other] = [await makeShop(), await makeShop()];
    const movement = database.db.insert(stockMovements).values({
      usuario_id: mine.usuario_id,
      produto_id: mine.product.id,
      quantidade: -1,
      motivo: 'venda',
      pedido_id: other.order.id,
    });
    expect(await refusal(movement)).toBe('movimentos_estoque_pedido_fk');
    const event = database.db
      .insert(orderEvents)
      .values({ usuario_id: mine.usuario_id, pedido_id: other.order.id, para: 'aprovado' });
    expect(await refusal(event)).toBe('eventos_pedido_fk');
  });

  it('a stock movement, an event or a cost that another seller is said to have made', async () => {
    const [mine, other] = [await makeShop(), await makeShop()];
    const ownedBy = { usuario_id: mine.usuario_id, ator_id: other.usuario_id };
    const movement = { ...ownedBy, produto_id: mine.product.id, quantidade: 1, motivo: 'ajuste' as const };
    const moved = database.db.insert(stockMovements).values(movement);
    expect(await refusal(moved)).toBe('movimentos_estoque_ator');
    const event = { ...ownedBy, pedido_id: mine.order.id, para: 'aprovado' as const };
    expect(await refusal(database.db.insert(orderEvents).values(event))).toBe('eventos_pedido_ator');
    const cost = { ...ownedBy, pedido_id: mine.order.id, codigo: 'embalagem' as const, valor: 1 };
    const corrected = database.db.insert(orderCosts).values({ ...cost, origem: 'usuario' });
    expect(await refusal(corrected)).toBe('custos_pedido_ator');
  });

  it('an actor who never was in the team of the seller; whoever was stays one', async () => {
    const [mine, other] = [await makeShop(), await makeShop()];
    const { usuario_id, order } = mine;
    const now = new Date().toISOString();
    const person = { pessoa_id: other.usuario_id, papel: 'operador' as const, entrou_em: now };
    const writeAs = (ator_id: string) =>
      refusal(
        database.db.insert(orderNotes).values({ usuario_id, pedido_id: order.id, texto: 'Nota', ator_id }),
      );
    expect(await writeAs(other.usuario_id)).toBe('notas_pedido_ator');
    await database.db.insert(teamMembers).values({ ...person, usuario_id, saiu_em: now });
    expect(await writeAs(other.usuario_id)).toBe('accepted');
    expect(await writeAs((await makeShop()).usuario_id)).toBe('notas_pedido_ator');
  });

  it('that facts of an example’s costs go while the sums count them', async () => {
    const { usuario_id, order, product } = await makeShop();
    const { db } = database;
    const own = { usuario_id, pedido_id: order.id };
    await db.update(products).set({ exemplo: true }).where(eq(products.id, product.id));
    await db.update(orders).set({ custos: 3 }).where(eq(orders.id, order.id));
    await db.insert(orderEstimates).values({ ...own, imposto: 1, imposto_fonte: 'usuario' });
    await db.insert(orderCosts).values({ ...own, codigo: 'embalagem', valor: 2, origem: 'usuario' });
    const erase = async () => [
      await refusal(db.delete(orderEstimates).where(eq(orderEstimates.pedido_id, order.id))),
      await refusal(db.delete(orderCosts).where(eq(orderCosts.pedido_id, order.id))),
    ];
    expect(await erase()).toEqual(['23001', '23001']);
    await db.update(orders).set({ custos: null }).where(eq(orders.id, order.id));
    expect(await erase()).toEqual(['accepted', 'accepted']);
    const sums = await db
      .select()
      .from(dailyCosts)
      .where(eq(dailyCosts.usuario_id, usuario_id))
      .orderBy(dailyCosts.codigo);
    expect(sums.map(({ codigo, valor }) => [codigo, valor])).toEqual([
      ['embalagem', 0],
      ['imposto', 0],
    ]);
  });

  it('one person in two teams at once, and in their own', async () => {
    const [mine, other, third] = [await makeShop(), await makeShop(), await makeShop()];
    const entrou_em = new Date().toISOString();
    const join = (usuario_id: string, saiu_em: string | null = null) =>
      refusal(
        database.db
          .insert(teamMembers)
          .values({ usuario_id, pessoa_id: third.usuario_id, papel: 'leitura', entrou_em, saiu_em }),
      );
    expect(await join(mine.usuario_id)).toBe('accepted');
    expect(await join(other.usuario_id)).toBe('equipe_pessoa_unica');
    expect(await join(other.usuario_id, entrou_em)).toBe('accepted');
    expect(await join(third.usuario_id, entrou_em)).toBe('equipe_outra_pessoa');
  });

  it('stock below zero, a price out of bounds, an Amazon listing without a price', async () => {
    const { product } = await makeShop();
    const set = (fields: Partial<typeof products.$inferInsert>) =>
      refusal(database.db.update(products).set(fields).where(eq(products.id, product.id)));
    expect(await set({ estoque: -1 })).toBe('produtos_estoque_nao_negativo');
    expect(await set({ preco_venda_ml: -0.01 })).toBe('produtos_precos_validos');
    expect(await set({ preco_fornecedor: 10_000_000 })).toBe('produtos_precos_validos');
    expect(await set({ publicado_amazon: true })).toBe('produtos_amazon_com_preco');
    expect(await set({ publicado_ml: true, excluido_em: new Date().toISOString() })).toBe(
      'produtos_excluido_sem_anuncio',
    );
  });

  it('a second order with the same marketplace number, a second sale movement of one order', async () => {
    const { order, product, usuario_id } = await makeShop();
    const twin = database.db.insert(orders).values({ ...order, id: newId() });
    expect(await refusal(twin)).toBe('pedidos_numero_unico');
    const movement = {
      usuario_id,
      produto_id: product.id,
      quantidade: -1,
      motivo: 'venda' as const,
      pedido_id: order.id,
    };
    await database.db.insert(stockMovements).values(movement);
    expect(await refusal(database.db.insert(stockMovements).values(movement))).toBe(
      'movimentos_estoque_pedido_unico',
    );
  });

  it('an unknown status, and a profit that is not price minus cost', async () => {
    const { order } = await makeShop();
    const status = database.db.execute(`UPDATE pedidos SET status = 'perdido' WHERE id = '${order.id}'`);
    expect(await refusal(status)).toBe('pedidos_status_conhecido');
    const profit = database.db.execute(`UPDATE pedidos SET lucro = 1 WHERE id = '${order.id}'`);
    expect(await refusal(profit)).toBe('428C9');
  });

  it('removing an order, rewriting the ledger or the history', async () => {
    const { order, product, usuario_id } = await makeShop();
    await database.db
      .insert(stockMovements)
      .values({ usuario_id, produto_id: product.id, quantidade: 10, motivo: 'inicial' });
    await database.db.insert(orderEvents).values({ usuario_id, pedido_id: order.id, para: 'pendente' });
    const writes = [
      database.db.delete(orders).where(eq(orders.id, order.id)),
      database.db
        .update(stockMovements)
        .set({ quantidade: 1 })
        .where(eq(stockMovements.usuario_id, usuario_id)),
      database.db.delete(orderEvents).where(eq(orderEvents.usuario_id, usuario_id)),
    ];
    for (const write of writes) expect(await refusal(write)).toBe('23001');
  });

  it('two accounts with one e-mail and an e-mail that is not normalised', async () => {
    const account = { nome: 'Ana', senha_hash: 'x' };
    const email = `${newId()}@exemplo.com.br`;
    await database.db.insert(users).values({ ...account, email });
    expect(await refusal(database.db.insert(users).values({ ...account, email }))).toBe(
      'usuarios_email_unico',
    );
    expect(await refusal(database.db.insert(users).values({ ...account, email: ` ${email}` }))).toBe(
      'usuarios_email_normalizado',
    );
  });
});

describe('stored values', () => {
  it('come back as reais with two decimals and as ISO instants', async () => {
    const { order } = await makeShop();
    const [stored] = await database.db.select().from(orders).where(eq(orders.id, order.id));
    expect(stored).toMatchObject({ preco_venda: 59.9, preco_fornecedor: 0.1, lucro: 59.8 });
    expect(stored?.criado_em).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('are searched without case and accents, whatever the database’s locale', async () => {
    const { product } = await makeShop();
    await database.db
      .update(products)
      .set({ nome: 'AÇÃO Número ½', sku: 'ÉB-1' })
      .where(eq(products.id, product.id));
    const [stored] = await database.db
      .select({ busca: products.busca })
      .from(products)
      .where(eq(products.id, product.id));
    expect(stored?.busca).toBe('acao numero ½ eb-1');
  });
});
