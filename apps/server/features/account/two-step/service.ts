import type { Database } from '@esteira/db/database';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { users } from '@esteira/db/schema/accounts/users';
import type { RenewedToken } from '@esteira/validators/accounts/account';
import type {
  BeginTwoStepInput,
  ConfirmedTwoStep,
  ConfirmTwoStepInput,
  RecoveryCodes,
  TurnOffTwoStepInput,
  TwoStepProofInput,
  TwoStepSetup,
  TwoStepState,
} from '@esteira/validators/accounts/two-step';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Caller, recordActivity } from '../../../core/activity/record-activity';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { checkPassword } from '../../../core/security/current-password';
import type { SignedInUser } from '../../../core/security/session-user';
import { endSessions, isOtherSession, renewSession } from '../../../core/security/sessions';
import { hashRecoveryCode, makeRecoveryCodes } from '../../../core/security/two-step/recovery-codes';
import { findTotpStep, makeTotpSecret, toTotpAddress } from '../../../core/security/two-step/totp';
import {
  limitCodes,
  openSecret,
  removeTwoStep,
  takeCode,
  toTwoStepSealName,
  wrongCode,
} from '../../../core/security/two-step/two-step';
import { enqueueEmail } from '../../mail/outbox';

type SignedInCaller = Caller & { user: SignedInUser };

export async function getTwoStep(deps: Deps, { id, is_admin }: SignedInUser): Promise<TwoStepState> {
  const [row] = await deps.db
    .select({ ligada_em: twoStep.ligada_em, left: sql<number>`cardinality(${twoStep.codigos})` })
    .from(twoStep)
    .where(eq(twoStep.usuario_id, id));
  return {
    ligada: (row?.ligada_em ?? null) !== null,
    codigos_restantes: row?.left ?? 0,
    obrigatoria: deps.requireAdminTwoStep && is_admin,
  };
}

/** Makes a secret for the user's app. Nothing is asked for until the app has proved that it has it. */
export async function beginTwoStep(
  deps: Deps,
  user: SignedInUser,
  { senha_atual }: BeginTwoStepInput,
): Promise<TwoStepSetup> {
  await checkPassword(deps, user.id, senha_atual);
  const segredo = makeTotpSecret();
  const sealed = deps.tokenCipher.seal(segredo, toTwoStepSealName(user.id));
  const begun = await deps.db
    .insert(twoStep)
    .values({ usuario_id: user.id, segredo: sealed })
    .onConflictDoUpdate({
      target: twoStep.usuario_id,
      set: { segredo: sealed, ultimo_passo: 0 },
      setWhere: isNull(twoStep.ligada_em),
    })
    .returning({ id: twoStep.usuario_id });
  if (begun.length === 0) throw alreadyOn();
  return { segredo, endereco: toTotpAddress(segredo, user.email) };
}

/** Turns it on with the first code of the app; every other session ends. That code does not sign in any more. */
export function confirmTwoStep(
  deps: Deps,
  { user, ...caller }: SignedInCaller,
  { codigo, novo_token }: ConfirmTwoStepInput,
): Promise<ConfirmedTwoStep> {
  return limitCodes(deps, user.id, async () => {
    const begun = await findBegun(deps, user.id);
    const secret = openSecret(deps.tokenCipher, user.id, begun.segredo);
    const step = findTotpStep(secret, codigo.replace(/\s/g, ''), deps.clock());
    if (step === null) throw wrongCode();
    const codigos = makeRecoveryCodes();
    const renewed = await deps.db.transaction(async (tx) => {
      // A sign-in that is under way holds the account, too (auth/service.ts): it comes before, and ends, or asks for a code.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
      const confirmed = await tx
        .update(twoStep)
        .set({
          ligada_em: deps.clock().toISOString(),
          ultimo_passo: step,
          codigos: codigos.map((code) => hashRecoveryCode(user.id, code)),
        })
        .where(
          and(eq(twoStep.usuario_id, user.id), isNull(twoStep.ligada_em), eq(twoStep.segredo, begun.segredo)),
        )
        .returning({ id: twoStep.usuario_id });
      if (confirmed.length === 0) throw alreadyOn();
      await endSessions({ db: tx, clock: deps.clock }, user.id, isOtherSession(user.sessao_id));
      await recordActivity({ ...deps, db: tx }, caller, { ato: 'duas_etapas_ligada', autorId: user.id });
      await enqueueEmail(tx, deps, toEmail(user, true));
      return novo_token ? { access_token: await renewSession({ ...deps, db: tx }, user, caller) } : {};
    });
    return { codigos, ...renewed };
  });
}

async function findBegun({ db }: Deps, usuarioId: string) {
  const [row] = await db.select().from(twoStep).where(eq(twoStep.usuario_id, usuarioId));
  if (row === undefined)
    throw new AppError('conflict', 'Comece de novo a ligar a verificação em duas etapas');
  if (row.ligada_em !== null) throw alreadyOn();
  return row;
}

/** Makes ten new recovery codes; those before work no more. */
export async function renewRecoveryCodes(
  deps: Deps,
  { user, ...caller }: SignedInCaller,
  proof: TwoStepProofInput,
): Promise<RecoveryCodes> {
  const codigos = makeRecoveryCodes();
  const hashes = codigos.map((code) => hashRecoveryCode(user.id, code));
  await checkPassword(deps, user.id, proof.senha_atual);
  await withCode(deps, { usuarioId: user.id, codigo: proof.codigo }, async (tx) => {
    await tx.update(twoStep).set({ codigos: hashes }).where(eq(twoStep.usuario_id, user.id));
    await recordActivity({ ...deps, db: tx }, caller, { ato: 'codigos_renovados', autorId: user.id });
  });
  return { codigos };
}

export async function turnOffTwoStep(
  deps: Deps,
  { user, ...caller }: SignedInCaller,
  proof: TurnOffTwoStepInput,
): Promise<RenewedToken> {
  await checkPassword(deps, user.id, proof.senha_atual);
  return withCode(deps, { usuarioId: user.id, codigo: proof.codigo }, async (tx) => {
    await removeTwoStep(tx, deps, user.id);
    await recordActivity({ ...deps, db: tx }, caller, { ato: 'duas_etapas_desligada', autorId: user.id });
    await enqueueEmail(tx, deps, toEmail(user, false));
    return proof.novo_token ? { access_token: await renewSession({ ...deps, db: tx }, user, caller) } : {};
  });
}

/** Does what a code allows, in the transaction that uses it up. */
function withCode<T>(
  deps: Deps,
  code: { usuarioId: string; codigo: string },
  act: (tx: Database) => Promise<T>,
): Promise<T> {
  return limitCodes(deps, code.usuarioId, () =>
    deps.db.transaction(async (tx) => {
      await takeCode(tx, deps, code);
      return act(tx);
    }),
  );
}

const toEmail = ({ email, nome }: SignedInUser, ligada: boolean) =>
  ({ tipo: 'duas_etapas_alterada', dados: { email, nome, ligada } }) as const;

const alreadyOn = () => new AppError('conflict', 'A verificação em duas etapas já está ligada');
