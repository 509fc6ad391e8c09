import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { expect, it } from 'vitest';
import { BULK_STEPS, filterReady, sumCosts } from './bulk-steps';

const order = (fields: Partial<ChosenOrder>) => ({ preco_fornecedor: 0, ...fields }) as ChosenOrder;

it('takes to each step the orders that stand where it begins, and no order to two', () => {
  const orders = (['pendente', 'pago', 'pendente', 'cancelado', 'entregue'] as const).map((status) =>
    order({ status }),
  );
  const counts = BULK_STEPS.map((step) => [step.label, filterReady(orders, step).length]);
  expect(counts).toEqual([
    ['Aprovar', 2],
    ['Enviar ao Fornecedor', 0],
    ['Confirmar Pagamento', 0],
    ['Marcar como Enviado', 1],
    ['Marcar Entregue', 0],
  ]);
});

it('takes no order to a step that its marketplace sends', () => {
  const orders = (['pendente', 'pago', 'enviado_cliente'] as const).map((status) =>
    order({ status, enviado_pelo_marketplace: true }),
  );
  expect(BULK_STEPS.flatMap((step) => filterReady(orders, step))).toEqual([]);
});

it('sums the costs to the cent', () => {
  expect(sumCosts(Array(1000).fill(order({ preco_fornecedor: 0.1 })))).toBe(100);
});
