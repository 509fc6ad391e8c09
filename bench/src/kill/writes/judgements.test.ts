import { describe, expect, it } from 'vitest';
import { judgeValues } from './bulk-changes';
import { judgeTogether } from './bulk-steps';
import { judgeFile } from './new-imports';
import { OrderBook } from './order-book';
import { judgeAnswer } from './send';
import { judgeVersions } from './update-imports';

describe('the book of orders', () => {
  it('names an acknowledged order that is lost', () => {
    const book = new OrderBook();
    book.add('a');
    book.add('b');
    expect(book.judge([{ id: 'a', status: 'pendente' }]).problems).toEqual([
      'the acknowledged order b is lost',
    ]);
  });

  it('names orders that nobody was told of and no sale that was cut off explains, and learns the others', () => {
    const book = new OrderBook();
    book.addUnclearSale();
    const first = { id: 'a', status: 'pendente' } as const;
    expect(book.judge([first])).toEqual({ problems: [], done: 1, notDone: 0 });
    const { problems } = book.judge([first, { id: 'b', status: 'pendente' }]);
    expect(problems).toEqual(['1 orders more than were told of, but 0 sales were cut off']);
    expect(book.judge([]).problems).toHaveLength(2);
  });

  it('lets a cancellation that was cut off be done or not, and an answered one only done', () => {
    const book = new OrderBook();
    book.add('a');
    book.allow('a', 'pendente', 'cancelado');
    expect(book.judge([{ id: 'a', status: 'pendente' }])).toEqual({ problems: [], done: 0, notDone: 1 });
    book.allow('a', 'cancelado');
    expect(book.judge([{ id: 'a', status: 'pendente' }]).problems).toEqual([
      'order a: pendente instead of cancelado',
    ]);
  });
});

it('a bulk step that moved some of its orders is a contradiction', () => {
  const allowed = ['pendente', 'aprovado'] as const;
  const judge = (...found: { status: (typeof allowed)[number]; total: number }[]) =>
    judgeTogether(found, { total: 50, allowed });
  expect(judge({ status: 'aprovado', total: 50 })).toEqual([]);
  expect(judge({ status: 'aprovado', total: 49 })).toHaveLength(1);
  expect(judge({ status: 'aprovado', total: 49 }, { status: 'pendente', total: 1 })).toEqual([
    'a bulk step: 49 aprovado, 1 pendente instead of 50 pendente or aprovado',
  ]);
});

it('a bulk change that reached some of its products is a contradiction', () => {
  const [before, after] = [
    { estoque: 5, preco_venda_ml: 200 },
    { estoque: 9, preco_venda_ml: 200 },
  ];
  const judge = (...found: { estoque: number; preco_venda_ml: number; total: number }[]) =>
    judgeValues(found, { total: 200, allowed: [before, after] });
  expect(judge({ ...before, total: 200 })).toBe('not done');
  expect(judge({ ...after, total: 200 })).toBe('done');
  expect(judge({ ...before, total: 199 }, { ...after, total: 1 })).toHaveLength(1);
});

describe('an import of new products', () => {
  const judge = (state: Parameters<typeof judgeFile>[0]['state'], live: number, staged = 0) =>
    judgeFile({ state, rows: 600 }, { live, staged });

  it('that was answered is there as a whole, and one that was taken back is gone', () => {
    expect(judge('in', 600)).toBe('as told');
    expect(judge('in', 599)).toBeNull();
    expect(judge('out', 0)).toBe('as told');
    expect(judge('out', 1)).toBeNull();
  });

  it('that was cut off is there or not, its staged rows included', () => {
    expect(judge('import cut off', 0)).toBe('not done');
    expect(judge('import cut off', 600)).toBe('done');
    expect(judge('import cut off', 500, 100)).toBe('done');
    expect(judge('import cut off', 500)).toBeNull();
    expect(judge('import cut off', 500, 99)).toBeNull();
  });

  it('whose undo was cut off may be there in part, but never with more than was imported', () => {
    expect(judge('undo cut off', 100)).toBe('in part');
    expect(judge('undo cut off', 601)).toBeNull();
  });
});

it('each product of an update is as before or as after, price and stock alike, and none is missing', () => {
  const judge = (to: number | null, ...found: [price: number, stock: number, total: number][]) =>
    judgeVersions(
      found.map(([price, stock, total]) => ({ price, stock, total })),
      { from: 3, to },
    );
  expect(judge(4, [3, 3, 700], [4, 4, 500])).toBe('in part');
  expect(judge(null, [3, 3, 700], [4, 4, 500])).toHaveLength(1);
  expect(judge(4, [3, 3, 700], [4, 3, 500])).toHaveLength(1);
  expect(judge(4, [3, 3, 700], [4, 4, 499])).toHaveLength(1);
});

it('an answer of a server that lost its database says nothing about the write', () => {
  const headers = new Headers();
  expect(judgeAnswer(503, '{"detail":"…"}', headers)).toEqual({ kind: 'unclear' });
  expect(judgeAnswer(409, 'no', headers)).toEqual({ kind: 'refused', status: 409, text: 'no' });
  expect(judgeAnswer(200, '{"result":{"data":{"ok":1}}}', headers)).toEqual({
    kind: 'done',
    data: { ok: 1 },
    headers,
  });
});
