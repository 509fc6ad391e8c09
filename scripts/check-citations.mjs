// Whatever a comment, a test or a document cites must be in this repository or have an official address. Part of lint.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './processes.mjs';

const TEXTS = /\.(?:ts|tsx|mjs|js|css|sql|md|ya?ml|toml|sh)$|(?:^|\/)Dockerfile$/;
const GENERATED = /^packages\/db\/migrations\/|^packages\/marketplaces\/models\/|^pnpm-lock\.yaml$/;
/** These quote what they look for. */
const OWN = /^scripts\/check-(?:citations|asvs)\./;

/** Between two words of a comment: also where its line ends. */
const GAP = String.raw`[\s*/]+`;
const RULES_ELSEWHERE = 'Cite docs/product-rules/… or docs/marketplace-rules.md#…, or say the rule itself.';
const BANS = [
  {
    // An RFC is public under its number.
    pattern: /(?<!\bRFC \d+ )§/g,
    message: `A § points into a document that is not here. ${RULES_ELSEWHERE}`,
  },
  {
    pattern: new RegExp(`\\bcomplaints?${GAP}\\d+`, 'gi'),
    message: `No numbered list of rules is here. ${RULES_ELSEWHERE}`,
  },
  {
    pattern: new RegExp(`\\bdecisions?${GAP}(?!\\d{4}\\b)\\d+`, 'gi'),
    message: 'Decisions have four digits: docs/decisions/0001.',
  },
];

/** The anchors of a document's headings, as GitHub makes them. */
export function findAnchors(markdown) {
  const seen = new Map();
  return new Set(
    [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const anchor = heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

const finding = ({ path, text }, match, message) => ({
  path,
  line: text.slice(0, match.index).split('\n').length,
  cited: match[0].replace(/\s+/g, ' '),
  message,
});

function bannedWords({ path, text }) {
  return BANS.flatMap(({ pattern, message }) =>
    [...text.matchAll(pattern)].map((match) => finding({ path, text }, match, message)),
  );
}

/** What a target lacks; undefined when it leads somewhere. A decision may be named by its number alone. */
function missing(target, anchor, files) {
  const file = target.replace(/\/$/, '');
  const found = [...files.keys()].find((path) =>
    /^docs\/decisions\/\d{4}$/.test(file) ? path.startsWith(`${file}-`) : path === file,
  );
  if (found === undefined && [...files.keys()].some((path) => path.startsWith(`${file}/`))) return undefined;
  if (found === undefined) return 'No such file.';
  if (!anchor || !found.endsWith('.md')) return undefined;
  return findAnchors(files.get(found) ?? '').has(anchor) ? undefined : 'No such heading.';
}

function deadPaths({ path, text }, files) {
  const cited = /(?<![\w/.-])docs\/[\w./-]*\w(?:#([\w-]+))?/g;
  const numbers = new RegExp(`(?<!/)\\bdecisions?${GAP}(\\d{4})\\b`, 'gi');
  const dead = (match, target, anchor) => {
    const message = missing(target, anchor, files);
    return message === undefined ? [] : [finding({ path, text }, match, message)];
  };
  return [
    ...[...text.matchAll(cited)].flatMap((match) => dead(match, match[0].split('#')[0], match[1])),
    ...[...text.matchAll(numbers)].flatMap((match) => dead(match, `docs/decisions/${match[1]}`)),
  ];
}

/** A document named without its folder: somewhere there must be one of that name. */
function unknownDocuments({ path, text }, files) {
  const names = new Set([...files.keys()].map((file) => posix.basename(file)));
  return [...text.matchAll(/(?<![\w./-])([\w-]+\.md)\b/g)]
    .filter(([, name]) => !names.has(name))
    .map((match) => finding({ path, text }, match, 'No such document.'));
}

/** A source file that a text names between backticks, whole or by the end of its path. */
function goneFiles({ path, text }, files) {
  const paths = [...files.keys()];
  return [...text.matchAll(/`([\w./-]*[\w-]\.(?:tsx?|mjs|sql))`/g)]
    .filter(([, name]) => !paths.some((file) => `/${file}`.endsWith(`/${name.replace(/^\.\//, '')}`)))
    .map((match) => finding({ path, text }, match, 'No such file.'));
}

function deadLinks({ path, text }, files) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(([, target]) => !/^[a-z]+:/.test(target))
    .flatMap((match) => {
      const [relative, anchor] = match[1].split('#');
      const target = relative === '' ? path : posix.join(posix.dirname(path), relative);
      const message = missing(target, anchor, files);
      return message === undefined ? [] : [finding({ path, text }, match, message)];
    });
}

/** Numbers are given once; each decision has a date and a status, and the list names it. */
function looseDecisions(files) {
  const decisions = [...files.keys()].filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
  const list = files.get('docs/decisions/README.md') ?? '';
  const at = (path, message) => ({ path, line: 1, cited: posix.basename(path), message });
  return decisions.flatMap((path) => {
    const name = posix.basename(path);
    const faults = [];
    if (decisions.some((other) => other !== path && posix.basename(other).startsWith(name.slice(0, 5)))) {
      faults.push(at(path, 'Its number is taken.'));
    }
    if (!/^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by .+)\.$/m.test(files.get(path) ?? '')) {
      faults.push(
        at(path, 'It needs a line `Date: YYYY-MM-DD. Status: accepted.` (or `superseded by NNNN`).'),
      );
    }
    if (!list.includes(`(${name})`)) faults.push(at(path, 'docs/decisions/README.md does not list it.'));
    return faults;
  });
}

/**
 * Every citation that leads nowhere.
 * @param {Map<string, string>} files the text of each file by its path from the root; '' where it is no text
 * @returns {{path: string, line: number, cited: string, message: string}[]}
 */
export function deadCitations(files) {
  const found = [...files].flatMap(([path, text]) =>
    text === '' || OWN.test(path)
      ? []
      : [
          ...bannedWords({ path, text }),
          ...deadPaths({ path, text }, files),
          ...goneFiles({ path, text }, files),
          ...(path.endsWith('.md')
            ? deadLinks({ path, text }, files)
            : unknownDocuments({ path, text }, files)),
        ],
  );
  return [...found, ...looseDecisions(files)];
}

function main() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const isText = (path) => TEXTS.test(path) && !GENERATED.test(path);
  const read = (path) => (isText(path) ? readFileSync(join(ROOT, path), 'utf8') : '');
  const dead = deadCitations(new Map(paths.map((path) => [path, read(path)])));
  for (const { path, line, cited, message } of dead) console.error(`${path}:${line}: ${cited}: ${message}`);
  console.log(`Checked the citations of ${paths.filter(isText).length} files, ${dead.length} lead nowhere.`);
  if (dead.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
