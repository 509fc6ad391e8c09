import { expect, it } from 'vitest';
import { requireMendedDriver } from '../postgres';

it('without the patch of the PostgreSQL driver no database is opened', () => {
  expect(() => requireMendedDriver(() => undefined)).toThrow('Install the dependencies with pnpm');
});
