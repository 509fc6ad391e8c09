import { platformHealth } from '@esteira/validators/admin-health';
import { adminProcedure, router } from '../../../core/procedures';
import { readHealth } from './service';

export const healthRouter = router({
  health: adminProcedure.output(platformHealth).query(({ ctx }) => readHealth(ctx.deps)),
});
