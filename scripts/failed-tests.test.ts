import { describe, expect, it } from 'vitest';
import { listFailed, listFlaky } from './failed-tests.mjs';

describe('the failed tests of a report', () => {
  it('are named by file and title in what vitest wrote, with their message without colours', () => {
    const report = {
      testResults: [
        {
          name: '/a/src/sale.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a sale is kept', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'a sale is counted',
              failureMessages: ['\u001B[31mexpected 1\u001B[39m'],
            },
          ],
        },
        { name: '/a/src/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(listFailed(report, '/a')).toEqual([
      { file: 'src/sale.test.ts', title: 'a sale is counted', message: 'expected 1' },
      { file: 'src/broken.test.ts', title: 'the file itself', message: 'no such module' },
    ]);
  });

  it('are found in the nested suites of what Playwright wrote, those that passed when tried again apart', () => {
    const spec = (title: string, status: string, message: string) => ({
      file: 'live.test.ts',
      title,
      tests: [{ status, results: [{ errors: message === '' ? [] : [{ message }] }] }],
    });
    const report = {
      stats: {},
      config: { rootDir: '/a/src' },
      suites: [
        {
          title: 'live.test.ts',
          line: 0,
          specs: [spec('on its own', 'expected', '')],
          suites: [
            {
              title: 'announcements',
              line: 7,
              specs: [spec('once', 'unexpected', 'timed out'), spec('twice', 'flaky', 'gone')],
            },
          ],
        },
      ],
      errors: [{ message: 'no browser' }],
    };
    expect(listFailed(report, '/a')).toEqual([
      { file: 'src/live.test.ts', title: 'announcements once', message: 'timed out' },
      { file: 'src', title: 'outside of the tests', message: 'no browser' },
    ]);
    expect(listFlaky(report, '/a')).toEqual([
      { file: 'src/live.test.ts', title: 'announcements twice', message: 'gone' },
    ]);
    expect(listFlaky({ testResults: [] })).toEqual([]);
  });

  it('show the beginning of a long message', () => {
    const failureMessages = [Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')];
    const report = {
      testResults: [
        {
          name: '/a/x.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [{ status: 'failed', fullName: 'x', failureMessages }],
        },
      ],
    };
    const message = listFailed(report, '/a')[0]?.message ?? '';
    expect(message.split('\n')).toHaveLength(12);
    expect(message).toMatch(/^line 0\n/);
  });
});
