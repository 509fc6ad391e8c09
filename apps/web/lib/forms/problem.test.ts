import { describe, expect, it } from 'vitest';
import { describeFailure, detailOf, fieldProblemsOf, formErrorOf, isTransient, statusOf } from './problem';

const answered = (data: unknown) => Object.assign(new Error('English text'), { data });

describe('detailOf', () => {
  it('gives the sentence the server wrote', () => {
    expect(detailOf(answered({ detail: 'SKU já cadastrado', httpStatus: 409 }))).toBe('SKU já cadastrado');
  });

  it.each([
    ['a network failure', new TypeError('Failed to fetch')],
    ['an answer without a detail', answered({ httpStatus: 502 })],
    ['a detail that is no text', answered({ detail: { message: 'x' } })],
    ['an empty detail', answered({ detail: '' })],
    ['nothing at all', undefined],
  ])('gives nothing for %s, never the English message', (_, error) => {
    expect(detailOf(error)).toBeNull();
  });
});

describe('describeFailure', () => {
  const failed = (httpStatus: number) => {
    const response = new Response(null, { headers: { 'x-request-id': '1c2d-77' } });
    return Object.assign(answered({ detail: 'Erro interno', httpStatus }), { meta: { response } });
  };

  it('gives the id of the answer where the server itself failed', () => {
    expect(describeFailure(failed(500))).toEqual({ description: 'Erro interno', reference: '1c2d-77' });
  });

  it('gives none for a refusal, which no log tells of, nor where there was no answer', () => {
    expect(describeFailure(failed(404)).reference).toBeUndefined();
    expect(describeFailure(answered({ httpStatus: 500 })).reference).toBeUndefined();
    expect(describeFailure(new TypeError('Failed to fetch'))).toEqual({});
  });
});

describe('fieldProblemsOf', () => {
  it('keeps well-formed entries only', () => {
    const error = answered({ erros: [{ campo: 'sku', mensagem: 'SKU já cadastrado' }, { campo: 1 }, null] });
    expect(fieldProblemsOf(error)).toEqual([{ campo: 'sku', mensagem: 'SKU já cadastrado' }]);
  });
});

describe('formErrorOf', () => {
  it.each([
    [
      'what the server says',
      answered({ detail: 'E-mail já cadastrado', httpStatus: 409 }),
      'E-mail já cadastrado',
    ],
    ['the fixed sentence without an answer', new TypeError('Failed to fetch'), 'Erro ao entrar'],
    ['nothing before a refusal', null, null],
    [
      'nothing where a field bears it',
      answered({ detail: 'x', erros: [{ campo: 'sku', mensagem: 'x' }] }),
      null,
    ],
  ])('gives %s', (_, error, expected) => {
    expect(formErrorOf(error, 'Erro ao entrar')).toBe(expected);
  });
});

describe('isTransient', () => {
  it.each([
    [answered({ httpStatus: 500 }), true],
    [answered({ httpStatus: 503 }), true],
    [new TypeError('Failed to fetch'), true],
    [answered({ httpStatus: 401 }), false],
    [answered({ httpStatus: 422 }), false],
  ])('tells a failing server from a refusal (%#)', (error, expected) => {
    expect(isTransient(error)).toBe(expected);
  });

  it('reads the status only when the server gave one', () => {
    expect(statusOf(answered({ httpStatus: '500' }))).toBeNull();
  });
});
