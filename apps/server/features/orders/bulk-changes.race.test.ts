import { runs } from '@esteira/config/vitest/runs';
import { newId } from '@esteira/db/schema/columns';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server';
import { applyChange, listProducts, undoChange } from '../products/changes/testing/change-calls';
import { findWrongFigures } from './testing/figures';
import { type Command, type History, makeHistory, play } from './testing/history';
import { findContradictions } from './testing/invariants';

const HISTORIES = runs(60);

let server: TestServer;
let played = 0;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  process.stdout.write(`Random parallel histories with bulk changes: ${played}\n`);
  await server.close();
});

type BulkCommand =
  | { kind: 'change'; campo: 'preco_venda_ml' | 'estoque'; depois: number; set: number }
  | { kind: 'take back'; set: number };

const PRICES = [10, 20, 30];
const product = fc.nat({ max: 2 });
const set = fc.nat({ max: 2 });
const orders = {
  indices: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 8 }),
  acao: fc.constantFrom('aprovar', 'enviar-fornecedor', 'pagar'),
};

const command: fc.Arbitrary<Command | BulkCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      product,
      marketplace: fc.constant('mercadolivre' as const),
      units: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      product,
      stock: fc.nat({ max: 12 }),
      seen: fc.option(fc.nat({ max: 12 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), product }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('bulk' as const, 'undoBulk' as const), ...orders }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancelBySeller' as const), index: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('print' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      campo: fc.constant('preco_venda_ml' as const),
      depois: fc.constantFrom(...PRICES),
      set,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      campo: fc.constant('estoque' as const),
      depois: fc.nat({ max: 20 }),
      set,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take back' as const), set }) },
);

async function playBulk(history: History, sets: string[], one: BulkCommand): Promise<number> {
  const id = sets[one.set] ?? '';
  if (one.kind === 'take back') return (await undoChange(server, history.user, id)).status;
  const { campo, depois } = one;
  const products = await listProducts(server, history.user);
  if (products.length === 0) return 200;
  const itens = products.map((item) => ({ id: item.id, antes: item[campo], depois }));
  return (await applyChange(server, history.user, { lote_id: id, campo, itens })).status;
}

it('bulk changes, bulk steps, the undos of both, prints, cancellations, edits and sales at once leave the ledger equal and every price one that was given', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 20 }), async (commands) => {
      const history = await makeHistory(server);
      const sets = [newId(), newId(), newId()];
      const answers = await Promise.all(
        commands.map((one) =>
          one.kind === 'change' || one.kind === 'take back'
            ? playBulk(history, sets, one)
            : play(history, one),
        ),
      );
      played += 1;
      expect(answers.filter((status) => status >= 500)).toEqual([]);
      expect(await findContradictions(history)).toEqual([]);
      expect(await findWrongFigures(history)).toEqual([]);
      const prices = (await listProducts(server, history.user)).map((item) => item.preco_venda_ml);
      expect(prices.filter((price) => ![59.9, 33.33, ...PRICES].includes(price))).toEqual([]);
    }),
    { numRuns: HISTORIES },
  );
}, 600_000);

it('of parallel undos of one set each restores once, and all answer the same', async () => {
  for (let round = 0; round < 8; round += 1) {
    const history = await makeHistory(server);
    const products = await listProducts(server, history.user);
    const before = products.map(({ estoque }) => estoque);
    const lote_id = newId();
    const itens = products.map(({ id, estoque }) => ({ id, antes: estoque, depois: 50 }));
    await applyChange(server, history.user, { lote_id, campo: 'estoque', itens });
    const answers = await Promise.all([1, 2, 3].map(() => undoChange(server, history.user, lote_id)));
    for (const { body } of answers) {
      expect(body.result.data).toEqual({ desfeitos: 3, mantidos: 0, itens: [] });
    }
    expect((await listProducts(server, history.user)).map(({ estoque }) => estoque)).toEqual(before);
    expect(await findContradictions(history)).toEqual([]);
  }
}, 120_000);

it('of two who make the same change at once each product moves once, and both can be taken back', async () => {
  for (let round = 0; round < 8; round += 1) {
    const history = await makeHistory(server);
    const products = await listProducts(server, history.user);
    const before = products.map(({ estoque }) => estoque);
    const itens = products.map(({ id, estoque }) => ({ id, antes: estoque, depois: 50 }));
    const sets = [newId(), newId()];
    const apply = (lote_id: string, order: typeof itens) =>
      applyChange(server, history.user, { lote_id, campo: 'estoque', itens: order });
    const answers = await Promise.all([
      apply(sets[0] ?? '', itens),
      apply(sets[1] ?? '', itens.toReversed()),
    ]);
    for (const { body } of answers) expect(body.result.data).toEqual({ aplicados: 3, recusados: [] });
    expect((await listProducts(server, history.user)).map(({ estoque }) => estoque)).toEqual([50, 50, 50]);
    expect(await findContradictions(history)).toEqual([]);
    const undone = await Promise.all(sets.map((set) => undoChange(server, history.user, set)));
    expect(undone.map(({ status, body }) => body.result?.data.desfeitos ?? status).sort()).toEqual([0, 3]);
    expect((await listProducts(server, history.user)).map(({ estoque }) => estoque)).toEqual(before);
    expect(await findContradictions(history)).toEqual([]);
  }
}, 120_000);
