import { expect, it } from 'vitest';
import { columnsFor } from './columns';

const REM = 16;

/** The least width of a track: '6rem', or 'minmax(11rem, 1fr)'. */
const leastOf = (track: string) => Number(/[\d.]+/.exec(track)?.[0]) * REM;
const idsAt = (width: number) => columnsFor(width, true).map(({ id }) => id);

it('the columns of a table of any width have room in it', () => {
  for (let width = 640; width <= 2560; width += 1) {
    const needed = columnsFor(width, true).reduce((sum, { track }) => sum + leastOf(track), 0);
    expect(needed, `at ${width} pixels`).toBeLessThanOrEqual(width);
  }
});

it('what remains is on a table beside the menu of a window of 1440 pixels', () => {
  expect(idsAt(1136)).toContain('liquido');
  expect(idsAt(1136)).toContain('anuncios');
});
