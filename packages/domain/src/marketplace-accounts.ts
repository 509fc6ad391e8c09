import { MARKETPLACES, type Marketplace } from './marketplaces';

/** The account that every seller has on each marketplace from the start. */
export const FIRST_ACCOUNT = 1;

/** Accounts of one seller on one marketplace. */
export const MAX_ACCOUNTS = 10;

/** Characters of the name that a seller gives an account. */
export const MAX_ACCOUNT_NAME = 40;

/** One of a seller's accounts, which are counted within a marketplace. */
export interface AccountNumber {
  marketplace: Marketplace;
  contaId: number;
}

/** How an account is named outside, such as `mercadolivre-2`. */
export type AccountCode = `${Marketplace}-${number}`;

/** The code of an account. */
export const toAccountCode = ({ marketplace, contaId }: AccountNumber): AccountCode =>
  `${marketplace}-${contaId}`;

/** All codes that an account can have. */
export const ACCOUNT_CODES: readonly AccountCode[] = MARKETPLACES.flatMap((marketplace) =>
  Array.from({ length: MAX_ACCOUNTS }, (_, index) => toAccountCode({ marketplace, contaId: index + 1 })),
);

/** The account of a code. */
export function parseAccountCode(code: AccountCode): AccountNumber {
  const [marketplace, number] = code.split('-') as [Marketplace, string];
  return { marketplace, contaId: Number(number) };
}

/** How an account stands: `simulada` where there is no real one to connect. */
export const ACCOUNT_STATES = [
  'simulada',
  'conectada',
  'reconectar',
  'nao_conectada',
  'desconectada',
] as const;

export type AccountState = (typeof ACCOUNT_STATES)[number];
