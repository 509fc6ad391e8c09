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
