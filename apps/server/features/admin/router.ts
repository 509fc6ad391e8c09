import { user } from '@esteira/validators/accounts/account';
import { endedSessions } from '@esteira/validators/accounts/session';
import { adminStats, adminUser, adminUsersInput, auditEntry } from '@esteira/validators/administration/admin';
import { platformHealth } from '@esteira/validators/administration/admin-health';
import { securityList } from '@esteira/validators/administration/admin-security';
import {
  deactivateInput,
  endAllSessionsInput,
  endUserSessionsInput,
  eraseBuyersInput,
  erasedBuyers,
  removeTwoStepInput,
  resetLink,
} from '@esteira/validators/administration/admin-user-acts';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { adminProcedure, router } from '../../core/procedures';
import { createUserResetLink, removeUserTwoStep } from './account-recovery';
import { toAdmin } from './admin-acts';
import { listActs } from './audit/service';
import { endAllSessions, endUserSessions } from './end-sessions';
import { eraseAmazonBuyers } from './erase-amazon';
import { readHealth } from './health/service';
import { readSecurity } from './security/service';
import { activateUser, deactivateUser, getPlatformStats, promoteUser } from './service';
import { listUsers } from './user-list';

export const adminRouter = router({
  stats: adminProcedure
    .output(adminStats)
    .query(({ ctx }) => getPlatformStats(ctx.deps.db, ctx.deps.clock())),
  users: adminProcedure
    .input(adminUsersInput)
    .output(pageOf(adminUser))
    .query(({ ctx, input }) => listUsers(ctx.deps, input)),
  audit: adminProcedure
    .input(pageInput)
    .output(pageOf(auditEntry))
    .query(({ ctx, input }) => listActs(ctx.deps.db, input)),
  health: adminProcedure.output(platformHealth).query(({ ctx }) => readHealth(ctx.deps)),
  security: adminProcedure.output(securityList).query(({ ctx }) => readSecurity(ctx.deps)),
  deactivate: adminProcedure
    .input(deactivateInput)
    .output(user)
    .mutation(({ ctx, input }) => deactivateUser(ctx.deps.db, toAdmin(ctx), input)),
  activate: adminProcedure
    .input(idInput)
    .output(user)
    .mutation(({ ctx, input }) => activateUser(ctx.deps.db, toAdmin(ctx), input.id)),
  promote: adminProcedure
    .input(idInput)
    .output(user)
    .mutation(({ ctx, input }) => promoteUser(ctx.deps.db, toAdmin(ctx), input.id)),
  removeTwoStep: adminProcedure
    .input(removeTwoStepInput)
    .output(user)
    .mutation(({ ctx, input }) => removeUserTwoStep(ctx.deps, toAdmin(ctx), input)),
  endSessions: adminProcedure
    .input(endUserSessionsInput)
    .output(endedSessions)
    .mutation(({ ctx, input }) => endUserSessions(ctx.deps, toAdmin(ctx), input)),
  endAllSessions: adminProcedure
    .meta({ refusals: [429] })
    .input(endAllSessionsInput)
    .output(endedSessions)
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx, input)),
  eraseAmazonBuyers: adminProcedure
    .meta({ refusals: [429] })
    .input(eraseBuyersInput)
    .output(erasedBuyers)
    .mutation(({ ctx, input }) => eraseAmazonBuyers(ctx.deps, ctx, input)),
  createResetLink: adminProcedure
    .input(idInput)
    .output(resetLink)
    .mutation(({ ctx, input }) => createUserResetLink(ctx.deps, toAdmin(ctx), input.id)),
});
