import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type FakeMarketplaces, startFakeMarketplaces } from './marketplaces/fake-marketplaces';
import { createTestServer, type TestServer } from './server';
import { TestJobs } from './test-jobs';

/** A server in front of both strict local marketplaces, with jobs and a clock that the test moves. */
export class TestHarness {
  readonly jobs = new TestJobs();
  now = new Date('2026-11-21T12:00:00Z');
  #open: { server: TestServer; fakes: FakeMarketplaces } | null = null;

  async open({ withQueue = false }: HarnessOptions): Promise<void> {
    const clock = () => this.now;
    const fakes = await startFakeMarketplaces(clock);
    const deps = { clock, jobs: this.jobs };
    const server = await createTestServer({ deps, ...(withQueue && { background: { handlers: {} } }) });
    fakes.joinTo(server);
    this.#open = { server, fakes };
  }

  get server(): TestServer {
    return this.#opened.server;
  }

  get fakes(): FakeMarketplaces {
    return this.#opened.fakes;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.fakes.close();
  }

  /** Does the jobs that are due; answers what they rejected with. */
  work(): Promise<unknown[]> {
    return this.jobs.work(this.server.deps);
  }

  later(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** Ends a test: no call may have broken a documented rule. */
  async checkAndReset(): Promise<void> {
    this.jobs.waiting.length = 0;
    this.fakes.ml.recover();
    expect([this.fakes.ml.violations, this.fakes.amazon.violations]).toEqual([[], []]);
  }

  get #opened() {
    if (this.#open === null) throw new Error('the harness is not open');
    return this.#open;
  }
}

interface HarnessOptions {
  /** The tables of the real queue are there too; the jobs are done when the test says so all the same. */
  withQueue?: boolean;
}

/** Opens one harness for all tests of a file. */
export function openTestHarness(options: HarnessOptions = {}): TestHarness {
  const harness = new TestHarness();
  beforeAll(() => harness.open(options));
  afterAll(() => harness.close());
  afterEach(() => harness.checkAndReset());
  return harness;
}
