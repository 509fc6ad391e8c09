import { z } from 'zod';

/** In order, to be looked at, or to be done now. */
export const SECURITY_STATES = ['em_ordem', 'atencao', 'urgente'] as const;

/** `texto` says how it stands and what to do; `caminho` is the page of the web app where it is done, if there is one. */
export const securityItem = z.object({
  codigo: z.string(),
  titulo: z.string(),
  estado: z.enum(SECURITY_STATES),
  texto: z.string(),
  caminho: z.string().nullable(),
});

/** admin.security */
export const securityList = z.object({ itens: z.array(securityItem) });

export type SecurityItem = z.output<typeof securityItem>;
export type SecurityList = z.output<typeof securityList>;
