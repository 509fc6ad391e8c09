const SHARE = 5;

/** How often to try at random what is tried `whole` times where TEST_RUNS is `all`, else a fifth of it. */
export function runs(whole) {
  return process.env.TEST_RUNS === 'all' ? whole : Math.ceil(whole / SHARE);
}
