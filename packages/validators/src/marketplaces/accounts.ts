import { ACCOUNT_CODES, ACCOUNT_STATES, MAX_ACCOUNT_NAME } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { isoDate, orAbsent, requiredText, text } from '../wire/text';

/** Which of the seller's accounts, such as `amazon-2`. */
export const accountCode = z.enum(ACCOUNT_CODES);

/** The account of an order or a listing, where the seller has several on its marketplace. */
export const shownAccount = z.object({ id: accountCode, nome: z.string() });

/** One of the seller's accounts. */
export const marketplaceAccount = z.object({
  id: accountCode,
  marketplace: z.enum(MARKETPLACES),
  /** As the seller calls it, or else the marketplace. */
  nome: z.string(),
  /** As the marketplace calls it; null until it was connected. */
  apelido: z.string().nullable(),
  /** The end of its id there, by which accounts of one name are told apart. */
  vendedor_final: z.string().nullable(),
  estado: z.enum(ACCOUNT_STATES),
  /** Why it must be connected again. */
  motivo: z.string().nullable(),
  /** Up to when its orders were read. */
  lida_em: isoDate.nullable(),
  /** For how many seconds the oldest order that it announced waits to be taken in; 0: none waits. */
  atraso_pedidos: z.int(),
  /** For how many seconds the oldest stock waits to be told to it; 0: none waits. */
  atraso_estoque: z.int(),
  /** Listings that were not ended. */
  anuncios: z.number(),
  /** Whether products are published here unless the seller chooses. */
  padrao: z.boolean(),
});

/** integrations.accounts, by marketplace and number. */
export const marketplaceAccounts = z.object({ itens: z.array(marketplaceAccount) });

/** integrations.setDefaultAccount, publication.pauseAccount and others: which account. */
export const accountInput = z.object({ conta_id: accountCode });

/** integrations.renameAccount. */
export const renameAccountInput = accountInput.extend({ nome: requiredText(MAX_ACCOUNT_NAME) });

/** integrations.heldAccount and .addHeldAccount: by the name that the page was given in its address. */
export const heldAccountInput = z.object({ autorizacao: requiredText(100, { as: 'opaque' }) });

/** integrations.heldAccount: the account that came, and the one that was asked for. */
export const heldAccount = z.object({ veio: z.string(), pedida: z.string() });

/** integrations.addAccount: a further one of a simulated marketplace. */
export const addAccountInput = z.object({ marketplace: z.enum(MARKETPLACES) });

/** publication.pauseAccount: an account, and behind which product it goes on. */
export const accountPauseInput = accountInput.extend({ cursor: orAbsent(text(500, { as: 'opaque' })) });

/** publication.pauseAccount: how many listings it paused, and where to go on; null: none is left. */
export const accountPauseRun = z.object({ pausados: z.int(), proximo_cursor: z.string().nullable() });

export type AccountPauseInput = z.output<typeof accountPauseInput>;
export type AccountPauseRun = z.output<typeof accountPauseRun>;
export type HeldAccount = z.output<typeof heldAccount>;
export type ShownAccount = z.output<typeof shownAccount>;
export type MarketplaceAccount = z.output<typeof marketplaceAccount>;
export type MarketplaceAccounts = z.output<typeof marketplaceAccounts>;
