import type { Database } from '@esteira/db/database';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../context';
import { AppError, invalidField } from '../../errors';
import { limitFailures } from '../../limits/limit-failures';
import { revokeAccountLinks } from '../account-links';
import { hashRecoveryCode } from './recovery-codes';
import { findTotpStep } from './totp';

/** Of a million codes three count at a time: whoever knows the password and tries on for a year is let in once in twelve. */
const CODE_LIMIT = { max: 10, windowMs: 3 * 60 * 60_000 };

const APP_CODE = /^\d{6}$/;

/** What a secret is sealed for. */
export const toTwoStepSealName = (usuarioId: string) => `duas_etapas:${usuarioId}:segredo`;

const isOn = (usuarioId: string) => and(eq(twoStep.usuario_id, usuarioId), isNotNull(twoStep.ligada_em));

/** Whether signing in asks the user for a second step. */
export async function hasTwoStep(db: Database, usuarioId: string): Promise<boolean> {
  const found = await db.select({ id: twoStep.usuario_id }).from(twoStep).where(isOn(usuarioId));
  return found.length > 0;
}

/** Runs the check of a code, unless too many of this user's codes were wrong. All places that ask for a code count together. */
export function limitCodes<T>(deps: Deps, usuarioId: string, attempt: () => Promise<T>): Promise<T> {
  return limitFailures(deps, { key: deps.digest(`segundo-passo:${usuarioId}`), ...CODE_LIMIT }, attempt);
}

/**
 * Uses up a code of the app or a recovery code, in the transaction of what it allows: of two at once only one gets it.
 * @throws AppError for one that is wrong, expired, or used.
 */
export async function takeCode(
  tx: Database,
  deps: Pick<Deps, 'clock' | 'tokenCipher'>,
  { usuarioId, codigo }: { usuarioId: string; codigo: string },
): Promise<void> {
  const digits = codigo.replace(/\s/g, '');
  const isUsed = APP_CODE.test(digits)
    ? await takeAppCode(tx, deps, { usuarioId, codigo: digits })
    : await takeRecoveryCode(tx, usuarioId, codigo);
  if (!isUsed) throw wrongCode();
}

async function takeAppCode(
  tx: Database,
  { clock, tokenCipher }: Pick<Deps, 'clock' | 'tokenCipher'>,
  { usuarioId, codigo }: { usuarioId: string; codigo: string },
): Promise<boolean> {
  const [row] = await tx.select({ segredo: twoStep.segredo }).from(twoStep).where(isOn(usuarioId));
  if (row === undefined) return false;
  const step = findTotpStep(openSecret(tokenCipher, usuarioId, row.segredo), codigo, clock());
  if (step === null) return false;
  const used = await tx
    .update(twoStep)
    .set({ ultimo_passo: step })
    .where(and(isOn(usuarioId), eq(twoStep.segredo, row.segredo), lt(twoStep.ultimo_passo, step)))
    .returning({ id: twoStep.usuario_id });
  return used.length > 0;
}

async function takeRecoveryCode(tx: Database, usuarioId: string, codigo: string): Promise<boolean> {
  const hash = hashRecoveryCode(usuarioId, codigo);
  const used = await tx
    .update(twoStep)
    .set({ codigos: sql`array_remove(${twoStep.codigos}, ${hash})` })
    .where(and(isOn(usuarioId), sql`${hash} = ANY(${twoStep.codigos})`))
    .returning({ id: twoStep.usuario_id });
  return used.length > 0;
}

/** @throws AppError where the key that it was sealed with is not the server's any more. */
export function openSecret(cipher: Deps['tokenCipher'], usuarioId: string, sealed: string): string {
  try {
    return cipher.open(sealed, toTwoStepSealName(usuarioId));
  } catch (cause) {
    throw new AppError(
      'conflict',
      'O servidor não consegue mais ler o segredo do seu aplicativo. Use um código de recuperação.',
      { cause },
    );
  }
}

/** Forgets the second step of a user, and sign-ins that were waiting for it. Tells whether there was one. */
export async function removeTwoStep(
  tx: Database,
  deps: Pick<Deps, 'clock'>,
  usuarioId: string,
): Promise<boolean> {
  const removed = await tx.delete(twoStep).where(isOn(usuarioId)).returning({ id: twoStep.usuario_id });
  await revokeAccountLinks(tx, deps, { tipo: 'segundo_passo', usuarioId });
  return removed.length > 0;
}

export function wrongCode(): AppError {
  return invalidField('codigo', 'Código incorreto, vencido ou já usado');
}
