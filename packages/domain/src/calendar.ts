import { HOUR_MS } from './durations';

/** The time zone every calendar rule of the product is counted in. */
export const SAO_PAULO = 'America/Sao_Paulo';

const WALL_CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: SAO_PAULO,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

interface WallTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Moments whose year has four digits, in any zone: what the calendar's functions take and return. */
const FIRST_MOMENT = Date.UTC(1000, 0, 2);
const LAST_MOMENT = Date.UTC(9999, 11, 31);
/** More months than anybody asks for at once. */
const MAX_MONTHS = 12 * 1_000;

/**
 * Moves a date by calendar months counted in America/Sao_Paulo, keeping its wall-clock time there.
 * Where the target month is shorter, its last day is taken.
 * @throws RangeError on an invalid date, a number of months that is not an integer, or a year of other than four digits.
 */
export function addMonths(date: Date, months: number): Date {
  if (!Number.isInteger(months)) throw new RangeError(`not a number of months: ${months}`);
  const wall = toWallTime(date);
  const index = wall.year * 12 + (wall.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  const day = Math.min(wall.day, daysInMonth(year, month));
  const milliseconds = ((date.getTime() % 1000) + 1000) % 1000;
  return new Date(inRange(toInstant({ ...wall, year, month, day }) + milliseconds));
}

/**
 * The calendar month a moment falls in, in America/Sao_Paulo, as `YYYY-MM`.
 * @throws RangeError on an invalid date.
 */
export function toMonth(date: Date | string): string {
  const { year, month } = toWallTime(new Date(date));
  return formatKey(year * 12 + month - 1);
}

/**
 * The last `n` calendar months in America/Sao_Paulo, the month of `now` included, oldest first.
 * @throws RangeError on an invalid date, or a number of months that is not from 0 to 12,000.
 */
export function lastMonths(now: Date, n: number): string[] {
  if (!Number.isInteger(n) || n < 0 || n > MAX_MONTHS) throw new RangeError(`not a number of months: ${n}`);
  const { year, month } = toWallTime(now);
  const current = year * 12 + month - 1;
  return Array.from({ length: n }, (_, position) => formatKey(current - (n - 1) + position));
}

/**
 * Shows a moment as its `dd/mm/aaaa` day in America/Sao_Paulo.
 * @throws RangeError on an invalid date.
 */
export function formatDate(date: Date | string): string {
  const { year, month, day } = toWallTime(new Date(date));
  return `${padded(day)}/${padded(month)}/${padded(year, 4)}`;
}

/**
 * Shows a moment as the `hh:mm` of its clock in America/Sao_Paulo.
 * @throws RangeError on an invalid date.
 */
export function formatTime(date: Date | string): string {
  const { hour, minute } = toWallTime(new Date(date));
  return `${padded(hour)}:${padded(minute)}`;
}

/**
 * Shows a moment as the `dd/mm/aaaa hh:mm` of calendar and clock in America/Sao_Paulo.
 * @throws RangeError on an invalid date.
 */
export function formatMoment(date: Date | string): string {
  const { year, month, day, hour, minute } = toWallTime(new Date(date));
  return `${padded(day)}/${padded(month)}/${padded(year, 4)} ${padded(hour)}:${padded(minute)}`;
}

/**
 * What the clock in America/Sao_Paulo shows at a moment, as the milliseconds of a clock that knows no zones (in UTC).
 * @throws RangeError on an invalid date.
 */
export function toZonelessTime(date: Date | string): number {
  return toUtc(toWallTime(new Date(date)));
}

/**
 * The calendar day a moment falls in, in America/Sao_Paulo, as `YYYY-MM-DD`.
 * @throws RangeError on an invalid date.
 */
export function toDay(date: Date | string): string {
  const { year, month, day } = toWallTime(new Date(date));
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
}

/**
 * The last millisecond of a `YYYY-MM-DD` day in America/Sao_Paulo.
 * @throws RangeError when the text is not a day.
 */
export function endOfDay(day: string): Date {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (date === undefined) throw new RangeError(`not a YYYY-MM-DD day: ${day}`);
  const next = { year: Number(year), month: Number(month), day: Number(date) + 1 };
  return new Date(toInstant({ ...next, hour: 0, minute: 0, second: 0 }) - 1);
}

/** Since then the clock has stood whole hours from UTC, and has changed at a full hour. */
const WHOLE_HOURS_SINCE = Date.UTC(1970, 0, 1);
/** What is added to UTC, by hour. Asking the calendar takes microseconds, and a list has many moments of few hours. */
const offsets = new Map<number, number>();
/** More than two years of hours. */
const MAX_OFFSETS = 20_000;

function inRange(instant: number): number {
  if (instant >= FIRST_MOMENT && instant <= LAST_MOMENT) return instant;
  throw new RangeError(`not a moment of the calendar: ${instant}`);
}

function toWallTime(date: Date): WallTime {
  const instant = inRange(date.getTime());
  if (!(instant >= WHOLE_HOURS_SINCE)) return askWallTime(date);
  const wall = new Date(instant + findOffset(Math.floor(instant / HOUR_MS)));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

function findOffset(hour: number): number {
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const start = hour * HOUR_MS;
  const offset = toUtc(askWallTime(new Date(start))) - start;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

function askWallTime(date: Date): WallTime {
  const wall: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of WALL_CLOCK.formatToParts(date)) {
    if (Object.hasOwn(wall, type)) wall[type as keyof WallTime] = Number(value);
  }
  return wall;
}

function toInstant(wall: WallTime): number {
  const asUtc = toUtc(wall);
  // The offset depends on the instant being sought: the second look decides it near a clock change.
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

function offsetAt(instant: number): number {
  const seconds = Math.floor(instant / 1000) * 1000;
  return toUtc(toWallTime(new Date(seconds))) - seconds;
}

function toUtc({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function formatKey(index: number): string {
  const year = Math.floor(index / 12);
  return `${padded(year, 4)}-${padded(index - year * 12 + 1)}`;
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
