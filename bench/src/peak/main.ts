import { parseArgs } from 'node:util';
import { machine } from '../harness/machine';
import { writeResults } from '../harness/results-file';
import { withLoaded } from '../load/loaded';
import { toMarkdown } from './report';
import { runPeak } from './run';
import { toMarkdown as reportWalls } from './walls/report';
import { QUIET_HOUR, runWalls } from './walls/run';

const DATABASE = 'esteira_bench_pico';
const WHOLE = { sellers: 1_000, minutes: 30 };
/** Instead of the rest, where it is named. */
const WALLS = 'walls';

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench -- peak`.');
  const { isWalls, ...options } = readOptions();
  const isMet = isWalls ? await measureWalls(server, options.minutes) : await measurePeak(server, options);
  if (!isMet) process.exitCode = 1;
}

async function measurePeak(server: string, options: Omit<ReturnType<typeof readOptions>, 'isWalls'>) {
  const { sellers, minutes } = options;
  return withLoaded(server, { name: DATABASE, sellers }, async (place) => {
    const peak = await runPeak(place, options);
    const { text, trace, isMet } = toMarkdown(peak, await machine(place.databaseUrl));
    console.log(`\n${text}\n\n${trace}`);
    if (sellers >= WHOLE.sellers && minutes >= WHOLE.minutes) await writeResults('peak', text);
    return isMet;
  });
}

async function measureWalls(server: string, minutes: number) {
  const { sellers, orders } = QUIET_HOUR;
  return withLoaded(server, { name: DATABASE, sellers, orders }, async (place) => {
    const walls = await runWalls(place, minutes);
    const { text, isMet } = reportWalls(walls, await machine(place.databaseUrl));
    console.log(`\n${text}`);
    if (minutes >= QUIET_HOUR.minutes) await writeResults('walls', text);
    return isMet;
  });
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sellers: { type: 'string', default: String(WHOLE.sellers) },
      rate: { type: 'string', default: '30' },
      minutes: { type: 'string' },
      people: { type: 'string', default: '100' },
      stages: { type: 'string', default: '8' },
      'stage-minutes': { type: 'string', default: '2' },
    },
  });
  const { 'stage-minutes': stageMinutes, sellers, rate, people, stages } = values;
  const isWalls = positionals.includes(WALLS);
  const minutes = values.minutes ?? (isWalls ? QUIET_HOUR.minutes : WHOLE.minutes);
  return {
    isWalls,
    ...{ sellers: Number(sellers), rate: Number(rate), minutes: Number(minutes), people: Number(people) },
    ...{ stages: Number(stages), stageMinutes: Number(stageMinutes) },
  };
}

await main();
