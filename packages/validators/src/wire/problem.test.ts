import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registerInput } from '../accounts/account';
import { afterColon, problem, toProblem } from './problem';

const ENGLISH = /invalid|expected|received|required|too (big|small)|unrecognized|must|string/i;

function failure(schema: z.ZodType, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error('the input was accepted');
  return toProblem(parsed.error);
}

describe('toProblem', () => {
  it('names the first wrong field in one sentence and lists every wrong field', () => {
    expect(failure(registerInput, { nome: ' ', email: 'ana', senha: '123' })).toEqual({
      detail: 'Nome: campo obrigatório',
      erros: [
        { campo: 'nome', mensagem: 'Campo obrigatório' },
        { campo: 'email', mensagem: 'E-mail inválido' },
        { campo: 'senha', mensagem: 'Crie uma senha com pelo menos 8 caracteres' },
      ],
    });
  });

  it('keeps one message for a field that breaks two rules', () => {
    const twice = z.object({ nome: z.string().min(5).endsWith('!') });
    expect(failure(twice, { nome: 'abc' }).erros).toEqual([
      { campo: 'nome', mensagem: 'Deve ter no mínimo 5 caracteres' },
    ]);
  });

  it.each([undefined, null, [], 'texto', 1])('tells whoever sends %j what to send', (input) => {
    const told = 'Envie os dados em um objeto JSON';
    expect(failure(registerInput, input)).toEqual({ detail: told, erros: [{ campo: '', mensagem: told }] });
  });

  it('does not say the field twice', () => {
    const plan = z.object({ plano: z.enum(['top'], { error: 'Plano desconhecido' }) });
    expect(failure(plan, { plano: 'x' }).detail).toBe('Plano desconhecido');
  });

  it('names a field it has no label for as it stands on the wire', () => {
    expect(failure(z.object({ cor: z.object({ tom: z.int() }) }), { cor: { tom: 'x' } })).toEqual({
      detail: 'cor.tom: deve ser um número',
      erros: [{ campo: 'cor.tom', mensagem: 'Deve ser um número' }],
    });
  });

  it('names a field of a nested object by its own label', () => {
    expect(failure(z.object({ ficha: z.object({ ean: z.string() }) }), { ficha: {} })).toEqual({
      detail: 'EAN: campo obrigatório',
      erros: [{ campo: 'ficha.ean', mensagem: 'Campo obrigatório' }],
    });
  });

  it('has a sentence even for an error without issues', () => {
    expect(toProblem({ issues: [] })).toEqual({ detail: 'Dados inválidos', erros: [] });
  });

  it('is a body that the problem schema accepts', () => {
    expect(problem.safeParse(failure(registerInput, {})).success).toBe(true);
  });
});

describe('the Portuguese defaults', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing field', z.string(), undefined, 'Campo obrigatório'],
    ['a null', z.number(), null, 'Campo obrigatório'],
    ['an empty required text', z.string().min(1), '', 'Campo obrigatório'],
    ['a number for a text', z.string(), 1, 'Deve ser um texto'],
    ['a text for a number', z.number(), '1', 'Deve ser um número'],
    ['NaN', z.number(), Number.NaN, 'Deve ser um número'],
    ['infinity', z.number(), Number.POSITIVE_INFINITY, 'Deve ser um número'],
    ['a fraction', z.int(), 1.5, 'Deve ser um número inteiro'],
    ['a text for a boolean', z.boolean(), 'sim', 'Deve ser verdadeiro ou falso'],
    ['an object for a list', z.array(z.string()), {}, 'Deve ser uma lista'],
    ['an unknown option', z.enum(['a', 'b']), 'c', 'Opção inválida'],
    ['an empty option', z.enum(['a', 'b']), '', 'Campo obrigatório'],
    ['too small a number', z.number().min(2), 1, 'Deve ser no mínimo 2'],
    ['too big a number', z.number().max(1234.5), 2000, 'Deve ser no máximo 1.234,5'],
    ['too long a text', z.string().max(2), 'abc', 'Deve ter no máximo 2 caracteres'],
    ['too long a list', z.array(z.int()).max(1), [1, 2], 'Deve ter no máximo 1 item'],
    ['a text of the wrong form', z.uuid(), 'x', 'Formato inválido'],
    ['an unknown key', z.strictObject({}), { a: 1 }, 'Campo desconhecido'],
    ['no branch of a union', z.union([z.int(), z.boolean()]), 'x', 'Valor inválido'],
    ['a multiple', z.number().multipleOf(5), 3, 'Valor inválido'],
    ['a rule without a message', z.string().refine(() => false), 'x', 'Valor inválido'],
    ['a type without a sentence', z.date(), 'x', 'Valor inválido'],
    ['a bad record key', z.record(z.enum(['a']), z.int()), { b: 1 }, ''],
  ])('for %s', (_, schema, input, message) => {
    const { detail, erros } = failure(z.object({ x: schema }), { x: input });
    expect(detail).not.toMatch(ENGLISH);
    expect(erros.every(({ mensagem }) => mensagem.length > 0 && !ENGLISH.test(mensagem))).toBe(true);
    if (message !== '') expect(erros[0]?.mensagem).toBe(message);
  });
});

describe('afterColon', () => {
  it.each([
    ['Campo obrigatório', 'campo obrigatório'],
    ['É obrigatório', 'É obrigatório'],
    ['Único campo', 'único campo'],
    ['URL inválida', 'URL inválida'],
    ['E-mail inválido', 'E-mail inválido'],
    ['', ''],
  ])('turns %j into %j', (sentence, lowered) => {
    expect(afterColon(sentence)).toBe(lowered);
  });
});
