import { availableParallelism } from 'node:os';
import { hash, verify } from 'argon2';
import { AppError } from '../errors';
import { createSemaphore } from '../limits/semaphore';

/** OWASP's recommendation for Argon2id, with the library's defaults for salt and hash length. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of a random password with the same cost, verified where there is no account, so that both take equally long. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$yYTnZsNi4m3Cfsgz0vg17w$nC80yTp145Z161Gf75ugfkl4ljD65RsbiEpCHkhzyzA';

/**
 * A hash fills a core for about 40 ms: one core stays free for pages and the database. At most half of the process's
 * four threads for such work; the other half serves files. A fair queue by network, so that a flood of sign-ins from
 * one network does not delay the others.
 */
const hashingQueue = createSemaphore({
  inAll: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 400,
  waitingOfKey: 100,
  maxWaitMs: 15_000,
  refusal: () =>
    new AppError('unavailable', 'Muitas pessoas estão entrando agora. Tente novamente em instantes.'),
});

/** `network`: from where it was asked for. */
export function hashPassword(senha: string, network = ''): Promise<string> {
  return hashingQueue.run(network, () => hash(senha, PARAMETERS));
}

/** Takes about the same time whether or not there is a hash, so that it does not tell who has an account. */
export async function verifyPassword(stored: string | null, senha: string, network = ''): Promise<boolean> {
  const usable = stored?.startsWith('$argon2id$') ?? false;
  const checked = usable && stored !== null ? stored : DECOY;
  const matches = await hashingQueue.run(network, () => verify(checked, senha));
  return usable && matches;
}
