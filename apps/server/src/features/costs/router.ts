import { costSettings, costSettingsInput } from '@esteira/validators/costs/costs';
import { addedRules } from '@esteira/validators/costs/fee-rules';
import { knownFees, knownFeesInput } from '@esteira/validators/costs/known-fees';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { readKnownFees } from './known-fees/read-known-fees';
import { listAddedRules } from './rules/added-rules';
import { readCostSettings, saveCostSettings } from './settings';

/** What sales cost the seller ('Configurações → Custos'). */
export const costsRouter = router({
  settings: readProductsProcedure
    .output(costSettings)
    .query(({ ctx }) => readCostSettings(ctx.deps.db, ctx.seller.id)),
  knownFees: readProductsProcedure
    .meta({ asksOutside: true })
    .input(knownFeesInput)
    .output(knownFees)
    .query(({ ctx, input }) => readKnownFees(ctx.deps, { usuarioId: ctx.seller.id, product: input })),
  saveSettings: changeProductsProcedure
    .input(costSettingsInput)
    .output(costSettings)
    .mutation(({ ctx, input }) => saveCostSettings(ctx.deps.db, ctx.seller.id, input)),
  /** What the browser computes net values by, beside the rules that ship with the product. */
  rules: readProductsProcedure.output(addedRules).query(({ ctx }) => listAddedRules(ctx.deps.db)),
});
