const MAX_SEED = 2 ** 31;

/** What TEST_SEED says; undefined where it is not set. */
export function givenSeed() {
  const text = process.env.TEST_SEED;
  if (!text) return undefined;
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED must be a whole number: ${text}`);
  return seed;
}

export function seededRandom() {
  const seed = givenSeed() ?? Math.floor(Math.random() * MAX_SEED);
  console.info(`TEST_SEED=${seed} repeats these random choices`);
  const draw = mulberry32(seed);
  // Two draws, so that numbers of more than 32 bits are even too.
  return () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
}

/** https://github.com/cprosche/mulberry32 */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
