import { loadavg } from 'node:os';
import { count, ms, table } from '../harness/table';
import {
  findHolds,
  sumWork,
  type Times,
  timeSales,
  timeUnannounced,
  toTimes,
  traceSlowest,
  within,
} from './figures';
import { QUICK } from './reads';
import { keepsUp, type Peak } from './run';
import { STEPS } from './writes';

/** The targets; milliseconds unless told. */
const SHOWN_P95 = 1_000;
const TOLD = { p95: 5_000, slowest: 60_000 };
const QUICK_ACTS = { p99: 100, slowest: 1_000 };
const QUICK_NAMES = 'lists, searches, dashboards, steps';
const SIGN_IN_P99 = 500;
const DAY_SECONDS = 10;
/** What a seller's day is. */
const [READS, SALES] = [1_000, 100];
const HOLDS = 5;

/** The run's part of the results, and what else was so beside slow acts. */
export function toMarkdown(peak: Peak, machine: string) {
  const targets = listTargets(peak);
  const acts = listActs(peak);
  const text = [
    `Written by \`npm run bench -- peak\`. ${machine} Load average at the end: ${loadavg()[0]?.toFixed(1)}. ${describe(peak)} ${describeRise(peak)} ${describeHolds(peak)}${describeProblems(peak)}`,
    table(
      ['what', 'measured', 'target', 'met'],
      targets.map(({ isMet, cells }) => [...cells, isMet ? 'yes' : '**no**']),
    ),
    table(
      ['act', 'times', 'p50', 'p99', 'slowest', 'without sales: p50', 'p99'],
      acts.map(({ name, all, alone }) => [
        ...[name, count(all.count)],
        ...[all.p50, all.p99, all.slowest, alone.p50, alone.p99].map((each) => (each > 0 ? ms(each) : '–')),
      ]),
    ),
  ].join('\n\n');
  const trace = table(
    ['while an act was under way', 'slowest 1% of each kind', 'all acts'],
    traceSlowest(peak, peak.steady),
  );
  return { text, trace, isMet: targets.every(({ isMet }) => isMet) };
}

function describe(peak: Peak): string {
  const { sellers, steady, minutes, people, streams, samples, startedMb, report } = peak;
  const { late, refused } = report.deliveries;
  const during = within(samples, steady);
  const highest = (read: (sample: (typeof during)[number]) => number) => Math.max(...during.map(read));
  const memory = `${startedMb.toFixed(0)} MB after the start, ${during.at(-1)?.residentMb.toFixed(0)} at the end, at most ${highest((sample) => sample.residentMb).toFixed(0)}`;
  return [
    `${count(sellers)} sellers with accounts at both local marketplaces, which answer after 80 to 800 ms, limit 0.5% and fail 0.2% of the calls; ${steady.rate} sales a second at Mercado Livre for ${minutes} minutes, of which 15% are announced twice and 0.7% not at all, beside ${people} acts of people a second and ${streams} live streams.`,
    `Memory of the server: ${memory}. Longest wait of an announced order: ${highest(({ unread }) => unread)} s, of a stock to be told: ${highest(({ untold }) => untold)} s. Announcements answered after more than 500 ms: ${count(late)}, refused: ${count(refused)}. Found without an announcement: ${count(timeUnannounced(peak).count)} orders, the last after ${seconds(timeUnannounced(peak).slowest)}.`,
  ].join(' ');
}

const seconds = (value: number) => `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;

const listTimes = ({ p50, p95, slowest, count: total }: Times) =>
  `p50 ${seconds(p50)}, p95 ${seconds(p95)}, slowest ${seconds(slowest)} (${count(total)})`;

function listTargets(peak: Peak) {
  const { shown, told } = timeSales(peak, peak.steady);
  const acts = listActs(peak);
  const quick = acts.filter(({ name }) => QUICK.test(name) || name === STEPS);
  const worst = (read: (times: Times) => number) => Math.max(...quick.map(({ all }) => read(all)));
  const [p99, slowest] = [worst((times) => times.p99), worst((times) => times.slowest)];
  const signIn = acts.find(({ name }) => name === 'sign-in')?.all.p99 ?? Number.NaN;
  const day = costDay(peak);
  const wrong = peak.faults.length + peak.problems.length;
  const wrongs = `${count(peak.faults.length)}; ${count(peak.problems.length)}`;
  const isTold = told.p95 < TOLD.p95 && told.slowest < TOLD.slowest;
  const isQuick = p99 <= QUICK_ACTS.p99 && slowest <= QUICK_ACTS.slowest;
  return [
    { isMet: shown.p95 < SHOWN_P95, cells: ['an order on a screen', listTimes(shown), 'p95 < 1 s'] },
    { isMet: isTold, cells: ['Amazon told the stock', listTimes(told), 'p95 < 5 s, slowest < 60 s'] },
    {
      isMet: isQuick,
      cells: [QUICK_NAMES, `worst p99 ${ms(p99)}, slowest ${ms(slowest)}`, 'p99 ≤ 100 ms, slowest ≤ 1 s'],
    },
    { isMet: signIn <= SIGN_IN_P99, cells: ['sign-in', `p99 ${ms(signIn)}`, 'p99 ≤ 500 ms'] },
    { isMet: day.seconds <= DAY_SECONDS, cells: ["processor time of a seller's day", day.text, '≤ 10 s'] },
    { isMet: wrong === 0, cells: ['lost, doubled, oversold; other responses', wrongs, '0; 0'] },
  ];
}

/** An act costs what it costs without sales; what was used beyond that is the sales', with all that follows them. */
function costDay(peak: Peak): { seconds: number; text: string } {
  const alone = sumWork(peak, peak.quiet);
  const both = sumWork(peak, peak.steady);
  const cost = (read: (work: typeof both) => number) => {
    const act = read(alone) / alone.acts;
    const sale = (read(both) - both.acts * act) / both.sales;
    return { act, sale, day: (READS * act + SALES * sale) / 1000 };
  };
  const [server, postgres] = [cost((work) => work.server), cost((work) => work.postgres)];
  const pair = (read: (cost: typeof server) => number) =>
    `${read(server).toFixed(1)} + ${read(postgres).toFixed(1)}`;
  const text = `${pair(({ day }) => day)} s (server + PostgreSQL): ${count(READS)} acts of ${pair(({ act }) => act)} ms, ${SALES} sales of ${pair(({ sale }) => sale)} ms`;
  return { seconds: server.day + postgres.day, text };
}

function listActs(peak: Peak) {
  const [during, before] = [within(peak.done, peak.steady), within(peak.done, peak.quiet)];
  const names = [...new Set(during.map(({ name }) => name))];
  const times = (done: typeof during, name: string) =>
    toTimes(done.filter((act) => act.name === name).map((act) => act.ms));
  return names.map((name) => ({ name, all: times(during, name), alone: times(before, name) }));
}

function describeRise(peak: Peak): string {
  const stages = peak.rising.map((stage) => {
    const { shown, told } = timeSales(peak, stage);
    const ending = keepsUp(peak.samples, stage) ? '' : ', no longer kept up';
    return `${stage.rate} a second (on a screen p95 ${seconds(shown.p95)}, Amazon told p95 ${seconds(told.p95)}${ending})`;
  });
  return `Rising afterwards, ${peak.stageMinutes} minutes each: ${stages.join('; ') || 'none'}.`;
}

function describeHolds(peak: Peak): string {
  const holds = findHolds(peak, peak.steady, HOLDS).map(
    ({ heldMs, beside }) => `${heldMs.toFixed(0)} ms (${beside.join(', ')})`,
  );
  const own = toTimes(within(peak.samples, peak.steady).map(({ ownHeldMs }) => ownHeldMs));
  return `Longest holds of the event loop within a second, and what was longest under way: ${holds.join('; ')}. The load's own, which stand in all times: p50 ${ms(own.p50)}, longest ${ms(own.slowest)}.`;
}

function describeProblems({ faults, problems }: Peak): string {
  const first = [...faults, ...new Set(problems)].slice(0, 5).map((each) => each.slice(0, 150));
  return first.length === 0 ? '' : ` Not as expected: ${first.join('; ').replaceAll('\n', ' ')}.`;
}
