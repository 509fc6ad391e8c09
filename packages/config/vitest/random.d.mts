/**
 * A source of random numbers from 0 to below 1 for one test file. Prints its seed; the environment's `TEST_SEED`, a
 * whole number, repeats a run. fast-check takes the same variable, by the shared setup.
 */
export function seededRandom(): () => number;

/** The seed that `TEST_SEED` gives, or undefined. @throws Error when it is not a whole number. */
export function givenSeed(): number | undefined;
