import { z } from 'zod';
import { beginTwoStepInput, twoStepProofInput } from '../accounts/two-step';
import { instant } from '../wire/instant';
import { day, email, idInput, isoDate, orNull, requiredText, wholeNumber } from '../wire/text';

const MIN_REASON = 3;

/** Why an admin does something; `error` is said where it explains nothing. */
export function reason(error: string) {
  return requiredText(300).refine((value) => value.length >= MIN_REASON, { error });
}

const motivo = reason('Explique o motivo');

/** What the admin types before something is done to a user. */
export const reasonInput = z.object({ motivo });

/** PUT /admin/usuario/{id}/desativar: without a reason too, as it was before the screen asked for one. */
export const deactivateInput = idInput.extend({ motivo: orNull(motivo) });

/** PUT /admin/usuario/{id}/desligar-duas-etapas. */
export const removeTwoStepInput = idInput.extend(reasonInput.shape);

/** admin.endSessions. */
export const endUserSessionsInput = idInput.extend(reasonInput.shape);

/** admin.endAllSessions: `codigo` where the admin signs in with a second step. */
export const endAllSessionsInput = z.object({
  senha_atual: beginTwoStepInput.shape.senha_atual,
  codigo: orNull(twoStepProofInput.shape.codigo),
});

/** admin.eraseAmazonBuyers: of the seller with this e-mail, or of all where none is named and `todos` says so. */
export const eraseBuyersInput = endAllSessionsInput
  .extend({ todos: z.boolean(), email: orNull(email), motivo })
  .refine((input) => input.todos === (input.email === null), {
    path: ['email'],
    error: 'Informe o vendedor, ou marque todos',
  });

/** admin.eraseAmazonBuyers: of how many orders the buyer is erased. */
export const erasedBuyers = z.object({ pedidos: z.int() });

const MAX_MONTHS = 36;

/** By how many calendar months, or to the end of which day. */
const prazo = z.union([wholeNumber(1, MAX_MONTHS), day], {
  error: ({ input }) =>
    input === undefined || input === null
      ? 'Campo obrigatório'
      : `Informe quantos meses (de 1 a ${MAX_MONTHS}) ou até que dia`,
});

/** What the admin chooses before a plan is extended. */
export const extensionInput = z.object({ prazo, motivo });

/**
 * PUT /admin/usuario/{id}/estender-plano. `data_expiracao` is the end that the admin saw: asked for once more, the same
 * call finds another one and extends nothing.
 */
export const extendPlanInput = idInput.extend({
  data_expiracao: instant,
  ...extensionInput.shape,
});

/** POST /admin/usuario/{id}/link-senha: the address for a new password, answered this once. */
export const resetLink = z.object({
  url: z.string(),
  expira_em: isoDate,
  /** Whether it was sent to the user by e-mail too. */
  por_email: z.boolean(),
});

export type DeactivateInput = z.output<typeof deactivateInput>;
export type EndUserSessionsInput = z.output<typeof endUserSessionsInput>;
export type EndAllSessionsInput = z.output<typeof endAllSessionsInput>;
export type EraseBuyersInput = z.output<typeof eraseBuyersInput>;
export type ErasedBuyers = z.output<typeof erasedBuyers>;
export type RemoveTwoStepInput = z.output<typeof removeTwoStepInput>;
export type ExtendPlanInput = z.output<typeof extendPlanInput>;
export type ResetLink = z.output<typeof resetLink>;
