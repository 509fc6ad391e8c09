import { expect, it } from 'vitest';
import type { Round } from '../harness/drive';
import type { GroupCost } from '../servers/group';
import type { Measured } from './bench';
import { LARGEST_DASHBOARD, ONE_SELLERS_SALES } from './requests';
import { judgeLimits } from './targets';

const round = (seen: Partial<Round>): Round => ({
  requests: 100,
  requestsPerSecond: 100,
  p50: 1,
  p95: 4,
  p99: 9,
  cpuMsPerRequest: 1,
  databaseCpuMsPerRequest: 1,
  ...seen,
});

const measured = (job: string, kind: Measured['kind'], more: Partial<Measured> = {}): Measured => ({
  job,
  kind,
  first: round({}),
  second: round({}),
  bytes: { product: 100, bare: 100 },
  ...more,
});

const cost = (requestsPerSecond: number): GroupCost => ({
  requestsPerSecond,
  p95: 1,
  serverCpuMs: 1,
  databaseCpuMs: 1,
});

const judged = (job: Measured, sold = 3_000) =>
  judgeLimits([job], { ofAll: [cost(sold), cost(9_000)], ofOneSeller: [] }, 100).map(({ seen, met }) => [
    seen,
    met,
  ]);

it('a read is judged by the processor time of server and PostgreSQL together, for a request and for a byte', () => {
  const second = round({ cpuMsPerRequest: 0.2, databaseCpuMsPerRequest: 1.4 });
  const [request, byte] = judged(measured('Page', 'read', { second, bytes: { product: 110, bare: 100 } }));
  expect(request).toEqual(['0.80', false]);
  expect(byte).toEqual(['0.88', true]);
});

it('sales of one seller may be half as many as the bare server sells, those of all seven tenths', () => {
  const second = round({ requestsPerSecond: 180 });
  expect(judged(measured(ONE_SELLERS_SALES, 'sale', { second }))[0]).toEqual(['0.56', true]);
  expect(judged(measured('Simulated sale, 100 sellers', 'sale', { second }))[0]).toEqual(['0.56', false]);
});

it('beside a slow flush the product alone is judged', () => {
  const slow = (sold: number) => judged(measured('Import', 'import'), sold)[0];
  expect(slow(2_999)).toEqual(['2,999', false]);
  expect(slow(3_000)).toEqual(['3,000', true]);
});

it('the dashboard is judged by its p95, and what was not measured is not met', () => {
  const dashboard = (p95: number) => measured(LARGEST_DASHBOARD, 'read', { first: round({ p95 }) });
  expect(judged(dashboard(4.99)).at(-1)).toEqual(['4.99 ms', true]);
  expect(judged(dashboard(5)).at(-1)).toEqual(['5.00 ms', false]);
  expect(judged(measured('Page', 'read')).at(-1)?.[1]).toBe(false);
});
