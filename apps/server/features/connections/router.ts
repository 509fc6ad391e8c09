import { parseAccountCode } from '@esteira/domain/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import {
  accountInput,
  addAccountInput,
  heldAccount,
  heldAccountInput,
  marketplaceAccounts,
  renameAccountInput,
} from '@esteira/validators/marketplaces/accounts';
import {
  adoptInput,
  connectionInput,
  consentBegun,
  disconnected,
  disconnectInput,
  integrationStatus,
} from '@esteira/validators/marketplaces/integration';
import { authedProcedure, personProcedure, router } from '../../core/procedures';
import {
  accountNotFound,
  addSimulatedAccount,
  listAccounts,
  renameAccount,
  setDefaultAccount,
  toAccountKey,
} from './account-list';
import { adoptConnection, beginConsent } from './consent';
import { setConsentCookie } from './consent-cookie';
import { addHeldAccount, readHeldAccount } from './held-accounts';
import { getIntegrationStatus, revokeAndDisconnect } from './service';

export const integrationsRouter = router({
  // Everybody who works in the shop sees what is simulated and what must be connected again.
  status: personProcedure
    .output(integrationStatus)
    .query(({ ctx }) => getIntegrationStatus(ctx.deps, ctx.seller.id, ctx.user.id)),
  connect: authedProcedure
    .input(connectionInput)
    .output(consentBegun)
    .mutation(async ({ ctx, input }) => {
      const { url, estado } = await beginConsent(ctx.deps, toAsking(ctx.user.id, input));
      ctx.setCookie(setConsentCookie(ctx.deps.publicUrl(), estado));
      return { url };
    }),
  adopt: authedProcedure
    .meta({ activity: 'conta_conectada' })
    .input(adoptInput)
    .output(integrationStatus)
    .mutation(async ({ ctx, input }) => {
      await adoptConnection(ctx.deps, toAsking(ctx.user.id, input), input);
      return getIntegrationStatus(ctx.deps, ctx.user.id);
    }),
  disconnect: authedProcedure
    .meta({ activity: 'conta_desconectada' })
    .meta({ openToRestricted: true, refusals: [429] })
    .input(disconnectInput)
    .output(disconnected)
    .mutation(async ({ ctx, input }) => {
      const a_retirar = await revokeAndDisconnect(ctx.deps, toAsking(ctx.user.id, input), input.apagar);
      return { ...(await getIntegrationStatus(ctx.deps, ctx.user.id)), a_retirar };
    }),
  // Names of accounts stand at orders and products, which everybody in the shop reads.
  accounts: personProcedure
    .output(marketplaceAccounts)
    .query(({ ctx }) => listAccounts(ctx.deps, ctx.seller.id)),
  addAccount: authedProcedure
    .input(addAccountInput)
    .output(marketplaceAccounts)
    .mutation(async ({ ctx, input }) => {
      await addSimulatedAccount(ctx.deps, { usuarioId: ctx.user.id, marketplace: input.marketplace });
      return listAccounts(ctx.deps, ctx.user.id);
    }),
  renameAccount: authedProcedure
    .input(renameAccountInput)
    .output(marketplaceAccounts)
    .mutation(async ({ ctx, input }) => {
      await renameAccount(ctx.deps.db, toAccountKey(ctx.user.id, input.conta_id), input.nome);
      return listAccounts(ctx.deps, ctx.user.id);
    }),
  setDefaultAccount: authedProcedure
    .input(accountInput)
    .output(marketplaceAccounts)
    .mutation(async ({ ctx, input }) => {
      await setDefaultAccount(ctx.deps.db, toAccountKey(ctx.user.id, input.conta_id));
      return listAccounts(ctx.deps, ctx.user.id);
    }),
  heldAccount: authedProcedure
    .input(heldAccountInput)
    .output(heldAccount)
    .query(({ ctx, input }) => readHeldAccount(ctx.deps, ctx.user.id, input.autorizacao)),
  addHeldAccount: authedProcedure
    .meta({ activity: 'conta_conectada' })
    .input(heldAccountInput)
    .output(integrationStatus)
    .mutation(async ({ ctx, input }) => {
      await addHeldAccount(ctx.deps, ctx.user.id, input.autorizacao);
      return getIntegrationStatus(ctx.deps, ctx.user.id);
    }),
});

type Asked = { marketplace: Marketplace; conta_id?: Parameters<typeof parseAccountCode>[0] | undefined };

/** An account of another marketplace is none of this one's. */
function toAsking(usuarioId: string, { marketplace, conta_id }: Asked) {
  if (conta_id === undefined) return { usuarioId, marketplace, contaId: null };
  const account = parseAccountCode(conta_id);
  if (account.marketplace !== marketplace) throw accountNotFound();
  return { usuarioId, ...account };
}
