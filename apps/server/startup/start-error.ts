import { BackupFileError } from '@esteira/db/backup/read-backup';
import { NotEmptyError } from '@esteira/db/backup/restore';
import { DirectoryInUseError } from '@esteira/db/embedded/directory-lock';
import { DiskFullError } from '@esteira/db/embedded/disk-space';
import { OtherSchemaError } from '@esteira/db/migrations';
import { PoolerError } from '@esteira/db/postgres/pooler';
import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { EnvironmentError } from '../env/env';

/** Why the program cannot start, in words for its operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What the operator reads when the program did not start: a sentence where the cause is known, else the stack. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [
    StartError,
    EnvironmentError,
    DirectoryInUseError,
    DiskFullError,
    OtherSchemaError,
    PoolerError,
    BackupFileError,
    NotEmptyError,
  ].some((kind) => error instanceof kind);
  if (known) return error.message;
  return knownCause(error) ?? [error.stack ?? error.message, ...listReasons(error.cause)].join('\n');
}

/** What lies below an error, down to what PostgreSQL itself said of a migration that failed. */
function listReasons(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [];
  const { code } = cause as Error & { code?: unknown };
  return [
    `Because: ${cause.message}${typeof code === 'string' ? ` (${code})` : ''}`,
    ...listReasons(cause.cause),
  ];
}

const CONNECTION_FAILURES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'EHOSTUNREACH',
];

function knownCause(error: Error & { code?: unknown; port?: unknown }): string | null {
  const code = String(error.code);
  if (code === 'EADDRINUSE') return `Port ${error.port} is in use. Stop what listens there, or set PORT.`;
  if (code === 'ENOSPC') return `No space is left on the disk: ${error.message}`;
  if (code === 'EACCES') return `No permission: ${error.message}`;
  if (CONNECTION_FAILURES.includes(code)) return `The database of DATABASE_URL cannot be reached (${code}).`;
  const failure = findPostgresFailure(error);
  // 28: wrong user or password; 3D: no such database.
  if (failure !== null && /^(28|3D)/.test(failure.code)) return `DATABASE_URL was refused: ${error.message}.`;
  if (failure?.code === '55P03')
    return 'A migration waited too long for a table that somebody else is using. Start again.';
  return null;
}
