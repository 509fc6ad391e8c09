import { MINUTE_MS } from '@esteira/domain/durations';
import { callMarks } from '../data/trpc';

const UNATTENDED_AFTER_MS = 15 * MINUTE_MS;

let touchedAt = Date.now();

function noteTouch(): void {
  touchedAt = Date.now();
}

/** What the page asks by itself while it is left alone is marked so: it does not keep the session open. */
export function markUnattendedCalls(): void {
  for (const kind of ['keydown', 'pointerdown', 'pointermove']) addEventListener(kind, noteTouch, true);
  callMarks.read = (): Record<string, string> =>
    Date.now() - touchedAt > UNATTENDED_AFTER_MS ? { 'x-esteira-fundo': '1' } : {};
}
