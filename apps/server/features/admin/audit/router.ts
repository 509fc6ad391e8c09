import { auditEntry } from '@esteira/validators/administration/admin';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { adminProcedure, router } from '../../../core/procedures';
import { listActs } from './service';

export const auditRouter = router({
  audit: adminProcedure
    .input(pageInput)
    .output(pageOf(auditEntry))
    .query(({ ctx, input }) => listActs(ctx.deps.db, input)),
});
