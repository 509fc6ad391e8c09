import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { findNetMarginPrice, type NetMarginPrice } from '@esteira/domain/profit/net-margin-change';
import type { ChangePreviewInput } from '@esteira/validators/products/product-change';
import type { Deps } from '../../../core/context';
import { listSoldProducts, makeProductCurve } from '../../costs/margins/net-values';
import { getFeeTable } from '../../costs/rules/fee-table';
import { readCostSettings } from '../../costs/settings';

type Wanted = Omit<ChangePreviewInput, 'ids'> & { ids: string[] };

/** Reads what the sales of these products cost today; answers which price leaves one of them the wanted net margin. */
export async function prepareNetMargin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  { ids, campo, ...wanted }: Wanted,
): Promise<(id: string) => NetMarginPrice> {
  const marketplace = MARKETPLACES.find((name) => PRICE_FIELD[name] === campo);
  if (marketplace === undefined) throw new Error(`no marketplace has the price ${campo}`);
  const [table, settings, rows] = await Promise.all([
    getFeeTable(db),
    readCostSettings(db, usuarioId),
    listSoldProducts(db, usuarioId, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const day = toDay(clock());
  return (id) => {
    const row = byId.get(id);
    if (row === undefined) return { ok: false, motivo: 'Produto não encontrado' };
    return findNetMarginPrice(makeProductCurve(marketplace, { table, settings, row, day }), wanted);
  };
}
