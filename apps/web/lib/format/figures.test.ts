import { expect, it } from 'vitest';
import { formatBytes } from './figures';

it('tells sizes as people do', () => {
  expect([512, 12_700, 3_250_585].map(formatBytes)).toEqual(['512 bytes', '12,4 KB', '3,1 MB']);
});
