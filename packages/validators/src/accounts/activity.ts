import { ACTIVITIES, ACTIVITY_RESULTS } from '@esteira/domain/accounts/activity';
import { LAST_DAY } from '@esteira/domain/days';
import { z } from 'zod';
import { pageInput } from '../wire/page';
import { day, idInput, isoDate, isWellFormed, orAbsent } from '../wire/text';

/** What a list of activity is narrowed to: `autor` is a person or an API key; days are those of America/Sao_Paulo. */
const activityFilter = z.object({
  ato: orAbsent(z.enum(ACTIVITIES, { error: 'Tipo desconhecido' })),
  autor: orAbsent(idInput.shape.id),
  de: orAbsent(day),
  ate: orAbsent(day),
});

const inOrder = ({ de = '', ate = LAST_DAY }: { de?: string | undefined; ate?: string | undefined }) =>
  de <= ate;
const backwards = { path: ['ate'], error: 'Deve ser no dia inicial ou depois', when: isWellFormed };

/** activity.list and activity.all. */
export const activityInput = pageInput.extend(activityFilter.shape).refine(inOrder, backwards);

/** The exports of these lists. */
export const activityExportInput = activityFilter.refine(inOrder, backwards);

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
export type ActivityFilter = z.output<typeof activityFilter>;
export type ActivityInput = z.output<typeof activityInput>;
