import type { Handlers } from './worker';

/** Who does which kind of work. */
export const HANDLERS: Handlers = {};
