import type { Database } from '@esteira/db/database';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import type {
  CostSettingsEditInput,
  CostSettingsInput,
  CostSettingsRecord,
  CostSettingsUpdateInput,
} from '@esteira/validators/costs/costs';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { requireVersion, takeChanges } from '../../core/edits/record-changes';
import { versionColumn } from '../../core/edits/version-column';

const { usuario_id, atualizado_em: _changed, ...columns } = getTableColumns(costSettings);

/** For a statement that reads them beside something else of the seller: null where nothing was said. */
export const costSettingsColumns = columns;

const recordColumns = { id: usuario_id, ...columns, versao: versionColumn(...Object.values(columns)) };

/** What the seller said of the costs of all sales; nulls, zeros and false where nothing was said. */
export async function readCostSettings(db: Database, usuarioId: string): Promise<CostSettingsRecord> {
  const [found] = await db.select(recordColumns).from(costSettings).where(eq(usuario_id, usuarioId));
  return found ?? unsaid(usuarioId);
}

/** Replaces all of it; `conflict` where the client says which version it replaces and it is another. */
export function saveCostSettings(
  db: Database,
  usuarioId: string,
  { versao, ...settings }: CostSettingsUpdateInput,
): Promise<CostSettingsRecord> {
  return db.transaction(async (tx) => {
    const current = await lockCostSettings(tx, usuarioId);
    requireVersion(current.versao, versao, WERE_CHANGED);
    return writeCostSettings(tx, usuarioId, settings);
  });
}

/** Writes what a form changed; `conflict` where somebody else changed one of the fields meanwhile. */
export function editCostSettings(
  db: Database,
  usuarioId: string,
  { mudancas }: CostSettingsEditInput,
): Promise<CostSettingsRecord> {
  return db.transaction(async (tx) => {
    const current = await lockCostSettings(tx, usuarioId);
    return writeCostSettings(tx, usuarioId, takeChanges(current, mudancas, WERE_CHANGED));
  });
}

const WERE_CHANGED = 'Estes custos foram alterados';

/** Of a seller who never saved any. */
const unsaid = (usuarioId: string): CostSettingsRecord => ({
  ...NO_COST_SETTINGS,
  ...{ id: usuarioId, versao: '0' },
});

/** Inserts the row first where there is none: of two who save for the first time the second waits for it. */
async function lockCostSettings(tx: Database, usuarioId: string): Promise<CostSettingsRecord> {
  const inserted = await tx
    .insert(costSettings)
    .values({ usuario_id: usuarioId, ...NO_COST_SETTINGS })
    .onConflictDoNothing()
    .returning({ id: usuario_id });
  if (inserted.length > 0) return unsaid(usuarioId);
  const [locked] = await tx
    .select(recordColumns)
    .from(costSettings)
    .where(eq(usuario_id, usuarioId))
    .for('update');
  if (locked === undefined) throw new Error('the insert found a row');
  return locked;
}

async function writeCostSettings(
  tx: Database,
  usuarioId: string,
  settings: Partial<CostSettingsInput>,
): Promise<CostSettingsRecord> {
  const [saved] = await tx
    .update(costSettings)
    .set({ ...settings, atualizado_em: sql`now()` })
    .where(eq(usuario_id, usuarioId))
    .returning(recordColumns);
  if (saved === undefined) throw new Error('the row is locked');
  return saved;
}
