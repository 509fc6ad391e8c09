import { expect, it } from 'vitest';
import { findNextEditable, readEditStart, readMove } from './grid-keys';

const key = (name: string, held: { ctrlKey?: boolean } = {}) => ({
  ...{ key: name, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
});

it('arrows move by one, with Ctrl to the edge; Home and End go along the row, with Ctrl to a corner', () => {
  expect(readMove(key('ArrowDown'))).toEqual({ rows: 1, columns: 0 });
  expect(readMove(key('ArrowLeft'))).toEqual({ rows: 0, columns: -1 });
  expect(readMove(key('Home'))).toMatchObject({ rows: 0 });
  expect(readMove(key('End', { ctrlKey: true }))?.rows).toBeGreaterThan(1_000_000);
  expect(readMove(key('a'))).toBeNull();
});

it('typing replaces the cell, Enter and F2 go on with it, Delete empties it, shortcuts do nothing', () => {
  expect(readEditStart(key('7'), '59,90')).toBe('7');
  expect(readEditStart(key('Enter'), '59,90')).toBe('59,90');
  expect(readEditStart(key('F2'), '59,90')).toBe('59,90');
  expect(readEditStart(key('Delete'), '59,90')).toBe('');
  expect(readEditStart(key('c', { ctrlKey: true }), '59,90')).toBeNull();
  expect(readEditStart(key('Escape'), '59,90')).toBeNull();
  expect(readEditStart(key(' '), '59,90')).toBeNull();
});

it('Tab goes to the next cell that is edited, and from the last one into the next row', () => {
  expect(findNextEditable('preco_venda_ml', 1)).toEqual({ column: 'preco_venda_amazon', rows: 0 });
  expect(findNextEditable('estoque', 1)).toEqual({ column: 'preco_venda_ml', rows: 1 });
  expect(findNextEditable('preco_venda_ml', -1)).toEqual({ column: 'estoque', rows: -1 });
});
