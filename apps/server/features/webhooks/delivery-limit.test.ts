import { expect, it } from 'vitest';
import { createDeliveryLimit } from './delivery-limit';

it('allows a burst and then as many as are earned, to each network by itself', () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const isAllowed = createDeliveryLimit(() => now, { perSecond: 2, burst: 3 });
  const allowed = (ip: string, tries: number) =>
    Array.from({ length: tries }, () => isAllowed(ip)).filter(Boolean).length;
  expect(allowed('10.0.0.1', 5)).toBe(3);
  expect(allowed('10.0.0.2', 1)).toBe(1);
  now = new Date(now.getTime() + 1_000);
  expect(allowed('10.0.0.1', 5)).toBe(2);
  now = new Date(now.getTime() + 60_000);
  expect(allowed('10.0.0.1', 5)).toBe(3);
  expect(allowed('2001:db8:0:1::1', 3)).toBe(3);
  expect(allowed('2001:db8:0:1::2', 1)).toBe(0);
});

it('goes on counting one network while very many others come and go', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const isAllowed = createDeliveryLimit(() => now, { perSecond: 1, burst: 3 });
  const flood = (from: number) => {
    for (let n = 0; n < 9_000; n += 1) isAllowed(`10.${from}.${Math.floor(n / 250)}.${n % 250}`);
  };
  flood(1);
  for (let sent = 0; sent < 3; sent += 1) isAllowed('192.0.2.1');
  expect(isAllowed('192.0.2.1')).toBe(false);
  flood(2);
  expect(isAllowed('192.0.2.1')).toBe(false);
});
