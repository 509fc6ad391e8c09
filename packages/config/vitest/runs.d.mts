/**
 * How often a test tries random choices: `whole` times where the environment's `TEST_RUNS` is `all`, as in `.ci/run`,
 * else a fifth of it, at least once.
 */
export function runs(whole: number): number;
