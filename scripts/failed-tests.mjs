// What failed in a JSON report of vitest or Playwright, so that the end of a long log names it.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MAX_MESSAGE_LINES = 12;

/** The failed tests of one report: `{ file, title, message }` each, the message cut to its first lines. */
export function listFailed(report, root = process.cwd()) {
  const failed = report.stats === undefined ? [...failedInVitest(report)] : [...failedInPlaywright(report)];
  return described(failed, root);
}

/** The browser tests of one report that passed when they were tried again, like `listFailed`. */
export function listFlaky(report, root = process.cwd()) {
  const { suites = [], config } = report;
  return described(
    suites.flatMap((suite) => [...testsInSuite(suite, [], { folder: config.rootDir, status: 'flaky' })]),
    root,
  );
}

function described(tests, root) {
  return tests.map(({ file, title, message }) => ({
    file: relative(root, file) || file,
    title,
    message: shorten(message ?? ''),
  }));
}

function* failedInVitest({ testResults }) {
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed)
      yield { file: name, title: test.fullName, message: test.failureMessages.join('\n') };
    if (status === 'failed' && failed.length === 0) yield { file: name, title: 'the file itself', message };
  }
}

function* failedInPlaywright({ suites, errors, config }) {
  for (const suite of suites)
    yield* testsInSuite(suite, [], { folder: config.rootDir, status: 'unexpected' });
  for (const error of errors) {
    yield {
      file: error.location?.file ?? config.rootDir,
      title: 'outside of the tests',
      message: error.message,
    };
  }
}

function* testsInSuite(suite, parents, wanted) {
  const titles = suite.line === 0 ? parents : [...parents, suite.title];
  for (const { file, title, tests } of suite.specs) {
    const failed = tests.filter(({ status }) => status === wanted.status);
    const errors = failed.flatMap((test) => test.results).flatMap((result) => result.errors);
    if (failed.length > 0) {
      const message = errors.map((error) => error.message).join('\n');
      yield { file: `${wanted.folder}/${file}`, title: [...titles, title].join(' '), message };
    }
  }
  for (const inner of suite.suites ?? []) yield* testsInSuite(inner, titles, wanted);
}

function shorten(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines.slice(0, MAX_MESSAGE_LINES).join('\n');
}
