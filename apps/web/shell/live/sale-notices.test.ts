import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSaleNotices, type NewSale } from './sale-notices';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const sale = (number: number): NewSale => ({
  id: `evento-${number}`,
  tipo: 'pedido',
  pedido_id: `pedido-${number}`,
  ml_order_id: `2000${number}`,
  produto_nome: `Produto ${number}`,
  de: null,
  para: 'pendente',
});

function setUp(isOwn: (sale: NewSale) => boolean | undefined = () => false) {
  const shown: string[] = [];
  const notices = createSaleNotices({
    showOne: ({ produto_nome }) => shown.push(produto_nome),
    showCount: (count, instead) => shown.push(`${count} em lugar de ${instead.length}`),
    isOwn,
  });
  const arrive = (...numbers: number[]) => {
    for (const number of numbers) notices.arrived(sale(number));
    return vi.advanceTimersByTimeAsync(300);
  };
  return { shown, arrive };
}

it('names up to three sales', async () => {
  const { shown, arrive } = setUp();
  await arrive(1, 2, 3);
  expect(shown).toEqual(['Produto 1', 'Produto 2', 'Produto 3']);
});

it('counts many that arrive at once', async () => {
  const { shown, arrive } = setUp();
  await arrive(...Array.from({ length: 12 }, (_, number) => number));
  expect(shown).toEqual(['12 em lugar de 0']);
});

it('counts on while the count is seen, in place of the names seen before it', async () => {
  const { shown, arrive } = setUp();
  await arrive(1, 2);
  await arrive(3, 4);
  await arrive(5);
  expect(shown.slice(2)).toEqual(['4 em lugar de 2', '5 em lugar de 0']);
});

it('names again after a quiet while', async () => {
  const { shown, arrive } = setUp();
  await arrive(1, 2, 3, 4);
  await vi.advanceTimersByTimeAsync(4000);
  await arrive(5);
  expect(shown).toEqual(['4 em lugar de 0', 'Produto 5']);
});

it('does not tell of a sale of its own, however late that is known', async () => {
  let own: boolean | undefined;
  const { shown, arrive } = setUp(({ pedido_id }) => (pedido_id === 'pedido-1' ? own : false));
  await arrive(1, 2);
  own = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown).toEqual(['Produto 2']);
});
