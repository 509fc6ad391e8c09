import { z } from 'zod';

const FALLBACK = 'Valor inválido';
const MISSING = 'Campo obrigatório';

const TYPE_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['string', 'Deve ser um texto'],
  ['number', 'Deve ser um número'],
  ['int', 'Deve ser um número inteiro'],
  ['boolean', 'Deve ser verdadeiro ou falso'],
  ['array', 'Deve ser uma lista'],
  ['object', 'Envie os dados em um objeto JSON'],
]);

const SIZE_UNITS: ReadonlyMap<string, { one: string; many: string }> = new Map([
  ['string', { one: 'caractere', many: 'caracteres' }],
  ['array', { one: 'item', many: 'itens' }],
]);

/**
 * The Portuguese sentence for a zod issue without one of its own, so that zod's English defaults are never
 * shown. An unknown issue code gets a general sentence.
 */
export function portugueseMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'object') return TYPE_MESSAGES.get('object') ?? FALLBACK;
      return isMissing(issue.input) ? MISSING : (TYPE_MESSAGES.get(issue.expected) ?? FALLBACK);
    case 'invalid_value':
      return isMissing(issue.input) || issue.input === '' ? MISSING : 'Opção inválida';
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'máximo', issue.maximum);
    case 'invalid_format':
      return 'Formato inválido';
    case 'unrecognized_keys':
      return 'Campo desconhecido';
    default:
      return FALLBACK;
  }
}

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string' && Number(minimum) === 1) return MISSING;
  return bound(origin, 'mínimo', minimum);
}

function bound(origin: string, side: 'mínimo' | 'máximo', limit: number | bigint): string {
  const unit = SIZE_UNITS.get(origin);
  const figure = limit.toLocaleString('pt-BR');
  if (unit === undefined) return `Deve ser no ${side} ${figure}`;
  return `Deve ter no ${side} ${figure} ${Number(limit) === 1 ? unit.one : unit.many}`;
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

z.config({
  localeError: portugueseMessage,
  // In a page, zod's probe for `new Function` would be reported as a breach of the content security policy.
  jitless: 'document' in globalThis,
});
