import { z } from 'zod';
import { isoDate } from '../wire/text';

/** A place where a user is signed in. */
const session = z.object({
  id: z.string(),
  /** Browser and system, as 'Chrome no Windows'. */
  dispositivo: z.string(),
  endereco: z.string(),
  criada_em: isoDate,
  ultimo_uso: isoDate,
  /** The session that asks. */
  atual: z.boolean(),
});

/** GET /conta/sessoes: the open sessions that were used last, and how many are open in all. */
export const sessionList = z.object({
  itens: z.array(session),
  total: z.int(),
  /** After how many hours without use a session ends; absent: it does not. */
  horas_sem_uso: z.int().optional(),
});

/** POST /conta/sessoes/encerrar-todas. */
export const endedSessions = z.object({ encerradas: z.int() });

export type Session = z.output<typeof session>;
export type SessionList = z.output<typeof sessionList>;
export type EndedSessions = z.output<typeof endedSessions>;
