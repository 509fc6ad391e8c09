import type postgres from 'postgres';
import { openPool } from './connect';

/** What a statement is told, by the number of the connection that does it. */
type Arguments = (lane: number) => (string | number)[];

/**
 * Connections that do one statement each at a time, and that know their number: what a connection alone writes, no other
 * waits for. What finds all of them busy waits for its turn.
 */
export class Lanes {
  readonly #text: string;
  readonly #clients: readonly postgres.Sql[];
  readonly #idle: number[];
  readonly #waiting: ((lane: number) => void)[] = [];

  constructor(url: string, text: string, count: number) {
    this.#text = text;
    this.#clients = Array.from({ length: count }, () =>
      openPool(url, 1, { plan_cache_mode: 'force_generic_plan' }),
    );
    this.#idle = this.#clients.map((_, lane) => lane);
  }

  get size(): number {
    return this.#clients.length;
  }

  async run(args: Arguments): Promise<readonly unknown[]> {
    const lane = this.#idle.pop() ?? (await new Promise<number>((free) => this.#waiting.push(free)));
    try {
      return (await this.#clients[lane]?.unsafe(this.#text, args(lane), { prepare: true })) ?? [];
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(lane);
      else next(lane);
    }
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.end({ timeout: 5 });
  }
}
