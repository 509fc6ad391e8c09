import { format } from 'node:util';
import { afterAll, afterEach, beforeEach } from 'vitest';

// A test that expects a complaint replaces the method itself: vi.spyOn(console, 'error').mockReturnValue().
const watched = ['error', 'warn'];
let complaints = [];

for (const method of watched) {
  console[method] = (...args) => {
    complaints.push(`console.${method}: ${format(...args)}`);
  };
}

function failOnComplaints() {
  const seen = complaints;
  complaints = [];
  if (seen.length > 0) throw new Error(`Unexpected output:\n${seen.join('\n')}`);
}

beforeEach(failOnComplaints);
afterEach(failOnComplaints);
afterAll(failOnComplaints);
