import type { PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import { expect, it } from 'vitest';
import { countPdfPages, readPdfRuns } from '../../../testing/files/pdf-text';
import { renderClosing } from './closing-pdf';
import { toSections } from './closing-sections';

const figures = (changes: Partial<PeriodFigures> = {}): PeriodFigures => ({
  ...{ vendas: 3, receita: 237, lucro: 147, calculados: 2, cobrados: 0, receita_calculada: 158 },
  ...{ custos: 116.4, liquido: 41.6 },
  ...changes,
});

const sharer = (nome: string, changes: Partial<PeriodFigures> = {}) => {
  const { cobrados: _notKept, ...rest } = figures(changes);
  return { ...rest, id: nome, nome, unidades: 1 };
};

const closing = (changes: Partial<MonthClosing> = {}): MonthClosing => ({
  ...{ mes: '2026-10', de: '2026-10-01', ate: '2026-10-31', encerrado: true, total: figures() },
  custos: [
    { codigo: 'tarifa_venda', valor: 18.18 },
    { codigo: 'frete_vendedor', valor: 28.9 },
    { codigo: 'imposto', valor: 6.32 },
    { codigo: 'embalagem', valor: 3 },
    { codigo: 'fornecedor', valor: 60 },
  ],
  marketplaces: [],
  produtos: [
    sharer('Luminária de mesa', { vendas: 1, receita: 79, lucro: 49, calculados: 1, liquido: 20.8 }),
  ],
  fornecedores: [sharer('Atacado Brás')],
  cancelados: { pedidos: 1, receita: 79 },
  ...changes,
});

const rowsOf = (title: string, of = closing()) =>
  toSections(of).find((section) => section.title === title)?.rows;

it('leads from the revenue to what remains, line by line to the cent', () => {
  expect(rowsOf('Da receita ao que sobrou')).toEqual([
    ['Receita de 2 pedidos', 'R$\u00a0158,00', '100,0%'],
    ['Tarifa de venda', '−R$\u00a018,18', '11,5%'],
    ['Frete', '−R$\u00a028,90', '18,3%'],
    ['Imposto', '−R$\u00a06,32', '4,0%'],
    ['Embalagem', '−R$\u00a03,00', '1,9%'],
    ['Custo do fornecedor', '−R$\u00a060,00', '38,0%'],
    ['Líquido estimado', 'R$\u00a041,60', '26,3%'],
  ]);
});

it('names what the suppliers get of all orders a cost, whether it was paid by then or not', () => {
  expect(rowsOf('Vendas do mês')).toEqual([
    ['Pedidos', '3'],
    ['Receita', 'R$\u00a0237,00'],
    ['Custo dos fornecedores', 'R$\u00a090,00'],
    ['Lucro (receita menos fornecedores)', 'R$\u00a0147,00'],
  ]);
});

it('says what the figures leave out', () => {
  const notes = toSections(closing()).map(({ note }) => note);
  expect(notes[0]).toBe('Fora das contas: 1 pedido cancelado, R$\u00a079,00.');
  expect(notes[1]).toBe(
    '1 pedido, R$\u00a079,00, ainda sem todos os custos: está na receita do mês, mas não entra aqui.',
  );
});

it('names those who sold most, and all others in a row, so that the rows sum to the total', () => {
  expect(rowsOf('Por produto')).toEqual([
    ['Luminária de mesa', '1', 'R$\u00a079,00', 'R$\u00a049,00', 'R$\u00a020,80'],
    ['Outros produtos', '—', 'R$\u00a0158,00', 'R$\u00a098,00', 'R$\u00a020,80'],
    ['Total', '3', 'R$\u00a0237,00', 'R$\u00a0147,00', 'R$\u00a041,60'],
  ]);
  expect(rowsOf('Por fornecedor')?.map(([nome]) => nome)).toEqual(['Atacado Brás', 'Total']);
});

it('shows what is left though orders of several products count once for each of them', () => {
  const produtos = [sharer('Luminária de mesa', { vendas: 3, receita: 200, lucro: 110, liquido: 30 })];
  expect(rowsOf('Por produto', closing({ produtos }))).toContainEqual([
    ...['Outros produtos', '—', 'R$\u00a037,00', 'R$\u00a037,00', 'R$\u00a011,60'],
  ]);
  const sold = sharer('Caneca', { vendas: 4 });
  expect(rowsOf('Por produto', closing({ produtos: [sold] }))?.map(([nome]) => nome)).toEqual([
    'Caneca',
    'Total',
  ]);
});

it('of a month without sales is a document too', async () => {
  const none = figures({
    vendas: 0,
    receita: 0,
    lucro: 0,
    calculados: 0,
    receita_calculada: 0,
    custos: 0,
    liquido: null,
  });
  const empty = closing({ total: none, custos: [], produtos: [], fornecedores: [] });
  expect(rowsOf('Da receita ao que sobrou', empty)).toEqual([
    ['Receita de 0 pedidos', 'R$\u00a00,00', ''],
    ['Líquido estimado', '—', ''],
  ]);
  expect((await render(empty)).pages).toBe(1);
});

async function render(of: MonthClosing) {
  const bytes = await renderClosing({
    ...{ closing: of, seller: 'Loja da Ana', now: new Date('2026-11-22T12:00:00Z'), compress: false },
  });
  return { shown: readPdfRuns(bytes).join('\n'), pages: countPdfPages(bytes) };
}

it('stands on paper with its month, its figures and what any name may hold', async () => {
  const produtos = Array.from({ length: 10 }, (_, index) =>
    sharer(`${'Nome comprido '.repeat(12)}😀 ${index}`),
  );
  const { shown, pages } = await render(closing({ produtos, encerrado: false }));
  expect(pages).toBeLessThan(4);
  // The head of the table that a page breaks stands on the next one too.
  expect(shown.match(/^Pedidos$/gm)?.length).toBeGreaterThan(4);
  for (const text of ['Fechamento de outubro de 2026', 'Parcial: o mês', 'Líquido estimado', 'R$ 41,60']) {
    expect(shown).toContain(text);
  }
  expect(shown).toContain(`Página ${pages} de ${pages}`);
});

it('shows a long name whole in two lines, and ends with an ellipsis what is longer still', async () => {
  const long = 'Potes Herméticos de Vidro com Tampa, Conjunto com 5 Peças';
  const longer = 'Nome comprido '.repeat(12);
  const { shown } = await render(closing({ produtos: [sharer(long), sharer(longer)], fornecedores: [] }));
  const lines = shown.split('\n');
  const first = lines.findIndex((line) => line.startsWith('Potes'));
  expect(lines.slice(first, first + 2).join(' ')).toBe(long);
  const cut = lines.findIndex((line) => line.startsWith('Nome'));
  expect(lines.slice(cut, cut + 3)).toEqual([
    expect.stringMatching(/^(Nome|comprido)( (Nome|comprido))+$/),
    // The ellipsis of the fonts' own set, after a whole word.
    expect.stringMatching(/^(Nome|comprido)( (Nome|comprido))+\x85$/),
    '3',
  ]);
});
