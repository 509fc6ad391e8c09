import { format } from 'node:util';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { givenSeed } from './random.mjs';

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

// fast-check prints the seed of a failure by itself; without a given one it need not even be loaded.
const seed = givenSeed();
if (seed !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
