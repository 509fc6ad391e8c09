import { trpc } from './trpc';

/** The seller's accounts on marketplaces where there are several; empty where nothing is to be told apart. */
export function useSeveralAccounts() {
  const { data } = trpc.integrations.accounts.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const all = data?.itens ?? [];
  return all.filter(({ marketplace }) => all.filter((other) => other.marketplace === marketplace).length > 1);
}

/** The names of those accounts by their codes, for a choice. */
export const toAccountOptions = (accounts: ReturnType<typeof useSeveralAccounts>): Record<string, string> =>
  Object.fromEntries(accounts.map(({ id, nome }) => [id, nome]));
