// Sums the JSON reports of vitest and Playwright: `node scripts/sum-reports.mjs <folder> <npm script>=<exit code> …` reads one folder of
// reports per npm script, names what failed and ends in the line `N passed, N failed`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFailed, listFlaky } from './failed-tests.mjs';

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

/** The sum of one script's reports. A script that fails without a failed test, or tests nothing, is one failure. */
export function countScript(reports, exitCode) {
  const counted = reports.map(countReport).reduce(add, NOTHING);
  const silent = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0);
  return silent ? add(counted, { ...NOTHING, failed: 1 }) : counted;
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readReports(folder) {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]);
}

function main([folder, ...results]) {
  let total = NOTHING;
  for (const result of results) {
    const [script, exitCode] = result.split('=');
    const reports = readReports(join(folder, script.replace(':', '-')));
    console.log(`npm run ${script}: exit code ${exitCode}`);
    for (const [name, report] of reports) {
      console.log(`  ${name}: ${closingLine(countReport(report))}`);
      for (const { file, title, message } of listFailed(report)) {
        console.log(`    ✗ ${file}: ${title}\n${message.replace(/^/gm, '      ')}`);
      }
      for (const { file, title, message } of listFlaky(report)) {
        console.log(
          `    flaky: ${file}: ${title} (trace in e2e/test-results)\n${message.replace(/^/gm, '      ')}`,
        );
      }
    }
    total = add(
      total,
      countScript(
        reports.map(([, report]) => report),
        Number(exitCode),
      ),
    );
  }
  console.log(closingLine(total));
  if (total.failed > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
