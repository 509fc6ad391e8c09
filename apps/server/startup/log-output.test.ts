import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogOutput } from './log-output';

/** A reader that takes nothing until it is told to. */
class Reader extends Writable {
  readonly lines: string[] = [];
  isReading = false;
  #waiting: (() => void) | null = null;

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(line: string, _encoding: string, done: () => void): void {
    const take = () => {
      if (line !== '') this.lines.push(line);
      done();
    };
    if (this.isReading) take();
    else this.#waiting = take;
  }

  read(): void {
    this.isReading = true;
    this.#waiting?.();
    this.#waiting = null;
  }
}

const LINE = `${'x'.repeat(1023)}\n`;

it('lines that are not read are dropped beyond a bound, and counted once they are read again', async () => {
  const reader = new Reader();
  const output = createLogOutput(reader);
  const written = 5_000;
  for (let n = 0; n < written; n += 1) output.write(LINE);
  expect(reader.writableLength).toBeLessThan(1024 * 1024 + 2 * LINE.length);
  const before = performance.now();
  await output.flush(50);
  expect(performance.now() - before).toBeLessThan(5_000);

  reader.read();
  await output.flush(10_000);
  output.write('the last\n');
  await output.flush(10_000);
  const told = reader.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(told).toMatchObject([{ level: 40, msg: expect.stringContaining('dropped') }]);
  expect(told[0].count + reader.lines.filter((line) => line === LINE).length).toBe(written);
  expect(reader.lines.at(-1)).toBe('the last\n');
});
