import type { Database } from '@esteira/db/database';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { products } from '@esteira/db/schema/products/products';
import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { describeCharge, describeRule } from '@esteira/domain/profit/rule-text';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { type FeeTable, makeFeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { RuleChangeInput, RulePreview } from '@esteira/validators/administration/admin-fee-rules';
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { oneByOne } from '../../../core/time/in-steps';
import { quoteProduct } from '../../costs/margins/net-values';
import { productCostColumns } from '../../costs/product-costs';
import { toFeeRules } from '../../costs/rules/added-rules';
import { type PlannedChange, planChange } from './plan-change';

/** How many products are looked at: a second or two of work. */
const MAX_PRODUCTS = 5_000;
/** After so many, other requests get their turn. */
const ROWS_PER_SLICE = 100;

/** What a change of rules would do to the rules and to what sales leave, without writing it; refuses what could not be saved. */
export async function previewRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  change: RuleChangeInput,
): Promise<RulePreview> {
  const plan = await planChange(db, change, toDay(clock()));
  const changed = [...plan.added, ...toFeeRules(plan.removed)];
  // Of several rules all have begun on the last of their first days.
  const firstDays = [
    ...plan.added.map(({ validFrom }) => validFrom),
    ...plan.removed.map(({ row }) => row.vale_de),
  ];
  const dia = firstDays.sort().at(-1) ?? '';
  const rows = await selectProducts(db);
  const read = rows.slice(0, MAX_PRODUCTS);
  return {
    ...{ dia, encerra: listEnded(plan), lidos: read.length, completo: rows.length <= MAX_PRODUCTS },
    ...(await compare(read, {
      ...{ day: dia, before: makeFeeTable(plan.before), after: makeFeeTable(plan.after) },
      marketplaces: MARKETPLACES.filter((name) =>
        changed.some(({ marketplace }) => marketplace === null || marketplace === name),
      ),
    })),
  };
}

function listEnded({ before, after }: PlannedChange): RulePreview['encerra'] {
  // A rule that holds again has its days twice.
  const keyOf = ({ id, validFrom }: FeeRule) => `${id} ${validFrom}`;
  const ends = new Map(before.map((rule) => [keyOf(rule), rule.validTo]));
  return after.flatMap((rule) =>
    rule.validTo !== null && ends.has(keyOf(rule)) && ends.get(keyOf(rule)) !== rule.validTo
      ? [
          {
            ...{ id: rule.id, descricao: describeRule(rule), cobranca: describeCharge(rule) },
            ...{ termina: rule.validTo, volta: findReturn(after, rule) },
          },
        ]
      : [],
  );
}

/** The first day after those of a rule on which it holds again. */
function findReturn(rules: readonly FeeRule[], { id, validFrom }: FeeRule): string | null {
  const days = rules.filter((rule) => rule.id === id && rule.validFrom > validFrom);
  return days.map((rule) => rule.validFrom).sort()[0] ?? null;
}

interface Comparison {
  day: string;
  before: FeeTable;
  after: FeeTable;
  marketplaces: readonly Marketplace[];
}

type Row = Awaited<ReturnType<typeof selectProducts>>[number];

async function compare(rows: readonly Row[], comparison: Comparison) {
  const differences: number[] = [];
  const sellers = new Set<string>();
  let changed = 0;
  let unknown = 0;
  for await (const row of oneByOne(rows, ROWS_PER_SLICE)) {
    const found = compareOne(row, comparison);
    const known = found.filter((cents) => cents !== null);
    if (found.length > 0 && known.length === 0) unknown += 1;
    const moved = known.filter((cents) => cents !== 0);
    if (moved.length === 0) continue;
    changed += 1;
    sellers.add(row.settings.usuario_id);
    differences.push(...moved);
  }
  const sum = differences.reduce((total, cents) => total + cents, 0);
  return {
    ...{ sem_liquido: unknown, vendedores: sellers.size, produtos: changed },
    menor: fromCents(differences.reduce((least, cents) => Math.min(least, cents), 0)),
    maior: fromCents(differences.reduce((most, cents) => Math.max(most, cents), 0)),
    media: fromCents(differences.length === 0 ? 0 : Math.round(sum / differences.length)),
  };
}

/** How much more a sale leaves afterwards, in cents, on each marketplace where it has a price; null: that is not known. */
function compareOne({ settings, ...row }: Row, { day, before, after, marketplaces }: Comparison) {
  return marketplaces.flatMap((marketplace) => {
    const [old, next] = [before, after].map((table) =>
      quoteProduct(marketplace, { table, settings, row, day }),
    );
    if (!old || !next) return [];
    return [old.netCents === null || next.netCents === null ? null : next.netCents - old.netCents];
  });
}

/**
 * Products of the sellers who said what their sales cost, those who came last first, in the order of the key; and one
 * more, which tells that there are more.
 */
const selectProducts = (db: Database) =>
  db
    .select({
      preco_fornecedor: products.preco_fornecedor,
      preco_venda_ml: products.preco_venda_ml,
      preco_venda_amazon: products.preco_venda_amazon,
      tipo_anuncio: listingAttributes.tipo_anuncio,
      custos: productCostColumns,
      settings: getTableColumns(costSettings),
    })
    .from(products)
    .innerJoin(costSettings, eq(costSettings.usuario_id, products.usuario_id))
    .leftJoin(
      listingAttributes,
      and(
        eq(listingAttributes.usuario_id, products.usuario_id),
        eq(listingAttributes.produto_id, products.id),
      ),
    )
    .where(isNull(products.excluido_em))
    .orderBy(desc(products.usuario_id), desc(products.id))
    .limit(MAX_PRODUCTS + 1);
