import { readdirSync } from 'node:fs';
import { defineConfig } from 'drizzle-kit';

const FOLDER = './src/schema';

export default defineConfig({
  dialect: 'postgresql',
  // Named one by one: the folder's tests are no schema.
  schema: readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${FOLDER}/${name}`),
  out: './migrations',
});
