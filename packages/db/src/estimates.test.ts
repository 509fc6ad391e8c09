import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { type CostFact, MISSING_FACTS } from '@esteira/domain/profit/facts/cost-fact';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from './database';
import { findPostgresFailure } from './postgres/postgres-errors';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { orderEstimates, toEstimate } from './schema/orders/order-estimates';
import { orders } from './schema/orders/orders';
import { firstAccounts, marketplaceAccounts } from './schema/platform/marketplace-accounts';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
const usuario_id = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  const email = `${usuario_id}@exemplo.com.br`;
  await database.db.insert(users).values({ id: usuario_id, nome: 'Ana', email, senha_hash: 'x' });
  await database.db.insert(marketplaceAccounts).values(firstAccounts(usuario_id));
});
afterAll(() => database.close());

async function makeOrder(): Promise<string> {
  const id = newId();
  await database.db.insert(orders).values({
    ...{ usuario_id, id, marketplace: 'mercadolivre', ml_order_id: id, produto_nome: 'Café' },
    ...{ fornecedor_nome: 'Fornecedor', quantidade: 1, preco_venda: 59.9, preco_fornecedor: 1 },
  });
  return id;
}

/** Writes an estimate of an order of its own; answers the constraint that refuses it, or the order. */
async function write(fields: Partial<typeof orderEstimates.$inferInsert>) {
  const pedido_id = await makeOrder();
  try {
    await database.db.insert(orderEstimates).values({ usuario_id, pedido_id, ...fields });
  } catch (error) {
    return findPostgresFailure(error)?.constraint ?? String(error);
  }
  return { pedido_id };
}

const listFacts = (pedido_id: string) =>
  queryRows<{ id: string; fato: CostFact }>(
    database.db,
    sql`SELECT id::text, json_build_object('code', codigo, 'cents', valor, 'origin', origem, 'charged', cobrado,
          'isSelfDelivered', entrega_propria, 'ruleId', regra_id, 'ruleSince', regra_desde, 'missing', falta) AS fato
        FROM fatos_custos_pedido(${usuario_id}::uuid, ${pedido_id}::uuid) ORDER BY id`,
  );

const fact = (fields: Partial<CostFact>): CostFact => ({
  ...{ code: 'imposto', cents: 100, origin: 'usuario', charged: false, isSelfDelivered: false },
  ...{ ruleId: null, ruleSince: null, missing: null },
  ...fields,
});

describe('facts that are written as one row', () => {
  it('are read as they were, in the order of their codes, each with an id that stays', async () => {
    const facts = [
      fact({
        code: 'tarifa_venda',
        cents: 909,
        origin: 'tabela',
        ruleId: 'ml-commission',
        ruleSince: '2026-03-02',
      }),
      fact({ code: 'tarifa_fixa', cents: 0, origin: 'api' }),
      fact({ code: 'frete_vendedor', cents: 800, isSelfDelivered: true }),
      fact({ code: 'parcelamento', cents: 12, origin: 'tabela', ruleId: 'regra-3' }),
      fact({ code: 'imposto', cents: null, origin: 'tabela', missing: 'regime' }),
      fact({ code: 'fornecedor', cents: 3_000_000_000 }),
    ];
    const pedido_id = await makeOrder();
    const row = toEstimate(facts);
    const columns = Object.keys(row).map((name) => sql.identifier(name));
    await database.db.execute(
      sql`INSERT INTO estimativas_pedido (usuario_id, pedido_id, ${sql.join(columns, sql`, `)})
          VALUES (${usuario_id}, ${pedido_id}, ${sql.join(
            Object.values(row).map((value) => sql`${value}`),
            sql`, `,
          )})`,
    );
    const read = await listFacts(pedido_id);
    expect(read.map(({ fato }) => fato)).toEqual(facts);
    const ids = read.map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 9].map((place) => `${pedido_id.slice(0, -2)}0${place}`));
  });

  it('may be of every code, and miss for every reason that is known', async () => {
    for (const code of COST_CODES) {
      expect(await write({ [code]: 1, [`${code}_fonte`]: 'usuario' })).toHaveProperty('pedido_id');
    }
    for (const missing of MISSING_FACTS) {
      const row = toEstimate([fact({ cents: null, origin: 'tabela', missing })]);
      const { imposto_fonte } = row;
      expect(await write({ imposto_fonte: imposto_fonte ?? null })).toHaveProperty('pedido_id');
    }
  });
});

describe('the database itself refuses an estimate', () => {
  it.each([
    ['without a fact', {}],
    ['with an amount of no origin', { imposto: 1 }],
    ['with an amount of an unknown origin', { imposto: 1, imposto_fonte: 'palpite' }],
    ['with an amount of an empty origin', { imposto: 1, imposto_fonte: '' }],
    ['that was charged', { imposto: 1, imposto_fonte: 'fatura' }],
    ['with an origin alone', { imposto_fonte: 'tabela' }],
    ['with an unknown reason', { imposto_fonte: 'tabela azar' }],
    ['with more than a rule and its first day', { imposto: 1, imposto_fonte: 'tabela a 2026-01-01 b' }],
    ['with one wrong fact among right ones', { ads: 1, ads_fonte: 'usuario', outros_fonte: 'tabela' }],
  ])('%s', async (_, fields) => {
    expect(await write(fields)).toBe('estimativas_pedido_fontes');
  });

  it('of a parcel that the seller brings, without a freight', async () => {
    const row = { entrega_propria: true, imposto: 1, imposto_fonte: 'usuario' };
    expect(await write(row)).toBe('estimativas_pedido_entrega');
  });

  it('of another seller’s order', async () => {
    const row = { usuario_id: newId(), imposto: 1, imposto_fonte: 'usuario' };
    expect(await write(row)).toBe('estimativas_pedido_fk');
  });
});
