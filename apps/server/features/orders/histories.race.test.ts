import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server';
import { COST_COMMANDS } from './testing/cost-commands';
import { findWrongFigures } from './testing/figures';
import { type Command, type History, makeHistory, play } from './testing/history';
import { findContradictions } from './testing/invariants';

const HISTORIES = runs(200);

let server: TestServer;
let played = 0;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  process.stdout.write(`Random parallel histories played on PostgreSQL: ${played}\n`);
  await server.close();
});

const marketplace = fc.constantFrom('mercadolivre' as const, 'amazon' as const);
const product = fc.nat({ max: 2 });
const units = fc.integer({ min: 1, max: 4 });
/** Few numbers, so that the same order is delivered, delivered again and cancelled. */
const number = fc.integer({ min: 1, max: 4 });
/** Of one product also twice, and now and then of a listing that is not known here. */
const lines = fc.array(fc.record({ product: fc.nat({ max: 3 }), units }), { minLength: 1, maxLength: 5 });
const path = fc.constantFrom('aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue');

/** Whether the marketplace tells that it sends the order itself; what was told once stays. */
const full = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

/** Orders of a bulk run; some stand in it twice. */
const indices = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 8 });

const kind = <K extends Command['kind']>(name: K) => fc.constant(name);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('sell'), product, marketplace, units }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('deliver'), number, lines, full }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('alter'), number, lines, full, minute: fc.nat({ max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('cancel'), number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ kind: kind('part'), supplier: fc.nat({ max: 1 }), indices },
      acao: fc.constantFrom('enviar-fornecedor', 'pagar'),
      isUndo: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('edit'),
      product,
      stock: fc.nat({ max: 12 }),
      seen: fc.option(fc.nat({ max: 12 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('publish'), product, marketplace }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('unpublish'), product, marketplace }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('import'),
      skus: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('step'), index: fc.nat({ max: 5 }), path }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('undo'), index: fc.nat({ max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('bulk'), indices, acao: path }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('undoBulk'), indices, acao: path }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('print') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancelBySeller'), index: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('remove'), product }) },
  ...COST_COMMANDS,
);

it('no parallel history makes stock negative or different from its ledger, doubles an order, bends a sum or loses a part', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 24 }), async (commands) => {
      const history: History = await makeHistory(server);
      const answers = await Promise.all(commands.map((one) => play(history, one)));
      played += 1;
      expect(answers.filter((status) => status >= 500)).toEqual([]);
      expect(await findContradictions(history)).toEqual([]);
      expect(await findWrongFigures(history)).toEqual([]);
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 300_000);
