import { vitestConfig } from '@esteira/config/vitest';
import react from '@vitejs/plugin-react';

export default vitestConfig({
  plugins: [react()],
  test: { environment: 'jsdom', setupFiles: ['src/test-setup.ts'] },
});
