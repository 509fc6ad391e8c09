import { examplesStatus } from '@esteira/validators/products/examples';
import { authedProcedure, router } from '../../core/procedures';
import { fillWithExamples, removeExamples } from './service';
import { getExamplesStatus } from './status';

export const examplesRouter = router({
  status: authedProcedure.output(examplesStatus).query(({ ctx }) => getExamplesStatus(ctx.deps, ctx.user.id)),
  fill: authedProcedure.output(examplesStatus).mutation(({ ctx }) => fillWithExamples(ctx.deps, ctx.user)),
  erase: authedProcedure.output(examplesStatus).mutation(({ ctx }) => removeExamples(ctx.deps, ctx.user.id)),
});
