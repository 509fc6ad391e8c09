import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The browser tests check structure, names and sizes in the light theme alone, and in the dark one what looks at colours:
// that is enough for as long as the dark theme changes nothing else.

const SOURCE = join(import.meta.dirname, '..');
/** Not those of packages and of the build, which others write meanwhile. */
const FILES = readdirSync(SOURCE, { withFileTypes: true })
  .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
  .flatMap((entry) => (entry.isDirectory() ? listFolder(entry.name) : [entry.name]));
const read = (ending: RegExp) =>
  FILES.filter((file) => ending.test(file)).map((file) => ({
    file,
    text: readFileSync(join(SOURCE, file), 'utf8'),
  }));

function listFolder(name: string): string[] {
  const files = readdirSync(join(SOURCE, name), { recursive: true, encoding: 'utf8' });
  return files.map((file) => join(name, file));
}

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

/** The share of white's light that a colour gives. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['light', ':root'],
  ['dark', '.dark'],
])('what is pressed or typed into is outlined by 3:1 in the %s theme', (_theme, selector) => {
  const css = read(/tokens\.css$/)[0]?.text ?? '';
  const theme = css.slice(css.indexOf(`${selector} {`));
  const lightOf = (name: string) =>
    luminanceOf(new RegExp(`--${name}: (#[\\da-f]{6})`).exec(theme)?.[1] ?? 'none');
  for (const ground of ['background', 'surface']) {
    const [dark = 0, light = 0] = [lightOf('field'), lightOf(ground)].sort((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05), ground).toBeGreaterThanOrEqual(3);
  }
});
