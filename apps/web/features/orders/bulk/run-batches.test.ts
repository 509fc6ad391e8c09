import type { BulkResponse, ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { expect, it, vi } from 'vitest';
import { runInBatches } from './run-batches';

const orders = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `p${n}`, ml_order_id: `${n}` }) as ChosenOrder);

const moved = async (ids: string[]): Promise<BulkResponse> => ({
  resultados: ids.map((id) => ({ id, ok: true, status: 'aprovado' })),
});

function run(count: number, call: (ids: string[]) => Promise<BulkResponse>, stop = new AbortController()) {
  const onProgress = vi.fn();
  const options = { size: 2, call, failure: 'Erro ao aprovar pedido', stop, onProgress };
  return runInBatches(orders(count), options).then((result) => ({ ...result, onProgress }));
}

it('sends every order once and in their order, and tells how far it is after each batch', async () => {
  const call = vi.fn(moved);
  const { outcomes, statuses, onProgress } = await run(5, call);
  expect(call.mock.calls).toEqual([[['p0', 'p1']], [['p2', 'p3']], [['p4']]]);
  expect(outcomes.map(({ id, state }) => `${id} ${state}`)).toEqual(orders(5).map(({ id }) => `${id} done`));
  expect([statuses.get('p4'), onProgress.mock.calls.length]).toEqual(['aprovado', 3]);
});

it('names what was refused with the server’s reason', async () => {
  const { outcomes } = await run(2, async (ids) => ({
    resultados: ids.map((id) => ({ id, ok: false, detail: 'Pedido está "Pago"' })),
  }));
  expect(outcomes.map(({ state, text }) => [state, text])).toEqual(
    Array(2).fill(['failed', 'Pedido está "Pago"']),
  );
});

it('begins no further batch once it is stopped, and says which orders were left', async () => {
  const stop = new AbortController();
  const call = async (ids: string[]) => {
    stop.abort();
    return moved(ids);
  };
  const { outcomes } = await run(5, call, stop);
  expect(outcomes.map(({ state }) => state)).toEqual(['done', 'done', 'skipped', 'skipped', 'skipped']);
});

it('stops at a batch that fails as a whole', async () => {
  const call = vi
    .fn(moved)
    .mockImplementationOnce(moved)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { outcomes } = await run(6, call);
  expect(outcomes.map(({ state }) => state)).toEqual([
    'done',
    'done',
    'failed',
    'failed',
    'skipped',
    'skipped',
  ]);
  expect(outcomes[2]?.text).toBe('Erro ao aprovar pedido');
});
