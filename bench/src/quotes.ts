import { cpus } from 'node:os';
import { type CostSettings, NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import { quoteParcel, quoteSale } from '@esteira/domain/profit/quote';
import { getBuiltInTable } from '@esteira/domain/profit/rules/built-in-table';
import { toSale } from '@esteira/domain/profit/to-sale';
import { median } from './harness/compare';
import { writeQuoteResults } from './harness/results-file';
import { count, ms, table } from './harness/table';

const PRICES = 20_000;
const ROUNDS = 9;
const TARGET_MS = 40;

const SETTINGS: CostSettings = {
  ...NO_COST_SETTINGS,
  ...({ regime: 'simples', receita_12_meses: 180_000, anuncios: 5, embalagem: 1.5 } as const),
  ...({
    reputacao_ml: 'green',
    logistica_ml: 'xd_drop_off',
    categoria_ml: 'Casa, Móveis e Decoração',
  } as const),
  ...({ logistica_amazon: 'dba', origem_amazon: 'sp_capital', categoria_amazon: 'Casa' } as const),
};
const MARKETPLACES = ['mercadolivre', 'amazon'] as const;

/** Another product for each number. */
const saleOf = (number: number, marketplace: (typeof MARKETPLACES)[number]) =>
  toSale(
    SETTINGS,
    {
      preco_fornecedor: 10 + (number % 90),
      tipo_anuncio: 'classico',
      custos: { ...NO_PRODUCT_COSTS, peso_g: 100 + (number % 9_000) },
    },
    { marketplace, day: '2026-11-21' },
  );

/** Processor time in milliseconds: on a busy machine the clock would count what others do. */
function timeOnce(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The first run is a page or a server that has just begun; the others follow in one process. */
function timeRounds(run: () => void): { first: number; usual: number } {
  const [first = Number.NaN, ...others] = Array.from({ length: ROUNDS }, () => timeOnce(run));
  return { first, usual: median(others) };
}

const rulesMs = timeOnce(() => getBuiltInTable());
const rules = getBuiltInTable();

const work = MARKETPLACES.flatMap((marketplace) => [
  {
    what: `${marketplace}: the curve of one product, quoted at ${count(PRICES)} prices`,
    ...timeRounds(() => {
      const curve = makeCostCurve(rules, saleOf(1, marketplace));
      for (let cents = 1; cents <= PRICES; cents += 1) quoteSale(curve, cents);
    }),
  },
  {
    what: `${marketplace}: ${count(PRICES)} products, each quoted at its price, as a sale estimates its costs`,
    ...timeRounds(() => {
      for (let number = 1; number <= PRICES; number += 1) {
        const cents = 2_500 + number;
        const curve = makeCostCurve(rules, saleOf(number, marketplace), { from: cents, to: cents });
        quoteParcel(curve, cents, 1);
      }
    }),
  },
]);

const curves = work.filter(({ what }) => what.includes('the curve'));
const isMet = curves.every(({ usual }) => usual <= TARGET_MS);
const [cpu] = cpus();
const text = [
  `Written by \`npm run bench:quotes\`. Machine: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.versions.node}.`,
  `Processor time of the engine of net prices, without a database. The rules are checked and sorted once in a process, which takes ${ms(rulesMs)}. Target: ${count(PRICES)} prices of a curve in ${TARGET_MS} ms, ${(TARGET_MS / PRICES) * 1000} µs for each, once the code is compiled: ${isMet ? 'met' : '**not met**'}.`,
  table(
    ['what', 'the first time', 'then', 'each'],
    work.map(({ what, first, usual }) => [
      what,
      ms(first),
      ms(usual),
      `${((usual / PRICES) * 1000).toFixed(2)} µs`,
    ]),
  ),
].join('\n\n');
console.log(text);
await writeQuoteResults(text);
if (!isMet) process.exitCode = 1;
