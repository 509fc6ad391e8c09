import { describe, expect, it } from 'vitest';
import { findChanges, valueAt } from './find-changes';

const opened = { nome: 'Caneca', sku: null, ficha: { ean: null, marca: 'Oca' } };
const changesOf = (values: object, dirty: object, seen: object = opened) =>
  findChanges({
    values,
    isTouched: (path) => Boolean(valueAt(dirty, path)),
    seenAt: (path) => valueAt(seen, path),
  });

describe('findChanges', () => {
  it('names the changed fields with the values they had, parts of the record as parts', () => {
    const values = { nome: 'Copo', sku: 'C-1', ficha: { ean: '789', marca: 'Oca' } };
    expect(changesOf(values, { nome: true, sku: true, ficha: { ean: true, marca: true } })).toEqual({
      nome: { antes: 'Caneca', depois: 'Copo' },
      sku: { antes: null, depois: 'C-1' },
      ficha: { ean: { antes: null, depois: '789' } },
    });
  });

  it('leaves out what the person did not touch, whatever the schema makes of it', () => {
    expect(changesOf({ nome: 'caneca', sku: null }, { sku: true })).toEqual({});
  });

  it('leaves out what was typed back, and parts of which nothing was changed', () => {
    expect(changesOf({ nome: 'Caneca', ficha: { ean: null } }, { nome: true, ficha: true })).toEqual({});
  });

  it('looks at each field of a part that a draft gave back as a whole', () => {
    expect(changesOf({ ficha: { ean: '789', marca: 'Oca' } }, { ficha: true })).toEqual({
      ficha: { ean: { antes: null, depois: '789' } },
    });
  });
});
