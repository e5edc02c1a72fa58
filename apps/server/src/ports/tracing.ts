/** Trace spans of requests and jobs: adapters/tracing. */
import { currentRequestContext, withRequestContext } from './request-context.ts'

/** Attributes of a span. They never contain a title, link, address or a person's name. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface Span {
  /** Parent id for work within this span; undefined if tracing is off. */
  readonly traceparent: string | undefined
  set(attributes: SpanAttributes): void
  /** @param failure code of the failure; absent or null for success */
  end(failure?: string | null, at?: Date): void
}

export interface SpanOptions {
  kind?: 'server' | 'consumer' | 'client'
  /** Start time in the past, for spans that are created at their end. */
  startedAt?: Date
  /** Traceparent of the parent span; absent: the current span. */
  within?: string | undefined
}

export interface Tracing {
  /** Begins a child of the current span, or a new trace. */
  begin(name: string, attributes?: SpanAttributes, options?: SpanOptions): Span
  close(): Promise<void>
}

/** Values of OTEL_TRACES_SAMPLER. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof SAMPLERS)[number]

const NO_SPAN: Span = { traceparent: undefined, set: () => undefined, end: () => undefined }

export const NO_TRACING: Tracing = { begin: () => NO_SPAN, close: async () => undefined }

/** Runs `work` within a new span. An error ends the span as failed, with the error's code or name. */
export async function runInSpan<T>(
  tracing: Tracing,
  name: string,
  { attributes, ...options }: SpanOptions & { attributes?: SpanAttributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(name, attributes, options)
  try {
    const result = await runWithinSpan(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureName(error))
    throw error
  }
}

export function runWithinSpan<T>({ traceparent }: Span, work: () => T): T {
  return traceparent === undefined || traceparent === currentRequestContext().traceparent
    ? work()
    : withRequestContext({ traceparent }, work)
}

/** Code or name of an error. The message may be confidential and is left out. */
export function failureName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}
