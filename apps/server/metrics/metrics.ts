import type { OpenDatabase } from '@esteira/db/database';
import type { Activity, ActivityResult } from '@esteira/domain/accounts/activity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ChangeHub } from '../core/changes/change-hub';
import type { ServiceCall } from '../core/service-calls/watch';
import { systemClock } from '../core/time/clock';
import { readDelays } from '../features/connections/delays';
import type { EmailOutcome } from '../features/mail/relay';
import { readWaitingEmails } from '../features/mail/waiting';
import type { DropReason } from '../features/webhooks/route';
import { readQueueDepth } from '../jobs/open-jobs';
import { toRouteLabel } from './route-label';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Sources {
  database: Pick<OpenDatabase, 'db' | 'countConnections'>;
  changes: Pick<ChangeHub, 'count'>;
  countSockets: () => Promise<number>;
  /** Buyers that should have been erased. */
  countOverdueBuyers: () => Promise<number>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What Prometheus reads of this process. Labels name routes, kinds and operations, of which there are as many as the
 * code has: never an id, an address or a person.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'esteira_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'esteira_marketplace_call_duration_seconds',
    help: 'Calls to marketplaces and Mercado Pago by operation and outcome',
    labelNames: ['marketplace', 'operation', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const { failures, mails, dropped, buyersRead, activities } = createCounters(registers);
  return {
    observeRequest({ method, url, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
      const labels = { method, route: toRouteLabel(routeOptions.url, url), status: String(statusCode) };
      requests.observe(labels, elapsedTime / 1000);
    },
    observeCall({ service, operation, outcome, milliseconds }: ServiceCall) {
      calls.observe({ marketplace: service, operation, outcome }, milliseconds / 1000);
    },
    countDropped(reason: DropReason) {
      dropped.inc({ reason });
    },
    countMail(outcome: EmailOutcome) {
      mails.inc({ outcome });
    },
    countBuyersRead(orders: number) {
      buyersRead.inc(orders);
    },
    countActivity(act: Activity, result: ActivityResult) {
      activities.inc({ act, result });
    },
    countFailure(work: string) {
      failures.inc({ work });
    },
    /** What is read at each scrape. */
    watch: (sources: Sources) => watchGauges(registers, sources),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createCounters(registers: Registry[]) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    failures: counter('esteira_background_failures_total', 'Failures of jobs, relays and chores', 'work'),
    mails: counter('esteira_mails_total', 'Tries to send an e-mail, by how they ended', 'outcome'),
    dropped: counter('esteira_notifications_dropped_total', 'Notifications that were dropped', 'reason'),
    buyersRead: counter('esteira_buyers_read_total', 'Orders whose buyers were handed out'),
    activities: counter('esteira_security_events_total', 'What concerns security', 'act', 'result'),
  };
}

function watchGauges(registers: Registry[], { database, changes, ...sources }: Sources): void {
  new Gauge({
    name: 'esteira_live_streams',
    help: 'Open streams of changes',
    registers,
    collect() {
      this.set(changes.count());
    },
  });
  new Gauge({
    name: 'esteira_http_connections',
    help: 'Open connections of clients',
    registers,
    async collect() {
      this.set(await sources.countSockets());
    },
  });
  new Gauge({
    name: 'esteira_database_connections',
    help: 'Connections of the pool in use, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { busy, waiting } = database.countConnections?.() ?? { busy: 0, waiting: 0 };
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'esteira_marketplace_delay_seconds',
    help: 'For how long the oldest announced order waits to be taken in, and the oldest stock to be told',
    labelNames: ['what'],
    registers,
    async collect() {
      for (const [what, seconds] of Object.entries(await readDelays(database.db)))
        this.set({ what }, seconds);
    },
  });
  new Gauge({
    name: 'esteira_buyers_overdue',
    help: 'Buyers whose time is over and who are not erased yet',
    registers,
    async collect() {
      this.set(await sources.countOverdueBuyers());
    },
  });
  watchQueue(registers, database.db);
  watchMail(registers, database.db);
}

function watchQueue(registers: Registry[], db: Sources['database']['db']): void {
  const readDepth = shareWithinScrape(() => readQueueDepth(db));
  new Gauge({
    name: 'esteira_jobs',
    help: 'Jobs that are not done, by kind and state',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const depths = await readDepth();
      this.reset();
      for (const { kind, situacao, total } of depths) this.inc({ kind, state: JOB_STATES[situacao] }, total);
    },
  });
  new Gauge({
    name: 'esteira_job_age_seconds',
    help: 'For how long the job of a kind waits that is due longest',
    labelNames: ['kind'],
    registers,
    async collect() {
      const oldest = new Map<string, number>();
      for (const { kind, age } of await readDepth()) oldest.set(kind, Math.max(age, oldest.get(kind) ?? 0));
      this.reset();
      for (const [kind, age] of oldest) this.set({ kind }, age);
    },
  });
}

function watchMail(registers: Registry[], db: Sources['database']['db']): void {
  const readWaiting = shareWithinScrape(() => readWaitingEmails({ db, clock: systemClock }));
  new Gauge({
    name: 'esteira_mails_waiting',
    help: 'E-mails that have not left yet',
    registers,
    async collect() {
      this.set((await readWaiting()).total);
    },
  });
  new Gauge({
    name: 'esteira_mail_age_seconds',
    help: 'For how long the oldest e-mail waits that has not left yet',
    registers,
    async collect() {
      const { oldestAt } = await readWaiting();
      const age = oldestAt === null ? 0 : systemClock().getTime() - Date.parse(oldestAt);
      this.set(Math.max(0, age) / 1000);
    },
  });
}

/** What alerts and dashboards know the situations by. */
const JOB_STATES = {
  na_fila: 'created',
  tentando: 'retry',
  aguardando: 'retry',
  em_andamento: 'active',
  falhou: 'failed',
} as const;

/** Both gauges of a scrape ask at the same time. */
function shareWithinScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}
