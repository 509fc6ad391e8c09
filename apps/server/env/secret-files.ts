import { readFileSync } from 'node:fs';

type Source = Readonly<Record<string, string | undefined>>;

/** Variables that hold a secret: each may be named a file instead. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_SENHA',
  'ML_SECRET_KEY',
  'AMAZON_LWA_CLIENT_SECRET',
  'TOKEN_ENCRYPTION_KEY',
  'TOKEN_ENCRYPTION_KEY_PREVIOUS',
  'MERCADOPAGO_ACCESS_TOKEN',
  'MERCADOPAGO_WEBHOOK_SECRET',
  'SMTP_URL',
] as const;

/** Names of variables that say in which file a secret stands. */
export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE` as const);

/** The secrets that files hold, without line breaks at their end; `problems` name what is wrong and no content. */
export function readSecretFiles(source: Source): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = source[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (source[name]?.trim()) problems.push(`${name}: is set beside ${name}_FILE; keep one of them`);
    try {
      values[name] = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
      if (values[name].trim() === '') problems.push(`${name}_FILE: the file is empty`);
    } catch (error) {
      problems.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { values, problems };
}
