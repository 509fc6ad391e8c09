import type { Database } from '@esteira/db/database';
import { toDay } from '@esteira/domain/calendar';
import { fromCents } from '@esteira/domain/money';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { NetQuote, NetQuoteInput } from '@esteira/validators/costs/net-quote';
import { productNotFound } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { nameRule } from '../rules/name-rule';
import { readCostSettings } from '../settings';
import { listSoldProducts, quoteProduct } from './net-values';

interface QuoteCase extends NetQuoteInput {
  table: FeeTable;
  usuarioId: string;
  now: Date;
}

/** What makes the net value of the seller's product on a marketplace today; `not_found` as for the product. */
export async function getNetQuote(
  db: Database,
  { table, usuarioId, now, id, marketplace }: QuoteCase,
): Promise<NetQuote> {
  const [settings, [row]] = await Promise.all([
    readCostSettings(db, usuarioId),
    isEntityId(id) ? listSoldProducts(db, usuarioId, [id]) : [],
  ]);
  if (row === undefined) throw productNotFound();
  const quote = quoteProduct(marketplace, { table, settings, row, day: toDay(now) });
  if (quote === null) return null;
  const { priceCents, lines, netCents, marginPercent, missing } = quote;
  return {
    preco: fromCents(priceCents),
    linhas: lines
      .filter(({ cents }) => cents !== 0)
      .map(({ code, cents, origin, ruleId }) => ({
        ...{ codigo: code, valor: fromCents(cents), origem: origin },
        regra: ruleId === null ? null : nameRule(table, ruleId, null),
      })),
    liquido: netCents === null ? null : fromCents(netCents),
    margem: marginPercent,
    falta: [...missing],
  };
}
