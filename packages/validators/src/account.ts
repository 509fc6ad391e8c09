import { PLAN_IDS } from '@esteira/domain/plans';
import { z } from 'zod';
import { email, isoDate, requiredText } from './wire/text';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const TOO_LONG = 'Deve ter de 8 a 128 caracteres';

const password = z
  .string()
  .max(2 * MAX_PASSWORD, { abort: true, error: TOO_LONG })
  // A lone surrogate has no UTF-8 form of its own: hashing would make two different passwords equal.
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), { error: 'Contém caracteres inválidos' });

/** POST /auth/registrar (docs/product-rules.md#accounts). The password's length is counted in characters. */
export const registerInput = z.object({
  nome: requiredText(120),
  email,
  senha: password
    .refine((value) => [...value].length >= MIN_PASSWORD, {
      error: 'Crie uma senha com pelo menos 8 caracteres',
    })
    .refine((value) => [...value].length <= MAX_PASSWORD, { error: TOO_LONG }),
});

/** POST /auth/login: the password's length is not checked, so that a wrong one is simply a wrong one (401). */
export const loginInput = z.object({ email, senha: password.min(1) });

/** A user as anybody outside the database sees it. */
export const user = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  plano: z.enum(PLAN_IDS).nullable(),
  data_expiracao: isoDate.nullable(),
  is_admin: z.boolean(),
  ativo: z.boolean(),
});

/** What login and registration answer. */
export const authResponse = z.object({ usuario: user, access_token: z.string() });

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;
export type User = z.output<typeof user>;
export type AuthResponse = z.output<typeof authResponse>;
