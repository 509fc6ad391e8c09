import {
  adoptInput,
  connectionInput,
  consentBegun,
  integrationStatus,
} from '@esteira/validators/marketplaces/integration';
import { authedProcedure, personProcedure, router } from '../../core/procedures';
import { adoptConnection, beginConsent } from './consent';
import { disconnect, getIntegrationStatus } from './service';

export const integrationsRouter = router({
  // Everybody who works in the shop sees what is simulated and what must be connected again.
  status: personProcedure
    .output(integrationStatus)
    .query(({ ctx }) => getIntegrationStatus(ctx.deps, ctx.seller.id)),
  connect: authedProcedure
    .input(connectionInput)
    .output(consentBegun)
    .mutation(({ ctx, input }) =>
      beginConsent(ctx.deps, { usuarioId: ctx.user.id, marketplace: input.marketplace }),
    ),
  adopt: authedProcedure
    .input(adoptInput)
    .output(integrationStatus)
    .mutation(async ({ ctx, input }) => {
      const { marketplace, ...pasted } = input;
      await adoptConnection(ctx.deps, { usuarioId: ctx.user.id, marketplace }, pasted);
      return getIntegrationStatus(ctx.deps, ctx.user.id);
    }),
  disconnect: authedProcedure
    .input(connectionInput)
    .output(integrationStatus)
    .mutation(async ({ ctx, input }) => {
      await disconnect(ctx.deps, { usuarioId: ctx.user.id, marketplace: input.marketplace });
      return getIntegrationStatus(ctx.deps, ctx.user.id);
    }),
});
