import type { PostgresAddress } from '@esteira/db/postgres/postgres-client';
import { z } from 'zod';
import { isLocalHost } from './local-address';

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
export function toDatabase(values: DatabaseValues): PostgresAddress | null {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = values;
  return url === undefined ? null : { url, directUrl };
}

/** What is set has no effect without DATABASE_URL. */
export function databaseProblems(values: DatabaseValues): string[] {
  if (values.DATABASE_URL !== undefined || values.DATABASE_DIRECT_URL === undefined) return [];
  return ['DATABASE_URL: is required with DATABASE_DIRECT_URL'];
}

/** `prefer` and `allow` take an unencrypted connection too. */
const ENCRYPTED = /[?&](?:sslmode=(?:require|verify-ca|verify-full)|ssl=(?:true|require|verify-full))(?:&|$)/;

/** Databases elsewhere that are reached without encryption. */
export function databaseWarnings(values: DatabaseValues): string[] {
  return (Object.keys(databaseVariables) as (keyof DatabaseValues)[]).flatMap((name) => {
    const url = values[name];
    if (url === undefined || ENCRYPTED.test(url)) return [];
    const hosts = splitHosts(url).hosts.map((host) => new URL(`postgres://${host}`).hostname);
    if (hosts.every(isLocalHost)) return [];
    return [`${name} leads to another network unencrypted. Use sslmode=verify-full.`];
  });
}

/** Of several hosts, which PostgreSQL's own clients take too, each is looked at alone: a URL has one. */
function isDatabaseUrl(value: string): boolean {
  const { head, hosts, rest } = splitHosts(value);
  return hosts.every((host) => {
    const url = head + host + rest;
    return URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol);
  });
}

function splitHosts(url: string): { head: string; hosts: string[]; rest: string } {
  const [, head = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return { head, hosts: hosts.split(','), rest };
}
