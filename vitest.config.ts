import { vitestConfig } from './packages/config/vitest/base.mjs';

export default vitestConfig({ test: { include: ['scripts/**/*.test.ts'] } });
