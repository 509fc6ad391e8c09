import { vitestConfig } from '@esteira/config/vitest';
import react from '@vitejs/plugin-react';

export default vitestConfig({
  plugins: [react()],
  // A document for each file would take most of the time; what tests leave behind in it, the setup removes.
  test: { environment: 'jsdom', isolate: false, setupFiles: ['src/test-setup.ts'] },
});
