import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const dist = fileURLToPath(new URL('dist', import.meta.url));

rmSync(dist, { recursive: true, force: true });
await bundle(dist).catch(() => process.exit(1)); // esbuild has said why
