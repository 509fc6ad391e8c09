// Sums the JSON reports of vitest and Playwright: `node scripts/sum-reports.mjs <seconds> <npm script>=<exit code> …` reads what
// each script left in `reportsFolder`, names what failed and the slowest suites, and ends in the line `N passed, N failed`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFailed, listFlaky } from './failed-tests.mjs';
import { ROOT } from './processes.mjs';

const SLOWEST = 5;

/** Where the suites of an npm script leave their reports. */
export const reportsFolder = (script) => join(ROOT, '.data/test-reports', script.replace(':', '-'));

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export function countReport(report) {
  return report.stats === undefined ? countVitest(report) : countPlaywright(report);
}

/** A suite that breaks before its first test counts as one failure: vitest itself counts no test there. */
function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A test that passed when it was tried again has passed; an error outside of the tests counts as one failure. */
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * The sum of the reports of one npm script. A script that fails without a failed test, or that should test and tests nothing,
 * is one failure; `check:…` has no tests.
 */
export function countScript(script, reports, exitCode) {
  const counted = reports.map(countReport).reduce(add, NOTHING);
  const isEmpty = counted.passed === 0 && !script.startsWith('check:');
  const silent = counted.failed === 0 && (exitCode !== 0 || isEmpty);
  return silent ? add(counted, { ...NOTHING, failed: 1 }) : counted;
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** How long the suite of a report took, in seconds. */
export function secondsOf(report) {
  const { stats, startTime, testResults } = report;
  if (stats !== undefined) return stats.duration / 1_000;
  return Math.max(0, ...testResults.map(({ endTime }) => endTime - startTime)) / 1_000;
}

function readReports(script) {
  const folder = reportsFolder(script);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.map((file) => {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return { script, name: basename(file, '.json'), seconds: secondsOf(report), report };
  });
}

const indent = (text) => text.replace(/^/gm, '      ');

function printSuite({ name, report }) {
  console.log(`  ${name}: ${closingLine(countReport(report))}`);
  for (const { file, title, message } of listFailed(report))
    console.log(`    ✗ ${file}: ${title}\n${indent(message)}`);
  for (const { file, title, message } of listFlaky(report))
    console.log(`    flaky: ${file}: ${title} (trace in e2e/test-results)\n${indent(message)}`);
}

/** Prints the sum of the scripts' reports, each script as `{ script, exitCode }`; answers how many tests failed. */
export function printSum(scripts, totalSeconds) {
  let total = NOTHING;
  const suites = [];
  for (const { script, exitCode } of scripts) {
    console.log(`npm run ${script}: exit code ${exitCode}`);
    const own = readReports(script);
    for (const suite of own) printSuite(suite);
    const reports = own.map(({ report }) => report);
    total = add(total, countScript(script, reports, exitCode));
    suites.push(...own);
  }
  const slowest = suites.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`Total: ${Math.round(totalSeconds)} s. The slowest suites:`);
  for (const { script, name, seconds } of slowest)
    console.log(`  ${Math.round(seconds).toString().padStart(4)} s  ${name} (npm run ${script})`);
  console.log(closingLine(total));
  return total.failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seconds, ...results] = process.argv.slice(2);
  const scripts = results.map((result) => result.split('='));
  const failed = printSum(
    scripts.map(([script, exitCode]) => ({ script, exitCode: Number(exitCode) })),
    Number(seconds),
  );
  if (failed > 0) process.exitCode = 1;
}
