import { adminJob, adminJobCounts, repeatedJobs } from '@esteira/validators/administration/admin';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { adminProcedure, router } from '../../../core/procedures';
import { toAdmin } from '../admin-acts';
import { countJobs, listJobs, retryFailedJobs, retryJob } from './service';

export const jobsRouter = router({
  list: adminProcedure
    .input(pageInput)
    .output(pageOf(adminJob))
    .query(({ ctx, input }) => listJobs(ctx.deps.db, input)),
  counts: adminProcedure.output(adminJobCounts).query(({ ctx }) => countJobs(ctx.deps.db)),
  retry: adminProcedure
    .input(idInput)
    .output(adminJob)
    .mutation(({ ctx, input }) => retryJob(ctx.deps.db, toAdmin(ctx), input.id)),
  retryFailed: adminProcedure
    .output(repeatedJobs)
    .mutation(({ ctx }) => retryFailedJobs(ctx.deps.db, toAdmin(ctx))),
});
