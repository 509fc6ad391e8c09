import {
  adminRule,
  adminRulesInput,
  RULE_LABELS,
  ruleChangeInput,
  ruleChangeResult,
  rulePreview,
} from '@esteira/validators/administration/admin-fee-rules';
import { pageOf } from '@esteira/validators/wire/page';
import { adminProcedure, router } from '../../../core/procedures';
import { toAdmin } from '../admin-acts';
import { changeRules } from './change-rules';
import { listRules } from './list-rules';
import { previewRules } from './preview-rules';

/** The rules of fees: those that ship with the product, and those that admins add to them. */
export const feeRulesRouter = router({
  rules: adminProcedure
    .meta({ labels: { tipo: 'Tipo' } })
    .input(adminRulesInput)
    .output(pageOf(adminRule))
    .query(({ ctx, input }) => listRules(ctx.deps, input)),
  previewRules: adminProcedure
    // Changes nothing; a mutation, because a table of freights fits into no address.
    .meta({ isExpensive: true })
    .meta({ labels: RULE_LABELS })
    .input(ruleChangeInput)
    .output(rulePreview)
    .mutation(({ ctx, input }) => previewRules(ctx.deps, input)),
  changeRules: adminProcedure
    .meta({ labels: RULE_LABELS })
    .input(ruleChangeInput)
    .output(ruleChangeResult)
    .mutation(({ ctx, input }) => changeRules(ctx.deps, toAdmin(ctx), input)),
});
