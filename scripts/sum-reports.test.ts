import { describe, expect, it } from 'vitest';
import { closingLine, countReport, countScript, secondsOf } from './sum-reports.mjs';

const report = (passed: number, failed = 0, testResults: unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
});

describe('the sum of the test reports', () => {
  it('adds up the workspaces', () => {
    expect(countScript('test', [report(3), report(4)], 0)).toEqual({ passed: 7, failed: 0, skipped: 0 });
  });

  it('counts a suite that broke before its first test as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const counted = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    expect(countReport(report(2, 1, [broken, counted]))).toMatchObject({ passed: 2, failed: 2 });
  });

  describe("of Playwright's report", () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

    it('counts a test that passed when it was tried again as passed', () => {
      const flaky = { stats: { ...stats, unexpected: 1, flaky: 2, skipped: 4 }, errors: [] };
      expect(countReport(flaky)).toEqual({ passed: 5, failed: 1, skipped: 4 });
    });

    it('counts an error outside of the tests, such as in a file that cannot be read, as one failure', () => {
      expect(countReport({ stats, errors: [{ message: 'x' }] })).toMatchObject({ passed: 3, failed: 1 });
    });

    it('is added to the reports of the other workspaces', () => {
      const passed = countScript('test', [report(4), { stats, errors: [] }], 0);
      expect(passed).toEqual({ passed: 7, failed: 0, skipped: 0 });
    });
  });

  it('counts a script that failed without a failed test, such as in lint, as one failure', () => {
    expect(countScript('test', [report(5)], 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(countScript('test', [report(5, 2)], 1)).toMatchObject({ passed: 5, failed: 2 });
  });

  it('counts a script that tested nothing as one failure, whatever its exit code', () => {
    expect(countScript('test', [], 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts a check, which has no tests, by its exit code alone', () => {
    expect(countScript('check:supply', [], 0)).toMatchObject({ passed: 0, failed: 0 });
    expect(countScript('check:supply', [], 1)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('tells how long a suite took, whoever wrote its report', () => {
    const files = [{ endTime: 4_000 }, { endTime: 9_500 }];
    expect(secondsOf({ ...report(2, 0, files), startTime: 1_000 })).toBe(8.5);
    expect(secondsOf({ stats: { duration: 1_500 } })).toBe(1.5);
    expect(secondsOf(report(0))).toBe(0);
  });

  it('closes with one plain line', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(closingLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});
