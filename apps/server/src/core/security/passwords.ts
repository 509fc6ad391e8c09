import { hash, verify } from 'argon2';

/** OWASP's recommendation for Argon2id, with the library's defaults for salt and hash length. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of nothing that anybody knows, with the same cost: stands in where there is no account to check. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$yYTnZsNi4m3Cfsgz0vg17w$nC80yTp145Z161Gf75ugfkl4ljD65RsbiEpCHkhzyzA';

export function hashPassword(senha: string): Promise<string> {
  return hash(senha, PARAMETERS);
}

/** Takes about the same time whether or not there is a hash, so that it does not tell who has an account. */
export async function verifyPassword(stored: string | null, senha: string): Promise<boolean> {
  const usable = stored?.startsWith('$argon2id$') ?? false;
  const matches = await verify(usable && stored !== null ? stored : DECOY, senha);
  return usable && matches;
}
