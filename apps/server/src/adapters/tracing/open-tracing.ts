import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { currentRequestContext } from '../../ports/request-context.ts'
import type { SamplerName, Span, SpanAttributes, SpanOptions, Tracing } from '../../ports/tracing.ts'

export interface TracingOptions {
  exporter: 'otlp' | 'console'
  protocol: 'http/protobuf' | 'http/json'
  serviceName: string
  serviceVersion: string
  role: string
  sampler: { name: SamplerName; ratio: number }
}

/** Maximum wait of a stopping server for a collector that does not answer. */
const CLOSE_TIMEOUT_MILLISECONDS = 3_000

const SPAN_KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

/** Opens OpenTelemetry, whose exporter reads OTEL_EXPORTER_OTLP_* itself. Imported only where tracing is on. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { serviceName, serviceVersion, role } = options
  const ownResource = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': serviceVersion,
    'kerf.role': role,
    'process.pid': process.pid,
  })
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override our attributes.
    resource: ownResource.merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(options.sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: await createExporter(options) })],
  })
  const tracer = provider.getTracer('kerf', serviceVersion)

  return {
    begin(name, attributes = {}, settings = {}) {
      const otelOptions = {
        kind: settings.kind ? SPAN_KINDS[settings.kind] : SpanKind.INTERNAL,
        attributes,
        ...startTimeOf(settings),
      }
      return toSpan(
        tracer.startSpan(name, otelOptions, parseContext(settings.within ?? currentRequestContext().traceparent)),
      )
    },
    async close() {
      const { promise: deadline, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, CLOSE_TIMEOUT_MILLISECONDS)
      await Promise.race([provider.shutdown().catch(() => undefined), deadline])
      clearTimeout(timeout)
    },
  }
}

function startTimeOf({ startedAt }: SpanOptions): { startTime?: TimeInput } {
  return startedAt ? { startTime: startedAt } : {}
}

function parseContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    end(failure, at) {
      if (failure != null) {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(at)
    },
  }
}

async function createExporter({ exporter, protocol }: TracingOptions): Promise<SpanExporter> {
  if (exporter === 'console') return new ConsoleSpanExporter()
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function createSampler({ name, ratio }: TracingOptions['sampler']): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
