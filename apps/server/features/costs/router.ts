import {
  costSettingsEditInput,
  costSettingsRecord,
  costSettingsUpdateInput,
} from '@esteira/validators/costs/costs';
import { addedRules } from '@esteira/validators/costs/fee-rules';
import { knownFees, knownFeesInput } from '@esteira/validators/costs/known-fees';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { readKnownFees } from './known-fees/read-known-fees';
import { listAddedRules } from './rules/added-rules';
import { editCostSettings, readCostSettings, saveCostSettings } from './settings';

/** What sales cost the seller ('Configurações → Custos'). */
export const costsRouter = router({
  settings: readProductsProcedure
    .output(costSettingsRecord)
    .query(({ ctx }) => readCostSettings(ctx.deps.db, ctx.seller.id)),
  knownFees: readProductsProcedure
    .meta({ asksOutside: true })
    .input(knownFeesInput)
    .output(knownFees)
    .query(({ ctx, input }) => readKnownFees(ctx.deps, { usuarioId: ctx.seller.id, product: input })),
  saveSettings: changeProductsProcedure
    .input(costSettingsUpdateInput)
    .output(costSettingsRecord)
    .mutation(({ ctx, input }) => saveCostSettings(ctx.deps.db, ctx.seller.id, input)),
  editSettings: changeProductsProcedure
    .input(costSettingsEditInput)
    .output(costSettingsRecord)
    .mutation(({ ctx, input }) => editCostSettings(ctx.deps.db, ctx.seller.id, input)),
  /** What the browser computes net values by, beside the rules that ship with the product. */
  rules: readProductsProcedure.output(addedRules).query(({ ctx }) => listAddedRules(ctx.deps.db)),
});
