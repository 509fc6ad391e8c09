import { expect } from 'vitest';
import type { TestServer } from '../server';

/** The rows of a CSV file that the server exports, by the names of its head; for cells without a semicolon. */
export async function readCsvTable(
  server: TestServer,
  path: string,
  token: string,
): Promise<Record<string, string>[]> {
  const { status, text } = await server.call('GET', path, { token });
  expect(status).toBe(200);
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head.split(';');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, index) => [names[index], cell])));
}

/** The cents of a cell of money; an empty one has none. */
export const centsOfCell = (cell: string | undefined): number =>
  Math.round(Number((cell ?? '').replace(',', '.')) * 100);
