import type { Database } from '@esteira/db/database';

interface Session {
  logger: { logQuery(query: string): void };
  options: { logger?: unknown };
}

/** The statements that go to a database from now on, those of transactions too; before any was prepared there. */
export function collectStatements(db: Database): { take: () => string[] } {
  const { session } = db as unknown as { session: Session };
  let kept: string[] = [];
  const logger = { logQuery: (query: string) => void kept.push(query) };
  session.logger = logger;
  session.options = { ...session.options, logger };
  return {
    take: () => {
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}
