import { expect, it } from 'vitest';
import { toServiceState } from './outside-services';

it.each([
  [0, 0, 'parado'],
  [50, 0, 'funcionando'],
  [50, 1, 'com_falhas'],
  [50, 10, 'com_falhas'],
  [50, 11, 'falhando'],
  [1, 1, 'falhando'],
])('of %i calls in an hour with %i failures a service is "%s"', (chamadas, falhas, state) => {
  expect(toServiceState({ chamadas, falhas })).toBe(state);
});
