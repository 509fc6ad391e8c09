import { describe, expect, it } from 'vitest';
import {
  type ApiError,
  isOtherModel,
  parseCauses,
  sortCauses,
  toBlockingReasons,
  toReasons,
  toSentence,
} from './errors';

function cause(code: string, more: Record<string, unknown> = {}) {
  const [read] = parseCauses([{ code, type: 'error', message: 'english text', ...more }]);
  if (!read) throw new Error('no cause');
  return read;
}

function refusal(changes: Partial<ApiError>): ApiError {
  return { status: 400, error: null, message: null, causes: [], ...changes };
}

describe('a cause in Portuguese', () => {
  it.each([
    [
      { cause_id: 147, message: 'The attributes [BRAND] are required' },
      'O atributo Marca (BRAND) é obrigatório nesta categoria. Preencha no cadastro do produto.',
    ],
    [
      { cause_id: 147, message: 'The attributes [BRAND, VOLTAGE, X_NEW] are required' },
      'Os atributos Marca (BRAND), Voltagem (VOLTAGE), X_NEW são obrigatórios nesta categoria. A Esteira ainda não tem campo para: Voltagem (VOLTAGE), X_NEW.',
    ],
    [{ cause_id: 173 }, 'O anúncio precisa de ao menos uma imagem. Preencha a URL da imagem.'],
    [{ cause_id: 3250 }, 'Sua conta não está autorizada a anunciar esta marca nesta categoria.'],
    [{ cause_id: 126 }, 'Não é possível anunciar nesta categoria. Escolha uma categoria mais específica.'],
  ])('knows the number: %j', (more, sentence) => {
    expect(toSentence(cause('item.attributes.missing_required', more))).toBe(sentence);
  });

  it.each([
    ['item.price.invalid', 'preço'],
    ['item.pictures.invalid_size', '500 pixels'],
    ['item.listing_type_id.invalid', 'tipo de anúncio'],
    ['item.fashion_grid.missing', 'tabela de medidas'],
    ['item.sale_terms.missing', 'garantia'],
  ])('knows the code %s', (code, word) => {
    expect(toSentence(cause(code))).toContain(word);
  });

  it('keeps an unknown code, and never shows the English text', () => {
    expect(toSentence(cause('item.something_new'))).toBe(
      'O Mercado Livre recusou o anúncio. (código item.something_new)',
    );
    expect(toSentence(cause('x.y', { message: 'The field [COLOR] is odd' }))).toContain('Cor (COLOR)');
    expect(toSentence(cause('frase inteira em inglês'))).toBe('O Mercado Livre recusou o anúncio.');
  });

  it('separates what refuses from what only warns, and says each thing once', () => {
    const causes = [
      cause('item.price.invalid'),
      cause('item.price.invalid'),
      cause('item.shipping.mandatory_free_shipping', { type: 'warning' }),
      cause('shipping.lost_me1_by_user'),
    ];
    expect(sortCauses(causes)).toEqual({
      motivos: ['O preço não é aceito nesta categoria.'],
      avisos: [
        {
          codigo: 'observacao',
          mensagem: 'Neste preço o frete grátis é obrigatório: o Mercado Livre vai ativá-lo.',
        },
      ],
    });
  });
});

describe('a warning', () => {
  it.each([
    [
      'item.shipping.mandatory_free_shipping',
      'x',
      'Neste preço o frete grátis é obrigatório: o Mercado Livre vai ativá-lo.',
    ],
    [
      'item.something_new',
      'x',
      'O Mercado Livre fez uma observação sobre o anúncio. (código item.something_new)',
    ],
    [
      'item.attribute.missing_x',
      'Add [COLOR] in MLB1 [MLB196208]',
      'O Mercado Livre pede atenção a estes campos do anúncio: Cor (COLOR).',
    ],
  ])('%s is no refusal', (code, message, sentence) => {
    expect(sortCauses([cause(code, { type: 'warning', message })])).toEqual({
      motivos: [],
      avisos: [{ codigo: 'observacao', mensagem: sentence }],
    });
  });
});

describe('the shapes of `cause`', () => {
  it.each([
    [[], 0],
    [null, 0],
    [undefined, 0],
    ['address_pending', 1],
    [{ code: 'a' }, 1],
    [['a', { code: 'b' }, 7, {}, null], 2],
  ])('%j holds %i', (value, count) => {
    expect(parseCauses(value)).toHaveLength(count);
  });
});

describe('a whole refusal', () => {
  it('is worded by its error when it has no causes', () => {
    const [sentence] = toReasons(
      refusal({ message: 'body.invalid_field_types', error: 'The fields [price] are' }),
    );
    expect(sentence).toContain('body.invalid_field_types');
  });

  it('blocks nothing when there are warnings only, and still has a reason when it is final', () => {
    const warned = refusal({ causes: [cause('item.price.low', { type: 'warning' })] });
    expect(toBlockingReasons(warned)).toEqual([]);
    expect(toReasons(warned)).toEqual(['O preço não é aceito nesta categoria.']);
  });

  it.each([
    [{ message: 'body.invalid_fields', error: 'The fields [title] are invalid for requested call.' }, true],
    [{ causes: [cause('body.required_fields', { message: 'properties [family_name, price]' })] }, true],
    [
      { message: 'body.invalid_fields', error: 'The fields [channels] are invalid for requested call.' },
      false,
    ],
    [{ causes: [cause('item.title.max_length', { message: 'The title is too long' })] }, false],
  ])('is about title and family_name or not (%#)', (changes, expected) => {
    expect(isOtherModel(refusal(changes))).toBe(expected);
  });
});
