import { integrationStatus } from '@esteira/validators/integration';
import { authedProcedure, router } from '../../core/procedures';
import { integrationModes } from './service';

export const integrationsRouter = router({
  status: authedProcedure.output(integrationStatus).query(({ ctx }) => integrationModes(ctx.deps)),
});
