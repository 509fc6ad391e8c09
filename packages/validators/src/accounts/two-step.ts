import { z } from 'zod';
import { requiredText } from '../wire/text';
import { changePasswordInput, newToken, renewedToken } from './account';

const { senha_atual } = changePasswordInput.shape;

/** Six digits of the app, or a recovery code; which one, the server sees by its form. */
const codigo = requiredText(40, { as: 'identifier' });

/** POST /auth/segundo-passo. */
export const secondStepInput = z.object({ desafio: requiredText(200, { as: 'opaque' }), codigo });

/** POST /conta/duas-etapas: begins, for who knows the password. */
export const beginTwoStepInput = z.object({ senha_atual });

/** What the app is told: as text, and as the address that stands in the QR code. Answered this once. */
export const twoStepSetup = z.object({ segredo: z.string(), endereco: z.string() });

/** POST /conta/duas-etapas/confirmar: the first code of the app. */
export const confirmTwoStepInput = z.object({ codigo, novo_token: newToken });

/** Turning off, and making new recovery codes. */
export const twoStepProofInput = z.object({ senha_atual, codigo });

/** Turning it off. */
export const turnOffTwoStepInput = twoStepProofInput.extend({ novo_token: newToken });

/** All recovery codes, answered this once. */
export const recoveryCodes = z.object({ codigos: z.array(z.string()) });

/** What turning it on answers. */
export const confirmedTwoStep = recoveryCodes.extend(renewedToken.shape);

/** GET /conta/duas-etapas. */
export const twoStepState = z.object({
  ligada: z.boolean(),
  codigos_restantes: z.int(),
  /** Without it this user, an admin, cannot administer (EXIGIR_2FA_ADMIN). */
  obrigatoria: z.boolean(),
});

export type SecondStepInput = z.output<typeof secondStepInput>;
export type BeginTwoStepInput = z.output<typeof beginTwoStepInput>;
export type TwoStepSetup = z.output<typeof twoStepSetup>;
export type ConfirmTwoStepInput = z.output<typeof confirmTwoStepInput>;
export type TwoStepProofInput = z.output<typeof twoStepProofInput>;
export type ConfirmedTwoStep = z.output<typeof confirmedTwoStep>;
export type TurnOffTwoStepInput = z.output<typeof turnOffTwoStepInput>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
export type TwoStepState = z.output<typeof twoStepState>;
