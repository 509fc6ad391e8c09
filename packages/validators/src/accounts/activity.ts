import { ACTIVITIES, ACTIVITY_RESULTS } from '@esteira/domain/accounts/activity';
import { z } from 'zod';
import { pageInput } from '../wire/page';
import { idInput, isoDate, orAbsent } from '../wire/text';

/** activity.list and admin.activity; `autor` is a person or an API key. */
export const activityInput = pageInput.extend({
  ato: orAbsent(z.enum(ACTIVITIES, { error: 'Tipo desconhecido' })),
  autor: orAbsent(idInput.shape.id),
});

/** One act; `autor_nome` null: without an account. */
export const activityEntry = z.object({
  id: z.string(),
  ato: z.enum(ACTIVITIES),
  resultado: z.enum(ACTIVITY_RESULTS),
  autor_nome: z.string().nullable(),
  /** The act is an API key's, which is called so. */
  chave_nome: z.string().nullable(),
  loja_nome: z.string().nullable(),
  alvo: z.string().nullable(),
  quantidade: z.int().nullable(),
  com_busca: z.boolean(),
  ip: z.string(),
  dispositivo: z.string(),
  em: isoDate,
});

/** activity.authors: who the list can be narrowed to. */
export const activityAuthors = z.array(z.object({ id: z.string(), nome: z.string() }));

export type ActivityEntry = z.output<typeof activityEntry>;
export type ActivityInput = z.output<typeof activityInput>;
