import { vitestConfig } from '@esteira/config/vitest';

export default vitestConfig();
