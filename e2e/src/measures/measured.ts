import { cpus } from 'node:os';
import type { Browser } from '@playwright/test';

const MAX_FRAME_MS = 50;

/** Of some times in milliseconds. */
export interface Summary {
  count: number;
  median: number;
  p95: number;
  longest: number;
  over50: number;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1));
  const over50 = values.filter((ms) => ms > MAX_FRAME_MS).length;
  return { count: values.length, median: at(0.5), p95: at(0.95), longest: at(1), over50 };
}

export function describeMachine(browser: Browser): string {
  const [first] = cpus();
  return `Machine: ${cpus().length} cores (${first?.model ?? 'unknown'}), Node ${process.versions.node}, Chromium ${browser.version()} without a graphics card. Browser, server and database share the cores.`;
}

/** Rows of a Markdown table, one for each thing that was timed. */
export function toTable(rows: readonly (readonly [what: string, summary: Summary])[]): string {
  return [
    '| | times | median | p95 | longest | over 50 ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      ([what, { count, median, p95, longest, over50 }]) =>
        `| ${what} | ${count} | ${median} ms | ${p95} ms | ${longest} ms | ${over50} |`,
    ),
  ].join('\n');
}
