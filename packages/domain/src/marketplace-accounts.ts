/** The account that every seller has on each marketplace from the start. */
export const FIRST_ACCOUNT = 1;

/** Accounts of one seller on one marketplace. */
export const MAX_ACCOUNTS = 10;

/** Characters of the name that a seller gives an account. */
export const MAX_ACCOUNT_NAME = 40;
