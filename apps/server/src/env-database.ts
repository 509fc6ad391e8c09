import type { PostgresAddress } from '@esteira/db/postgres-client';
import { z } from 'zod';

const databaseUrl = z.string().refine(isDatabaseUrl, {
  error:
    'must be a URL like postgres://user:password@host:5432/database, perhaps with several hosts: host:5432,other:5432',
});

/** Where PostgreSQL is; see README.md. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
};

type DatabaseValues = Partial<Record<keyof typeof databaseVariables, string | undefined>>;

/** Null: the embedded database. */
export function toDatabase({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseValues): PostgresAddress | null {
  return DATABASE_URL === undefined ? null : { url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL };
}

/** What is set has no effect, or another one than was meant, without DATABASE_URL. */
export function databaseProblems({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseValues): string[] {
  if (DATABASE_URL !== undefined || DATABASE_DIRECT_URL === undefined) return [];
  return ['DATABASE_URL: is required too: DATABASE_DIRECT_URL is for the pooler that it leads to'];
}

/** Of several hosts, which PostgreSQL's own clients take too, each is looked at alone: a URL has one. */
function isDatabaseUrl(value: string): boolean {
  const [, head = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/?#]*)(.*)$/.exec(value) ?? [];
  return hosts.split(',').every((host) => {
    const url = head + host + rest;
    return URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol);
  });
}
