import {
  type ChangeField,
  type ChangeMode,
  type ChangeRule,
  isRule,
  type PriceEnding,
} from '@esteira/domain/products/bulk-change';
import { parseUnits } from '@esteira/domain/products/units-text';
import { parseMoney } from '@esteira/domain/text/money-text';

export const PRICE_FIELDS: { value: ChangeField; label: string }[] = [
  { value: 'preco_venda_ml', label: 'Mercado Livre' },
  { value: 'preco_venda_amazon', label: 'Amazon' },
  { value: 'preco_fornecedor', label: 'Custo do fornecedor' },
];

/** How several columns change, each by the same rule. */
export type SharedRule = Omit<ChangeRule, 'campo'> & { campos: ChangeField[] };

export const ENDINGS: { value: PriceEnding; label: string }[] = [
  { value: '90', label: ',90' },
  { value: '99', label: ',99' },
];

/** A way of changing, so that no minus has to be typed. */
interface WayOfChange {
  value: string;
  label: string;
  modo: ChangeMode;
  sign: 1 | -1;
  /** What is typed. */
  unit: '%' | 'R$' | 'un.';
}

const PRICE_WAYS: WayOfChange[] = [
  { value: 'mais_percentual', label: 'Aumentar em %', modo: 'percentual', sign: 1, unit: '%' },
  { value: 'menos_percentual', label: 'Diminuir em %', modo: 'percentual', sign: -1, unit: '%' },
  { value: 'mais_valor', label: 'Aumentar em R$', modo: 'soma', sign: 1, unit: 'R$' },
  { value: 'menos_valor', label: 'Diminuir em R$', modo: 'soma', sign: -1, unit: 'R$' },
  { value: 'valor', label: 'Definir o valor', modo: 'valor', sign: 1, unit: 'R$' },
];

const MARGINS: WayOfChange[] = [
  { value: 'margem', label: 'Definir pela margem', modo: 'margem', sign: 1, unit: '%' },
  {
    ...{ value: 'margem_liquida', label: 'Definir pela margem líquida', modo: 'margem_liquida' },
    ...{ sign: 1, unit: '%' },
  },
];

const STOCK_WAYS: WayOfChange[] = [
  { value: 'valor', label: 'Definir o estoque', modo: 'valor', sign: 1, unit: 'un.' },
  { value: 'mais_valor', label: 'Somar unidades', modo: 'soma', sign: 1, unit: 'un.' },
  { value: 'menos_valor', label: 'Subtrair unidades', modo: 'soma', sign: -1, unit: 'un.' },
];

export function waysOf(campos: readonly ChangeField[]): WayOfChange[] {
  if (campos.includes('estoque')) return STOCK_WAYS;
  return campos.includes('preco_fornecedor') ? PRICE_WAYS : [...PRICE_WAYS, ...MARGINS];
}

/** What the form holds. */
export interface RuleChoice {
  campos: readonly ChangeField[];
  way: string;
  text: string;
  final: PriceEnding | null;
}

/** Of a value that is typed in full, no ending is wanted. */
export function takesEnding({ campos, way }: Pick<RuleChoice, 'campos' | 'way'>): boolean {
  return !campos.includes('estoque') && way !== 'valor';
}

/** The rule that the form says, or the sentence for its value field. */
export function readRule(
  choice: RuleChoice,
): { ok: true; rule: SharedRule } | { ok: false; problem: string } {
  const ways = waysOf(choice.campos);
  const { modo, sign, unit } = ways.find(({ value }) => value === choice.way) ?? (ways[0] as WayOfChange);
  const reading =
    unit === 'un.' ? readUnits(choice.text) : parseMoney(choice.text.trim().replace(/%$/, '').trim());
  if (!reading.ok) {
    return { ok: false, problem: reading.reason.charAt(0).toUpperCase() + reading.reason.slice(1) };
  }
  const final = takesEnding(choice) ? choice.final : null;
  const rule = { modo, valor: sign * reading.value, final };
  if (choice.campos.every((campo) => isRule({ ...rule, campo }))) {
    return { ok: true, rule: { ...rule, campos: [...choice.campos] } };
  }
  return {
    ok: false,
    problem: unit === '%' ? (LIMITS[choice.way] ?? 'Valor fora dos limites') : 'Valor fora dos limites',
  };
}

const LIMITS: Readonly<Record<string, string>> = {
  mais_percentual: 'Aumente no máximo 10.000%',
  menos_percentual: 'Diminua no máximo 100%',
  margem: 'A margem precisa ser menor que 100%',
  margem_liquida: 'A margem precisa ser menor que 100%',
};

type Units = { ok: true; value: number } | { ok: false; reason: string };

/** Whole units as `parseUnits` reads them, or why they are none. */
export function readUnits(text: string): Units {
  if (text.trim() === '') return { ok: false, reason: 'campo obrigatório' };
  const value = parseUnits(text);
  return value === null ? { ok: false, reason: 'use um número inteiro a partir de 0' } : { ok: true, value };
}
