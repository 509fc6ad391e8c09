import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commonWords, LIST, leakedPasswords, makeList } from './password-lists.mjs';

describe('the shipped list of common passwords', () => {
  it('is what its sources make today', () => {
    expect(readFileSync(LIST).equals(makeList())).toBe(true);
  });

  it('holds far more long leaked passwords than ASVS 6.2.4 asks for', () => {
    expect(leakedPasswords().size).toBeGreaterThan(40_000);
    expect(commonWords().size).toBeGreaterThan(40_000);
  });
});
