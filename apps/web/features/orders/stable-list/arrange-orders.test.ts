import type { Order } from '@esteira/validators/orders/order';
import { describe, expect, it } from 'vitest';
import { type Arrangement, arrangeOrders, NOTHING_YET } from './arrange-orders';

const order = (id: string) => ({ id }) as Order;
const orders = (ids: string) => [...ids].map(order);
const idsOf = ({ orders: shown }: Arrangement) => shown.map(({ id }) => id).join('');

const shownAs = (ids: string): Arrangement => ({ ...NOTHING_YET, list: 'pendentes', orders: orders(ids) });
const stepped = (ids: string) => new Map([...ids].map((id) => [id, { order: order(id) }]));

function arrange(before: string, ids: string, change: Partial<Parameters<typeof arrangeOrders>[1]> = {}) {
  const incoming = {
    list: 'pendentes',
    orders: orders(ids),
    steps: new Map(),
    isScrolled: false,
    wanted: null,
  };
  return arrangeOrders(shownAs(before), { ...incoming, ...change });
}

describe('an order that took a step', () => {
  it('keeps its place in a list that no longer has it', () => {
    const kept = arrange('abcd', 'abd', { steps: stepped('c') });
    expect([idsOf(kept), kept.kept]).toEqual(['abcd', 1]);
  });

  it('keeps it at the beginning, at the end, beside others, and alone', () => {
    expect(idsOf(arrange('abcd', 'bcd', { steps: stepped('a') }))).toBe('abcd');
    expect(idsOf(arrange('abcd', 'abc', { steps: stepped('d') }))).toBe('abcd');
    expect(idsOf(arrange('abcd', 'ad', { steps: stepped('bc') }))).toBe('abcd');
    expect(idsOf(arrange('a', '', { steps: stepped('a') }))).toBe('a');
  });

  it('keeps it while others arrive and leave around it', () => {
    expect(idsOf(arrange('abcd', 'nadp', { steps: stepped('c') }))).toBe('nacdp');
  });

  it('leaves when its step is no longer recent, and is shown once when the list has it', () => {
    expect(idsOf(arrange('abcd', 'abd'))).toBe('abd');
    const back = arrange('abcd', 'abcd', { steps: stepped('c') });
    expect([idsOf(back), back.kept]).toEqual(['abcd', 0]);
  });

  it('has no place in another list', () => {
    const other = arrange('abcd', 'xyz', { list: 'aprovados', steps: stepped('c') });
    expect([idsOf(other), other.list]).toEqual(['xyz', 'aprovados']);
  });

  it('keeps it while the orders are still those of the list before', () => {
    expect(idsOf(arrange('abcd', 'abd', { list: null, steps: stepped('c') }))).toBe('abcd');
  });
});

describe('a new order', () => {
  it('is inserted at the top of the page', () => {
    const top = arrange('abc', 'nabc');
    expect([idsOf(top), top.waiting]).toEqual(['nabc', 0]);
  });

  it('waits while the page is scrolled, wherever the list would put it', () => {
    const scrolled = arrange('abc', 'nabmc', { isScrolled: true });
    expect([idsOf(scrolled), scrolled.waiting]).toEqual(['abc', 2]);
  });

  it('waits on, and is shown when the page is scrolled back', () => {
    const incoming = { list: 'pendentes', steps: new Map(), wanted: null };
    const first = arrangeOrders(shownAs('abc'), { ...incoming, orders: orders('nabc'), isScrolled: true });
    const second = arrangeOrders(first, { ...incoming, orders: orders('mnabc'), isScrolled: true });
    expect([idsOf(second), second.waiting]).toEqual(['abc', 2]);
    const back = arrangeOrders(second, { ...incoming, orders: orders('mnabc'), isScrolled: false });
    expect([idsOf(back), back.waiting]).toEqual(['mnabc', 0]);
  });

  it('is not taken for the next page, which comes at the end', () => {
    const paged = arrange('abc', 'abcdef', { isScrolled: true });
    expect([idsOf(paged), paged.waiting]).toEqual(['abcdef', 0]);
  });

  it('does not wait where it was asked for', () => {
    expect(idsOf(arrange('abc', 'nabc', { isScrolled: true, wanted: 'n' }))).toBe('nabc');
  });
});
