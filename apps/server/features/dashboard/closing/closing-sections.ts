import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { toMargin } from '@esteira/domain/profit/quote';
import { countText } from '@esteira/domain/text/count-text';
import type { PeriodFigures, PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';

/** A table of the document: its last row is a total where `hasTotal`. */
export interface Section {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  hasTotal: boolean;
  note: string | null;
}

/** What the document of a month's closing says, in the order of its pages. */
export function toSections(closing: MonthClosing): Section[] {
  const { total, marketplaces, fornecedores, produtos } = closing;
  return [
    toResult(closing),
    toCosts(closing),
    toShares(
      'Por marketplace',
      marketplaces.map((row) => ({ nome: MARKETPLACE_NAMES[row.marketplace], ...row.total })),
      total,
    ),
    toShares('Por fornecedor', withOthers(fornecedores, total, 'Outros fornecedores'), total),
    toShares('Por produto', withOthers(produtos, total, 'Outros produtos'), total),
  ];
}

const count = (number: number) => number.toLocaleString('pt-BR');
const orders = (number: number) => countText(number, 'pedido', 'pedidos');
const amount = (reais: number | null) => (reais === null ? '—' : formatMoney(reais));

function toResult({ total, cancelados }: MonthClosing): Section {
  return {
    title: 'Vendas do mês',
    head: ['', 'Valor'],
    rows: [
      ['Pedidos', count(total.vendas)],
      ['Receita', amount(total.receita)],
      ['Custo dos fornecedores', amount(fromCents(toCents(total.receita) - toCents(total.lucro)))],
      ['Lucro (receita menos fornecedores)', amount(total.lucro)],
    ],
    hasTotal: true,
    note:
      cancelados.pedidos === 0
        ? null
        : `Fora das contas: ${countText(cancelados.pedidos, 'pedido cancelado', 'pedidos cancelados')}, ${amount(cancelados.receita)}.`,
  };
}

function toCosts({ total, custos }: MonthClosing): Section {
  const revenue = toCents(total.receita_calculada);
  const share = (reais: number) => {
    const percent = toMargin(toCents(reais), revenue);
    return percent === null ? '' : `${percent.toLocaleString('pt-BR', { minimumFractionDigits: 1 })}%`;
  };
  const isCharged = total.calculados > 0 && total.cobrados === total.calculados;
  const unknown = total.vendas - total.calculados;
  const left = fromCents(toCents(total.receita) - revenue);
  return {
    title: 'Da receita ao que sobrou',
    head: ['', 'Valor', '% da receita'],
    rows: [
      [
        `Receita de ${orders(total.calculados)}`,
        amount(total.receita_calculada),
        share(total.receita_calculada),
      ],
      ...custos.map(({ codigo, valor }) => [COST_LABELS[codigo], amount(0 - valor), share(valor)]),
      [isCharged ? 'Líquido' : 'Líquido estimado', amount(total.liquido), share(total.liquido ?? 0)],
    ],
    hasTotal: true,
    note:
      unknown === 0
        ? null
        : `${orders(unknown)}, ${amount(left)}, ainda sem todos os custos: ${unknown === 1 ? 'está na receita do mês, mas não entra' : 'estão na receita do mês, mas não entram'} aqui.`,
  };
}

/** `vendas` is null of what is left: an order of several products counts once for each, so no difference tells it. */
type Share = Pick<PeriodFigures, 'receita' | 'lucro' | 'liquido'> & { nome: string; vendas: number | null };

const toShares = (title: string, shares: readonly Share[], total: PeriodFigures): Section => ({
  title,
  head: ['', 'Pedidos', 'Receita', 'Lucro', 'Líquido'],
  rows: [...shares, { ...total, nome: 'Total' }].map(({ nome, vendas, receita, lucro, liquido }) => [
    ...[nome, vendas === null ? '—' : count(vendas), amount(receita), amount(lucro), amount(liquido)],
  ]),
  hasTotal: true,
  note: null,
});

/** Those that are named, and what is left for all others, so that they sum to the total. */
function withOthers(named: readonly PeriodSharer[], total: PeriodFigures, nome: string): Share[] {
  const left = (field: 'receita' | 'lucro' | 'liquido') =>
    fromCents(named.reduce((cents, row) => cents - toCents(row[field] ?? 0), toCents(total[field] ?? 0)));
  const [receita, lucro] = [left('receita'), left('lucro')];
  if (receita === 0 && lucro === 0) return [...named];
  return [...named, { nome, vendas: null, receita, lucro, liquido: left('liquido') || null }];
}
