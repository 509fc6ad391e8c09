import type { Database } from '@esteira/db/database';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { type CostSettings, NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { eq, getTableColumns, sql } from 'drizzle-orm';

const { usuario_id, atualizado_em: _changed, ...columns } = getTableColumns(costSettings);

/** For a statement that reads them beside something else of the seller: null where nothing was said. */
export const costSettingsColumns = columns;

/** What the seller said of the costs of all sales; nulls, zeros and false where nothing was said. */
export async function readCostSettings(db: Database, usuarioId: string): Promise<CostSettings> {
  const [found] = await db.select(columns).from(costSettings).where(eq(usuario_id, usuarioId));
  return found ?? NO_COST_SETTINGS;
}

/** Replaces all of it; of two that come at once the later one stays whole. */
export async function saveCostSettings(
  db: Database,
  usuarioId: string,
  settings: CostSettings,
): Promise<CostSettings> {
  const [saved] = await db
    .insert(costSettings)
    .values({ usuario_id: usuarioId, ...settings })
    .onConflictDoUpdate({ target: usuario_id, set: { ...settings, atualizado_em: sql`now()` } })
    .returning(columns);
  if (saved === undefined) throw new Error('the insert returned no row');
  return saved;
}
