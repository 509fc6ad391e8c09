import { vitestConfig } from './vitest/base.mjs';

export default vitestConfig();
