import { platformHealth } from '@esteira/validators/administration/admin-health';
import { adminProcedure, router } from '../../../core/procedures';
import { readHealth } from './service';

export const healthRouter = router({
  health: adminProcedure.output(platformHealth).query(({ ctx }) => readHealth(ctx.deps)),
});
