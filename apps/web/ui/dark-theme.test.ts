import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The browser tests check structure, names and sizes in the light theme alone, and in the dark one what looks at colours:
// that is enough for as long as the dark theme changes nothing else.

const SOURCE = join(import.meta.dirname, '..');
const read = (ending: RegExp) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/^(?:dist|node_modules)\b/.test(file))
    .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));

/** The declarations of every rule that is for the dark theme. */
function listDarkDeclarations(css: string): string[] {
  return [...css.matchAll(/\.dark\b[^{;}]*\{([^{}]*)\}/g)].flatMap(([, body = '']) =>
    body
      .split(';')
      .map((declaration) => declaration.trim())
      .filter((declaration) => declaration !== ''),
  );
}

test('the dark theme changes colours and shadows alone', () => {
  const declarations = read(/\.css$/).flatMap(({ text }) => listDarkDeclarations(text));
  expect(declarations.length).toBeGreaterThan(20);
  const isColour = (declaration: string) =>
    /^(color-scheme: dark|--[\w-]+: (#[\da-f]{6}|rgb\([^()]*\))|--raised: [^;]*)$/.test(declaration);
  expect(declarations.filter((declaration) => !isColour(declaration))).toEqual([]);
});

test('no element has classes for the dark theme alone', () => {
  const users = read(/\.(css|tsx?)$/).filter(({ text }) => /[\s"'`]dark:[\w[-]/.test(text));
  expect(users.map(({ file }) => file)).toEqual([]);
});
