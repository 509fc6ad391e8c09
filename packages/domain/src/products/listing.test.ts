import { describe, expect, it } from 'vitest';
import { publishedStock } from './listing';

describe('publishedStock', () => {
  it('holds the margin back and never goes below zero', () => {
    expect(publishedStock({ estoque: 10, margem: 0 })).toBe(10);
    expect(publishedStock({ estoque: 10, margem: 3 })).toBe(7);
    expect(publishedStock({ estoque: 2, margem: 3 })).toBe(0);
  });
});
