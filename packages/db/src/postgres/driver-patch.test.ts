import { expect, it } from 'vitest';
import { assertPatchedDriver } from '../postgres';

it('without the patch of the PostgreSQL driver no database is opened', () => {
  expect(() => assertPatchedDriver(() => undefined)).toThrow('Install the dependencies with pnpm');
});
