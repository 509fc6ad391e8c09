import { setTimeout as waitFor } from 'node:timers/promises';
import type { StatementEnd } from '@esteira/db/watched-statements';
import {
  type Context,
  type Tracer as OtelTracer,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { Tracer } from '../core/telemetry/tracer';
import { toRouteLabel } from '../metrics/route-label';

/** Spans beyond this are dropped while the collector is away or slow. */
const MAX_WAITING_SPANS = 2_048;
const EXPORT_WITHIN_MS = 5_000;
const EXPORT_EVERY_MS = 2_000;
/** The exporter waits for its responses to end, whose bytes may drip. */
const CLOSE_WITHIN_MS = 2 * EXPORT_WITHIN_MS;
/** A list of thousands of placeholders says no more than its beginning. */
const MAX_STATEMENT_CHARACTERS = 2_000;

export interface Tracing {
  tracer: Tracer;
  /** Adds a statement of the database to the span that it was sent in. */
  noteStatement(statement: StatementEnd): void;
  /** Every request of this application is a span from here on. */
  watch(app: FastifyInstance): void;
  /** Sends what waits, within a few seconds, and ends. */
  close(): Promise<void>;
}

/** Sends traces by OTLP over HTTP to this address of a collector. Nothing of it is global. */
export function createTracing(endpoint: string, closeWithinMs = CLOSE_WITHIN_MS): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable();
  const provider = createProvider(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
  const spans = provider.getTracer('esteira');
  const enter = (span: Span): Context => trace.setSpan(contexts.active(), span);
  const tracer = createTracer(spans, contexts);
  return {
    tracer,
    noteStatement({ text, milliseconds, isFailure }) {
      // What nothing asked for, such as looks at a queue many times a second, would drown the rest.
      if (trace.getSpan(contexts.active()) === undefined) return;
      const query = text.slice(0, MAX_STATEMENT_CHARACTERS);
      const fields = { 'db.system.name': 'postgresql', 'db.query.text': query };
      tracer.note(toStatementName(text), fields, { milliseconds, isFailure });
    },
    watch(app) {
      const open = new WeakMap<object, Span>();
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, url: address, id } = request;
        const route = toRouteLabel(routeOptions.url, address);
        const attributes = { 'http.request.method': method, 'http.route': route, 'esteira.request_id': id };
        const span = spans.startSpan(`${method} ${route}`, { attributes, kind: SpanKind.SERVER });
        open.set(request, span);
        contexts.with(enter(span), done);
      });
      app.addHook('onResponse', async (request, { statusCode }) => {
        const span = open.get(request);
        span?.setAttribute('http.response.status_code', statusCode);
        if (span && statusCode >= 500) markFailed(span);
        span?.end();
      });
    },
    close: async () => {
      const isOver = provider.shutdown().catch(() => undefined);
      await Promise.race([isOver, waitFor(closeWithinMs, undefined, { ref: false })]);
    },
  };
}

/** Draws within the present context, and makes each span the present one for its work. */
function createTracer(spans: OtelTracer, contexts: AsyncLocalStorageContextManager): Tracer {
  return {
    async within(name, attributes, work) {
      const span = spans.startSpan(name, { attributes }, contexts.active());
      try {
        return await contexts.with(trace.setSpan(contexts.active(), span), work);
      } catch (error) {
        markFailed(span);
        throw error;
      } finally {
        span.end();
      }
    },
    note(name, attributes, { milliseconds, isFailure }) {
      const startTime = Date.now() - milliseconds;
      const kind = SpanKind.CLIENT;
      const span = spans.startSpan(name, { attributes, startTime, kind }, contexts.active());
      if (isFailure) markFailed(span);
      span.end();
    },
  };
}

/** 'SELECT produtos': what it does, and the first table that it names. */
function toStatementName(text: string): string {
  const [, verb = 'SQL'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? [];
  return [verb.toUpperCase(), table].filter(Boolean).join(' ');
}

function createProvider(url: string): BasicTracerProvider {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_WITHIN_MS });
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: MAX_WAITING_SPANS,
    exportTimeoutMillis: EXPORT_WITHIN_MS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
  });
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'esteira' }),
    spanProcessors: [processor],
  });
}

/** Without the error's message, which may hold personal data. */
function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}
