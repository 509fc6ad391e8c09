import { format } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { givenSeed } from './random.mjs';
import { runs } from './runs.mjs';

// A test that expects output replaces the method itself: vi.spyOn(console, 'error').mockReturnValue().
const watched = ['error', 'warn'];
let unexpectedOutput = [];

for (const method of watched) {
  console[method] = (...args) => {
    unexpectedOutput.push(`console.${method}: ${format(...args)}`);
  };
}

function failOnUnexpectedOutput() {
  const seen = unexpectedOutput;
  unexpectedOutput = [];
  if (seen.length > 0) throw new Error(`Unexpected output:\n${seen.join('\n')}`);
}

beforeEach(failOnUnexpectedOutput);
afterEach(failOnUnexpectedOutput);
afterAll(failOnUnexpectedOutput);

// fast-check prints the seed of a failure by itself. Tests that give a number of runs pass it through `runs`.
const seed = givenSeed();
fc.configureGlobal({ numRuns: runs(100), ...(seed === undefined ? {} : { seed }) });
