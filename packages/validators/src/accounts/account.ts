import { TEAM_ROLES } from '@esteira/domain/accounts/team-roles';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { z } from 'zod';
import { changesOf } from '../wire/record-edit';
import { email, isoDate, optionalText, requiredText } from '../wire/text';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const TOO_LONG = 'Deve ter de 8 a 128 caracteres';

const password = z
  .string()
  .max(2 * MAX_PASSWORD, { abort: true, error: TOO_LONG })
  // A lone surrogate has no UTF-8 form of its own: hashing would make two different passwords equal.
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), { error: 'Contém caracteres inválidos' });

/** A password that somebody chooses. Its length is counted in characters. */
export const newPassword = password
  .refine((value) => [...value].length >= MIN_PASSWORD, {
    error: 'Crie uma senha com pelo menos 8 caracteres',
  })
  .refine((value) => [...value].length <= MAX_PASSWORD, { error: TOO_LONG });

export const personName = requiredText(120);

/** POST /auth/registrar (docs/product-rules/accounts.md#accounts). */
export const registerInput = z.object({ nome: personName, email, senha: newPassword });

/** POST /auth/login: the password's length is not checked, so that a wrong one is simply a wrong one (401). */
export const loginInput = z.object({ email, senha: password.min(1) });

/** POST /auth/esqueci-senha. */
export const requestResetInput = z.object({ email });

/** What is answered whether or not the address has an account. */
export const requestResetResponse = z.object({ detail: z.string() });

/** POST /auth/redefinir-senha, with what stands behind the # of the link. */
export const resetPasswordInput = z.object({
  token: requiredText(200, { as: 'opaque' }),
  senha: newPassword,
});

/** PUT /conta/nome. */
export const renameInput = z.object({ nome: personName });

/** The names of an account; `nome_loja` is its owner's alone. */
export const accountNames = renameInput.extend({ nome_loja: optionalText(60) });

/** account.edit: what the form of the account changed. */
export const accountEditInput = z.object({ mudancas: changesOf(accountNames) });

/** The web app asks for a new token, and its old one ends; not over REST, where programs keep theirs. */
export const newToken = z.boolean().default(false);

/** What is answered to `novo_token`. */
export const renewedToken = z.object({ access_token: z.string().optional() });

/** PUT /conta/senha. */
export const changePasswordInput = z.object({
  senha_atual: password.min(1),
  senha: newPassword,
  novo_token: newToken,
});

/** account.confirmPassword, and whatever else asks for the password alone. */
export const currentPasswordInput = changePasswordInput.pick({ senha_atual: true });

/** POST /conta/email: asks for a link to the new address. */
export const changeEmailInput = z.object({ email, senha_atual: password.min(1) });

/** POST /conta/confirmar-email, with what stands behind the # of the link. */
export const confirmEmailInput = z.object({ token: requiredText(200, { as: 'opaque' }) });

/** Whether the server can send e-mails at all. */
export const mailState = z.object({
  configurado: z.boolean(),
  /** Whether links are printed in the server's log in the place of e-mails. */
  no_registro: z.boolean(),
});

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

/** A user as they see themselves. In a team, `plano`, `data_expiracao` and `nome_loja` are those of its seller. */
export const ownUser = user.extend({
  /** Absent: the shop has no name of its own. */
  nome_loja: z.string().optional(),
  /** Absent: the user sells for themselves. */
  equipe: z.object({ papel: z.enum(TEAM_ROLES), vendedor_nome: z.string() }).optional(),
  /** The password breaks a rule: after `ate` only the account can be looked after (`restrita`), until it is another one. */
  trocar_senha: z.object({ ate: isoDate, restrita: z.boolean() }).optional(),
});

/** What login and registration answer. */
export const authResponse = z.object({ usuario: ownUser, access_token: z.string() });

/** What login answers where the account asks for a second step: `desafio` is handed in with the code, and opens nothing itself. */
export const loginChallenge = z.object({ desafio: z.string(), expira_em: isoDate });

export const loginResponse = z.union([authResponse, loginChallenge]);

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;
export type User = z.output<typeof user>;
export type OwnUser = z.output<typeof ownUser>;
export type AuthResponse = z.output<typeof authResponse>;
export type LoginChallenge = z.output<typeof loginChallenge>;
export type LoginResponse = z.output<typeof loginResponse>;
export type RequestResetInput = z.output<typeof requestResetInput>;
export type RequestResetResponse = z.output<typeof requestResetResponse>;
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;
export type RenameInput = z.output<typeof renameInput>;
export type AccountNames = z.input<typeof accountNames>;
export type AccountEditInput = z.output<typeof accountEditInput>;
export type RenewedToken = z.output<typeof renewedToken>;
export type ChangePasswordInput = z.output<typeof changePasswordInput>;
export type ChangeEmailInput = z.output<typeof changeEmailInput>;
