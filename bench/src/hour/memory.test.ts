import { describe, expect, it } from 'vitest';
import { growthPerHour, type Sample, sampleAt } from './memory';

const samplesOf = (residentMb: (minute: number) => number): Sample[] =>
  Array.from({ length: 61 }, (_, minute) => ({
    minute,
    residentMb: residentMb(minute),
    heapMb: 50,
    cpuMs: 0,
  }));

describe('the growth of memory', () => {
  it('is the rise of a line in an hour, whatever goes up and down around it', () => {
    expect(growthPerHour(samplesOf((minute) => 180 + minute / 2))).toBeCloseTo(30);
    expect(growthPerHour(samplesOf((minute) => 200 + 20 * (-1) ** minute))).toBeCloseTo(0);
    expect(growthPerHour(samplesOf((minute) => 200 - minute))).toBeCloseTo(-60);
  });

  it('is told of the sample that was taken last by then', () => {
    const samples = samplesOf((minute) => 100 + minute);
    expect(sampleAt(samples, 10.5)?.residentMb).toBe(110);
    expect(sampleAt(samples, -1)).toBeUndefined();
  });
});
