import { MARKETPLACES } from '../marketplaces';
import { fromCents, MAX_PRICE, toCents } from '../money';
import { profitOf } from '../profit/gross-profit';
import { PRICE_FIELD } from './channels';
import { MAX_STOCK } from './stock';

/** The columns of a product that can be changed in bulk and in the table: prices in reais, stock in units. */
export const CHANGE_FIELDS = ['preco_venda_ml', 'preco_venda_amazon', 'preco_fornecedor', 'estoque'] as const;

export type ChangeField = (typeof CHANGE_FIELDS)[number];

/**
 * By a percentage, by an amount, to a value, to a margin (profit ÷ price, as the product card shows it), or to a net
 * margin, which `net-margin-change.ts` computes.
 */
export const CHANGE_MODES = ['percentual', 'soma', 'valor', 'margem', 'margem_liquida'] as const;

export type ChangeMode = (typeof CHANGE_MODES)[number];

/** The cents that a new price may be given; null keeps those that come out. */
export const PRICE_ENDINGS = ['90', '99'] as const;

export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** How a column of many products is changed. */
export interface ChangeRule {
  campo: ChangeField;
  modo: ChangeMode;
  /** Percent with at most two decimals, reais or units, as the mode says; signed but for values and margins. */
  valor: number;
  final: PriceEnding | null;
}

/** A product as far as changes go. */
export interface ChangeableProduct {
  preco_fornecedor: number;
  preco_venda_ml: number;
  preco_venda_amazon: number | null;
  estoque: number;
}

/** Why a product cannot be changed. */
export type ChangeProblem =
  | 'sem_preco'
  | 'margem_sem_custo'
  | 'preco_negativo'
  | 'preco_maximo'
  | 'estoque_negativo'
  | 'estoque_maximo';

/** How the screen says it. */
export const CHANGE_PROBLEM_SENTENCES: Readonly<Record<ChangeProblem, string>> = {
  sem_preco: 'Sem preço Amazon',
  margem_sem_custo: 'Sem custo não há preço para uma margem',
  preco_negativo: 'O preço ficaria abaixo de zero',
  preco_maximo: 'O preço passaria de R$ 9.999.999,99',
  estoque_negativo: 'O estoque ficaria abaixo de zero',
  estoque_maximo: 'O estoque passaria de 1.000.000 de unidades',
};

export type Changed = { ok: true; value: number } | { ok: false; problem: ChangeProblem };

/** Whether a rule makes sense for its column: margins for sale prices only, whole units, bounds that leave a value. */
export function isRule({ campo, modo, valor, final }: ChangeRule): boolean {
  if (!Number.isFinite(valor) || !hasTwoDecimals(valor)) return false;
  if (campo === 'estoque') {
    return (
      final === null &&
      (modo === 'valor' || modo === 'soma') &&
      Number.isInteger(valor) &&
      isUnits(valor, modo)
    );
  }
  if (modo === 'margem' || modo === 'margem_liquida') {
    return campo !== 'preco_fornecedor' && valor >= 0 && valor < 100;
  }
  if (modo === 'percentual') return valor >= -100 && valor <= MAX_PERCENT;
  if (modo === 'valor') return final === null && valor >= 0 && valor <= MAX_PRICE;
  return Math.abs(valor) <= MAX_PRICE;
}

/** The highest percentage of a change. */
const MAX_PERCENT = 10_000;

const isUnits = (valor: number, modo: ChangeMode) =>
  Math.abs(valor) <= MAX_STOCK && (modo === 'soma' || valor >= 0);

const hasTwoDecimals = (valor: number) => Math.round(valor * 100) / 100 === valor;

/** A rule that needs nothing but the product; a net margin also hangs on what its sales cost. */
export type PlainRule = ChangeRule & { modo: Exclude<ChangeMode, 'margem_liquida'> };

/** Whether a rule needs nothing but the product. */
export const isPlainRule = (rule: ChangeRule): rule is PlainRule => rule.modo !== 'margem_liquida';

/**
 * The new value of the rule's column, in reais or units (docs/product-rules/products.md#bulk-changes). Counted in whole cents:
 * a percentage rounds half a cent up; an ending takes the nearest price that has it, the higher one of two; a margin
 * rounds up, so that the product never has less than was asked for.
 */
export function changeValue(product: ChangeableProduct, rule: PlainRule): Changed {
  if (rule.campo === 'estoque') return changeStock(product.estoque, rule);
  const before = product[rule.campo];
  const counted = countCents(
    before === null ? null : toCents(before),
    toCents(product.preco_fornecedor),
    rule,
  );
  if (!counted.ok) return counted;
  if (counted.value < 0) return { ok: false, problem: 'preco_negativo' };
  const cents = withEnding(counted.value, rule);
  if (cents > toCents(MAX_PRICE)) return { ok: false, problem: 'preco_maximo' };
  return { ok: true, value: fromCents(cents) };
}

function changeStock(before: number, { modo, valor }: PlainRule): Changed {
  const value = modo === 'soma' ? before + valor : valor;
  if (value < 0) return { ok: false, problem: 'estoque_negativo' };
  return value > MAX_STOCK ? { ok: false, problem: 'estoque_maximo' } : { ok: true, value };
}

function countCents(before: number | null, cost: number, { modo, valor }: PlainRule): Changed {
  const hundredths = Math.round(valor * 100);
  if (modo === 'valor') return { ok: true, value: hundredths };
  if (modo === 'margem') {
    if (cost === 0) return { ok: false, problem: 'margem_sem_custo' };
    return { ok: true, value: Math.ceil((cost * WHOLE) / (WHOLE - hundredths)) };
  }
  if (before === null) return { ok: false, problem: 'sem_preco' };
  if (modo === 'soma') return { ok: true, value: before + hundredths };
  return { ok: true, value: divideHalfUp(before * (WHOLE + hundredths), WHOLE) };
}

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;

/** Exact for whole numbers below 2^53, which a price times a percentage stays. */
function divideHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

function withEnding(cents: number, { modo, final }: PlainRule): number {
  if (final === null || modo === 'valor') return cents;
  const ending = Number(final);
  const below = Math.floor((cents - ending) / 100) * 100 + ending;
  if (below === cents) return cents;
  const above = below + 100;
  const isUp = modo === 'margem' || below < 0 || above - cents <= cents - below;
  return isUp ? above : below;
}

/**
 * Profit per unit with a new value in one column, in reais: of a sale price the profit there, of a cost the lowest of
 * the marketplaces that have a price. Null for stock.
 */
export function changedProfit(
  product: ChangeableProduct,
  { campo, valor }: { campo: ChangeField; valor: number },
): number | null {
  if (campo === 'estoque') return null;
  const changed = { ...product, [campo]: valor };
  const fields = campo === 'preco_fornecedor' ? MARKETPLACES.map((name) => PRICE_FIELD[name]) : [campo];
  const profits = fields.flatMap((field) => {
    const preco_venda = changed[field];
    return preco_venda === null
      ? []
      : [profitOf({ preco_venda, preco_fornecedor: changed.preco_fornecedor })];
  });
  return profits.length === 0 ? null : Math.min(...profits);
}
