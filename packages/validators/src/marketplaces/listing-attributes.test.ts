import { describe, expect, it } from 'vitest';
import { listingAttributesInput } from './listing-attributes';

describe('listingAttributesInput', () => {
  it('fills in the defaults of a product that says nothing', () => {
    expect(listingAttributesInput.parse({ ean: ' ', marca: '' })).toEqual({
      ean: null,
      motivo_sem_ean: null,
      marca: null,
      modelo: null,
      condicao: 'novo',
      tipo_anuncio: 'classico',
      categoria_ml: null,
      margem_seguranca: 0,
    });
  });

  it('takes an EAN with the spaces that people copy, and a category in any case', () => {
    const attributes = listingAttributesInput.parse({ ean: '6 925281 974397', categoria_ml: ' mlb196208 ' });
    expect(attributes).toMatchObject({ ean: '6925281974397', categoria_ml: 'MLB196208' });
  });

  it.each(['0000000000000', '2000000000008', '0200000000004', 'SEM GTIN', 'N/A', '-', '0', '1111111111111'])(
    'takes %s for no EAN',
    (ean) => {
      expect(listingAttributesInput.parse({ ean }).ean).toBeNull();
    },
  );

  it('says of an EAN that a spreadsheet abbreviated what happened to it', () => {
    const { error } = listingAttributesInput.safeParse({ ean: '7,89123E+12' });
    expect(error?.issues[0]?.message).toMatch(/^Número abreviado pelo Excel/);
  });

  it.each([
    ['ean', '6925281974398'],
    ['ean', 'abc'],
    ['categoria_ml', 'Fones'],
    ['condicao', 'quebrado'],
    ['tipo_anuncio', 'ouro'],
    ['margem_seguranca', -1],
    ['margem_seguranca', 1.5],
    ['margem_seguranca', 1001],
  ])('refuses %s %j', (field, value) => {
    expect(listingAttributesInput.safeParse({ [field]: value }).success).toBe(false);
  });
});
