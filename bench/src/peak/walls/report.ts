import { count, ms, table } from '../../harness/table';
import { type Span, toTimes, within } from '../figures';
import { SIGNING_IN } from './disturbances';
import { QUIET_HOUR, type Walls } from './run';

/** The target: so much longer than in the quiet, or so many ms if that is more. */
const [RATIO, ALWAYS_MS] = [1.5, 50];

/** The run's part of the results. */
export function toMarkdown({ done, quiet, disturbed, problems }: Walls, machine: string) {
  let missed = 0;
  const acts = [...new Set(done.map(({ name }) => name))].map((name) => {
    const timesIn = (span: Span) =>
      toTimes(within(done, span).flatMap((act) => (act.name === name ? act.ms : [])));
    const alone = timesIn(quiet);
    return { name, timesIn, alone, limit: Math.max(RATIO * alone.p99, ALWAYS_MS) };
  });
  const rows = disturbed.map((span) => [
    span.name,
    ...acts.map(({ name, timesIn, limit }) => {
      const { p99 } = timesIn(span);
      if (name === 'sign-in' && span.name === SIGNING_IN) return `(${ms(p99)})`;
      if (p99 <= limit) return ms(p99);
      missed += 1;
      return `**${ms(p99)}**`;
    }),
  ]);
  const { sellers, people, rate } = QUIET_HOUR;
  const text = [
    `Written by \`npm run bench -- peak walls\`. ${machine} The p99 of what others ask for, ${people} times a second, beside ${rate} sales a second of ${sellers} sellers at the local marketplaces: alone, and beside what one does. Target: ${RATIO} times what it is alone, or ${ALWAYS_MS} ms if that is more; not met: ${missed}, in bold. Responses that were not as expected: ${count(problems.length)}${problems.length > 0 ? ` (${problems[0]?.slice(0, 150)})` : ''}. The load's own event loop was held for ${ms(quiet.ownHeldMs)} alone, and for at most ${ms(Math.max(...disturbed.map(({ ownHeldMs }) => ownHeldMs)))} beside the others (p99). Meanwhile ${disturbed.map(({ did }) => did).join('; ')}.`,
    table(
      ['', ...acts.map(({ name }) => name)],
      [
        ['times alone', ...acts.map(({ alone }) => count(alone.count))],
        ['alone', ...acts.map(({ alone }) => ms(alone.p99))],
        ['target', ...acts.map(({ limit }) => ms(limit))],
        ...rows,
      ],
    ),
  ].join('\n\n');
  return { text, isMet: missed === 0 && problems.length === 0 };
}
