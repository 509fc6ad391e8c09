import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server';
import { type History, makeHistory, play } from './testing/history';
import { findContradictions } from './testing/invariants';

let server: TestServer;
let history: History;
beforeAll(async () => {
  server = await createTestServer();
  history = await makeHistory(server);
});
afterAll(() => server.close());

const LINE = ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente'];

const post = async (path: string, body?: object) =>
  (await server.call('POST', path, { token: history.user.token, ...(body && { body }) })).status;
const step = (id: string, path: string) => post(`/api/pedidos/${id}/${path}`);
const cancel = (id: string) => post(`/api/pedidos/${id}/cancelar`, { motivo: 'Comprador desistiu' });
const undo = (id: string, status: string) => post('/trpc/orders.undo', { id, status });

const read = async () =>
  (await server.call('GET', '/api/pedidos?limite=1', { token: history.user.token })).body[0];

/** A new order of one unit that has taken this many steps. */
async function orderAfter(steps: number): Promise<string> {
  await play(history, { kind: 'edit', product: 0, stock: 5, seen: null });
  await play(history, { kind: 'sell', product: 0, marketplace: 'mercadolivre', units: 1 });
  const { id } = await read();
  for (const path of LINE.slice(0, steps)) expect(await step(id, path)).toBe(200);
  return id;
}

it('cancelled by several at once, an order gives its stock back once', async () => {
  for (let steps = 0; steps < 4; steps += 1) {
    const id = await orderAfter(steps);
    expect(await Promise.all([1, 2, 3, 4].map(() => cancel(id)))).toEqual([200, 200, 200, 200]);
  }
  expect(await findContradictions(history)).toEqual([]);
}, 60_000);

it('whatever steps, undos and cancellations meet, stock, sums and history agree', async () => {
  const entered = ['aprovado', 'enviado_fornecedor', 'pago'];
  const round = fc.record({
    steps: fc.nat({ max: 3 }),
    rivals: fc.shuffledSubarray(['step', 'undo', 'cancel', 'cancel again'], { minLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(round, async ({ steps, rivals }) => {
      const id = await orderAfter(steps);
      const acts: Record<string, () => Promise<number>> = {
        step: () => step(id, LINE[steps] ?? ''),
        undo: () => undo(id, entered[steps - 1] ?? 'pendente'),
        cancel: () => cancel(id),
        'cancel again': () => cancel(id),
      };
      const answers = await Promise.all(rivals.map((rival) => acts[rival]?.()));
      expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
      const { status } = await read();
      const isCancelled = rivals.some((rival, at) => rival.startsWith('cancel') && answers[at] === 200);
      expect(status === 'cancelado').toBe(isCancelled);
    }),
    { numRuns: runs(60), endOnFailure: true },
  );
  expect(await findContradictions(history)).toEqual([]);
}, 120_000);
