import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderListInput } from '../orders/order-list';
import { productListInput } from '../products/product';
import { pageInput, pageOf } from './page';

describe('pageInput', () => {
  it('starts at the beginning with 50 rows unless told otherwise', () => {
    const nothing: z.input<typeof pageInput> = {};
    expect(pageInput.parse(nothing)).toEqual({ limite: 50, cursor: undefined });
    expect(pageInput.parse({ limite: '', cursor: '' })).toEqual({ limite: 50, cursor: undefined });
  });

  it.each([
    ['1', 1],
    ['500', 500],
    [' 20 ', 20],
    [20, 20],
  ])('takes %j rows', (limite, rows) => {
    expect(pageInput.parse({ limite }).limite).toBe(rows);
  });

  it.each(['0', '501', '1.5', '1e2', '0x10', '-1', 'dez', 0, 501, 1.5, '9'.repeat(400)])(
    'refuses %j rows',
    (limite) => {
      expect(pageInput.safeParse({ limite }).error?.issues[0]?.message).toBe(
        'Deve ser um número inteiro de 1 a 500',
      );
    },
  );
});

describe('pageOf', () => {
  it('ends with a null cursor', () => {
    const page = pageOf(z.object({ id: z.string() }));
    expect(page.parse({ itens: [{ id: 'a', extra: 1 }], proximo_cursor: null })).toEqual({
      itens: [{ id: 'a' }],
      proximo_cursor: null,
    });
  });
});

describe('productListInput', () => {
  it.each([
    ['true', true],
    ['false', false],
    [true, true],
    ['', undefined],
  ])('reads estoque_baixo=%j as %j', (estoque_baixo, expected) => {
    expect(productListInput.parse({ estoque_baixo }).estoque_baixo).toBe(expected);
  });

  it('refuses an unknown publication filter', () => {
    expect(productListInput.safeParse({ publicado: 'shopee' }).success).toBe(false);
  });
});

describe('orderListInput', () => {
  it.each(['todos', 'pendentes', 'aprovados', 'com_fornecedor'] as const)('knows the filter %s', (filtro) => {
    expect(orderListInput.parse({ filtro }).filtro).toBe(filtro);
  });

  it.each(['cancelados', 'toString', '__proto__'])('refuses the filter %s', (filtro) => {
    expect(orderListInput.safeParse({ filtro }).success).toBe(false);
  });

  it.each(['2026-02-29', '2026-13-01', '21/11/2026', '2026-11-21T00:00', 'hoje'])(
    'refuses %s as a day',
    (de) => {
      expect(orderListInput.safeParse({ de }).error?.issues[0]?.message).toBe('Data inválida');
    },
  );

  it.each(['0000-01-01', '1899-12-31', '1999-12-31', '2101-01-01', '9999-12-31'])(
    'refuses %s as a day out of range',
    (de) => {
      const told = 'Use uma data de 2000 a 2100';
      expect(orderListInput.safeParse({ de }).error?.issues[0]?.message).toBe(told);
    },
  );

  it('reads every filter of a query string, and blank ones as none', () => {
    const typed = {
      busca: ' 4321 ',
      status: 'cancelado',
      de: '2028-02-29',
      atencao: 'true',
      ordem: 'maior_lucro',
    };
    expect(orderListInput.parse(typed)).toEqual({ ...typed, busca: '4321', atencao: true, limite: 50 });
    const blank = {
      busca: ' ',
      status: '',
      marketplace: '',
      fornecedor_id: '',
      de: '',
      ate: ' ',
      atencao: '',
    };
    expect(Object.values(orderListInput.parse({ ...blank, ordem: '' })).filter(Boolean)).toEqual([50]);
  });
});
