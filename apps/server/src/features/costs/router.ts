import { costSettings, costSettingsInput } from '@esteira/validators/costs';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { readCostSettings, saveCostSettings } from './settings';

/** What sales cost the seller ('Configurações → Custos'). */
export const costsRouter = router({
  settings: readProductsProcedure
    .output(costSettings)
    .query(({ ctx }) => readCostSettings(ctx.deps.db, ctx.seller.id)),
  saveSettings: changeProductsProcedure
    .input(costSettingsInput)
    .output(costSettings)
    .mutation(({ ctx, input }) => saveCostSettings(ctx.deps.db, ctx.seller.id, input)),
});
