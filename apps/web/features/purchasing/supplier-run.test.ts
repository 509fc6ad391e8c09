import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { expect, it } from 'vitest';
import { addFailure, addResults, beginRun, toBatches } from './supplier-run';

const order = (id: string) => ({ id }) as PurchaseOrder;
const many = Array.from({ length: 1001 }, (_, index) => order(String(index)));

it('goes in calls of at most 500 orders and leaves none out', () => {
  const batches = toBatches(many);
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(batches.flat()).toEqual(many);
});

it('names every order that was not moved, with the reason that was given', () => {
  const [a, b, c] = [order('a'), order('b'), order('c')];
  const run = addResults(
    beginRun('take', 'pagar', 3),
    [a, b, c],
    [
      { id: 'a', ok: true, status: 'pago' },
      { id: 'b', ok: false, detail: 'Pedido está "Pago ao Fornecedor"' },
    ],
  );
  expect(run.done).toEqual([a]);
  expect(run.failures).toEqual([
    { order: b, reason: 'Pedido está "Pago ao Fornecedor"' },
    { order: c, reason: 'Erro ao confirmar pagamento' },
  ]);
  expect(addFailure(run, [order('d')], null).failures.at(-1)?.reason).toBe('Erro ao confirmar pagamento');
});
