import { vitestConfig } from '@esteira/config/vitest';
import react from '@vitejs/plugin-react';

export default vitestConfig({
  plugins: [react()],
  // All files of a worker share a document; what tests leave behind in it, the setup removes.
  test: { environment: 'jsdom', setupFiles: ['test-setup.ts'] },
});
