import { logIn, type Seller } from '../harness/sellers';
import type { Group } from './group';

/** What all that is measured here shares. */
export interface Bench {
  folder: string;
  /** The database that all servers work on, straight. */
  databaseUrl: string;
  /** How many it has. */
  sellers: number;
  /** Processor time that what stands behind the servers has used so far. */
  databaseCpuMs: () => number;
  /** Of each server and job before it is measured, and of a round. */
  warmUpSeconds: number;
  seconds: number;
  rounds: number;
}

/** Signs the sellers in on one of the servers. */
export function signIn(groups: readonly Group[], { databaseUrl, sellers }: Bench): Promise<Seller[]> {
  const [first] = groups.flat();
  if (first === undefined) throw new Error('No server was started.');
  return logIn(first, databaseUrl, sellers);
}
