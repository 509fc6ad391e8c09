import type { Database } from '@esteira/db/database';
import { NO_ID } from '@esteira/db/schema/orders/order-summaries';
import type { DaySpan } from '@esteira/domain/days';
import type { DashboardPeriod, PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../../../core/sharing/single-flight';
import { toFigures } from '../day-sums';
import type { SharerRow } from './largest';
import { createSharersList, type VersionedSharers } from './list-sharers';
import type { Names } from './names';

/** So many periods of sellers are kept, each a few kilobytes. */
const MAX_KEPT = 2000;

interface SharersRequest {
  usuarioId: string;
  span: DaySpan;
  /** Of the period's days, as this request has read it. */
  version: string;
}

/** The products and suppliers with the most revenue of periods; what they come to is kept until an order changes. */
export interface KeptSharers {
  /** Those of the last time, whatever has happened since. */
  last(usuarioId: string, span: DaySpan): readonly SharerRow[];
  /** Those of this version, or of a later one. */
  read(request: SharersRequest): Promise<readonly SharerRow[]>;
}

/** What is kept of a seller's period stands under it. */
export const toPeriodKey = (usuarioId: string, { de, ate }: DaySpan) => `${usuarioId} ${de} ${ate}`;

export function createSharersCache(db: Database): KeptSharers {
  const kept = new LRUCache<string, VersionedSharers>({ max: MAX_KEPT });
  const listSharers = createSharersList(db);
  const listOnce = createSingleFlight<VersionedSharers>();
  return {
    last: (usuarioId, span) => kept.get(toPeriodKey(usuarioId, span))?.rows ?? NONE,
    async read({ usuarioId, span, version }) {
      const key = toPeriodKey(usuarioId, span);
      const known = kept.get(key);
      if (known?.version === version) return known.rows;
      // Who waits for a list that began at the version they have read misses nothing of it.
      const read = await listOnce(`${key} ${version}`, () => listSharers(usuarioId, span));
      kept.set(key, read);
      return read.rows;
    },
  };
}

const NONE: readonly SharerRow[] = [];

/** As the dashboard shows them. */
export function toSharers(
  rows: readonly SharerRow[],
  names: Names,
): Pick<DashboardPeriod, 'produtos' | 'fornecedores'> {
  const of = (tipo: SharerRow['tipo']) =>
    rows.filter((row) => row.tipo === tipo).map((row) => toSharer(row, names[row.id]));
  return { produtos: of('produto'), fornecedores: of('fornecedor') };
}

/** What stands for a product and a supplier that are not known here, as on the orders. */
const UNKNOWN = { produto: 'Produto', fornecedor: 'Desconhecido' } as const;

function toSharer(
  { tipo, id, unidades, pedidos, ...sums }: SharerRow,
  nome: string = UNKNOWN[tipo],
): PeriodSharer {
  const { cobrados: _notKept, ...figures } = toFigures({ ...sums, vendas: pedidos, cobrados: 0 });
  return { ...figures, id: id === NO_ID ? null : id, nome, unidades };
}
