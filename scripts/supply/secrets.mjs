import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
const CONFIG = { rules: [{ id: PRESET, rule: creator, options: {} }] };

/** Made-up values that look like secrets: a rule, and the files in which it says nothing. */
const ALLOWED = [
  {
    rule: '@secretlint/secretlint-rule-database-connection-string',
    files: ['apps/server/env/env.test.ts', 'apps/server/main.test.ts'],
  },
];

/** What looks like a secret in these files below `root`, one line each; the values are masked. */
export async function findSecrets(root, files) {
  const found = [];
  for (const file of files) {
    const bytes = readFileSync(join(root, file));
    // Pictures and archives.
    if (bytes.includes(0)) continue;
    const source = { content: bytes.toString(), filePath: file, ext: extname(file), contentType: 'text' };
    const { messages } = await lintSource({ source, options: { config: CONFIG, maskSecrets: true } });
    for (const { ruleId, message, loc } of messages) {
      if (ALLOWED.some(({ rule, files: allowed }) => rule === ruleId && allowed.includes(file))) continue;
      found.push(`${file}:${loc.start.line}: ${message} (${ruleId})`);
    }
  }
  return found;
}
