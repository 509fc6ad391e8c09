import { z } from 'zod';

/** What a seller's account holds of examples, and whether it may be filled with them. */
export const examplesStatus = z.object({
  /** The account is empty and nothing of it is real. */
  pode_preencher: z.boolean(),
  /** Null: the account has none. */
  exemplos: z.object({ fornecedores: z.int(), produtos: z.int() }).nullable(),
});

export type ExamplesStatus = z.output<typeof examplesStatus>;
