// The words of docs/glossary.md#words-not-to-use, and the names of the features' files; part of `npm run lint`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const GLOSSARY = 'docs/glossary.md';
const CODE = /\.(?:tsx?|mjs|mts|sql)$/;
/** Records up to 0047 stay as they were decided; the last ones quote the words. */
const EXEMPT =
  /^docs\/decisions\/(?:00(?:[0-3]\d|4[0-7]|53)-|README)|^packages\/db\/migrations\/|^packages\/marketplaces\/models\/|^packages\/config\/(?:words|tests)\/|^scripts\/check-citations\./;

/** What an identifier is made of, besides comments, strings and regular expressions, line by line. */
const NO_NAMES = /^\s*(?:\/?\*|\/\/|--).*|\s(?:\/\/|--) .*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`$]*`/g;

const toCamel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const toUpper = (word) => word[0].toUpperCase() + word.slice(1);
/** `MAX_TURNS` and `nextTurn` as words. */
const toWords = (line) =>
  line
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
const toNames = (line) => line.replace(NO_NAMES, ' ');
const toForms = (word) =>
  `\\b${/e$/.test(word) ? `${word.slice(0, -1)}(?:e[sd]?|ing|ement)` : `${word}(?:e?s|ed|ing)?`}\\b`;

/** What each scope looks at in a line of code, and how a word of it looks there. */
const SCOPES = {
  everywhere: { read: toWords, pattern: toForms },
  names: { read: (line) => toWords(toNames(line)), pattern: toForms },
  functions: { read: toNames, pattern: (word) => `\\b${word}[A-Z]\\w*` },
  types: { read: toNames, pattern: (word) => `\\b(?:[A-Z]\\w*)?${toUpper(word)}s?\\b` },
};

/** Roles of the web app's files: such a file exports a component, or a hook, of its name. */
const ROLES = /-(?:button|card|dialog|field|form|list|page|panel|row|section|table)\.tsx$/;
/** Names that say nothing about what is in a file. */
const VAGUE =
  /^(?:common|helpers?|manager|misc|shared|stuff|tools|utils?)\b|-(?:helpers?|manager|misc|stuff|tools|utils?)\./;

/** The words of the glossary's table with their scope, and the names that are allowed all the same. */
export function readRules(glossary) {
  const section = glossary.split('\n## Words not to use\n')[1] ?? '';
  const rules = [...section.matchAll(/^\| ([^|]+) \| (\w+) \| ([^|]+) \|$/gm)]
    .filter(([, , scope]) => scope in SCOPES)
    .flatMap(([, words, scope, instead]) => words.split(', ').map((word) => ({ word, scope, instead })));
  const allowed = [...(/^Allowed[^:]*:(.+?)\n\n/ms.exec(section)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, name]) => name,
  );
  return { rules, allowed };
}

/** Every forbidden word of a file's text and name, as `{ path, line, found, instead }`. */
export function findWords({ path, text }, { rules, allowed }) {
  const isCode = CODE.test(path);
  const permitted = new RegExp(allowed.join('|') || '$^', 'gi');
  const name = basename(path).replace(/\..*/, '');
  const lines = [toCamel(name), ...text.split('\n')].map((line) => line.replace(permitted, ' '));
  return rules
    .filter(({ scope }) => isCode || scope === 'everywhere')
    .flatMap(({ word, scope, instead }) => {
      const { read, pattern } = SCOPES[scope];
      const looked = new RegExp(pattern(word));
      return lines.flatMap((line, at) => {
        const found = looked.exec(read(line))?.[0];
        return found === undefined ? [] : [{ path, line: at, found, instead }];
      });
    });
}

/** Why the name of a feature's file is refused; null when it is good. */
export function findNameFault({ path, text }) {
  const file = /^apps\/(?:server|web)\/features\/.*?([^/]+)$/.exec(path)?.[1];
  if (file === undefined || /\.test\./.test(file)) return null;
  if (VAGUE.test(file)) return 'Name the file by what is in it.';
  if (/^use-.*\.tsx?$/.test(file)) {
    return /^export (?:async )?(?:function|const) use[A-Z]/m.test(text) ? null : 'It exports no hook.';
  }
  if (!path.startsWith('apps/web/') || !ROLES.test(file)) return null;
  const component = file
    .replace(/\.tsx$/, '')
    .split('-')
    .map(toUpper)
    .join('');
  return new RegExp(`^export (?:function|const) ${component}\\b`, 'm').test(text)
    ? null
    : `It does not export ${component}.`;
}

function main() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\0');
  const paths = listed.filter((path) => /\.(?:tsx?|mjs|mts|sql|md)$/.test(path) && !EXEMPT.test(path));
  const files = paths
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  const read = readRules(files.find(({ path }) => path === GLOSSARY)?.text ?? '');
  const faults = files.flatMap(({ path, text }) => {
    const checked = path === GLOSSARY ? text.split('\n## Words not to use\n')[0] : text;
    const fault = findNameFault({ path, text });
    return [
      ...findWords({ path, text: checked }, read).map(
        ({ line, found, instead }) => `${path}:${line}: '${found}': say ${instead} (${GLOSSARY})`,
      ),
      ...(fault === null ? [] : [`${path}: ${fault}`]),
    ];
  });
  for (const fault of faults) console.error(fault);
  console.log(
    `Checked the words of ${files.length} files by ${read.rules.length} rules, ${faults.length} forbidden.`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
