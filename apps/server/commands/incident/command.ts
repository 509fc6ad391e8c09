import { parseArgs } from 'node:util';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { email as emailSchema } from '@esteira/validators/wire/text';
import { findUserId } from '../../core/security/session-user';
import { StartError } from '../../startup/start-error';
import { ACTS, type Act, type Ground } from './acts';

/** The exit code of what was asked for wrongly, or not confirmed. */
export const NOT_DONE = 2;

const VERBS = Object.entries(ACTS).map(([verb, { marketplace }]) =>
  marketplace === undefined ? verb : `${verb} --marketplace ${marketplace}`,
);
export const USAGE = `Usage: npm run incident -- VERB EMAIL|--all [--yes], where VERB is ${VERBS.join(' | ')}`;

interface Command {
  act: Act;
  /** Whom it concerns; null: everybody. */
  email: string | null;
  isConfirmed: boolean;
}

const OPTIONS = {
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  marketplace: { type: 'string' },
} as const;

/** What the arguments ask for; null: nothing that is known. */
export function readCommand(args: readonly string[]): Command | null {
  const given = parse(args);
  if (given === null) return null;
  const { all = false, yes = false, marketplace } = given.values;
  const [verb = '', who, ...rest] = given.positionals;
  const act = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
  if (act === undefined || marketplace !== act.marketplace || rest.length > 0) return null;
  if (all) return who === undefined ? { act, email: null, isConfirmed: yes } : null;
  const email = emailSchema.safeParse(who);
  return email.success ? { act, email: email.data, isConfirmed: yes } : null;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    // An option that is not known, or without its value.
    return null;
  }
}

/** Does it, or says what it would do as long as it is not confirmed; `tell` prints a line. Answers the exit code. */
export async function runCommand(
  ground: Ground,
  { act, email, isConfirmed }: Command,
  tell: (line: string) => void,
): Promise<number> {
  const { db } = ground;
  const target = email === null ? null : await findUserId(db, email);
  if (email !== null && target === null) throw new StartError(`No user has the e-mail ${email}.`);
  const count = await act.count(db, target);
  if (!isConfirmed) {
    tell(`It would ${act.does}: ${count}. Nothing was done: repeat it with --yes.`);
    return NOT_DONE;
  }
  const detalhe = target === null ? 'Todas as contas' : null;
  // Before the act: one that is killed half way was begun.
  await db
    .insert(adminActs)
    .values({ ato: act.recordedAs, alvo_id: target, detalhe, ip: 'linha de comando' });
  await act.run(ground, target);
  tell(`Done: ${act.does}: ${count}.`);
  return 0;
}
