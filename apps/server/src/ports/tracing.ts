/** Durations of the parts of a request or job: adapters/tracing. */
import { currentRequestContext, withRequestContext } from './request-context.ts'

/** No title, link, address or name of a person is ever among them. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface Span {
  /** What is done within it carries this along; undefined where nothing is traced. */
  readonly traceparent: string | undefined
  set(attributes: SpanAttributes): void
  /** @param failure a code, when it did not end well */
  end(failure?: string | null, at?: Date): void
}

export interface SpanOptions {
  kind?: 'server' | 'consumer' | 'client'
  /** In the past, for spans that are created at their end. */
  startedAt?: Date
  /** In place of the span that is under way. */
  within?: string | undefined
}

export interface Tracing {
  /** Begins a span of the one that is under way, or a trace of its own. */
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

/** Does the work within a span of its own, which ends with it. What it throws ends the span as failed, by the error's code or name. */
export async function inSpan<T>(
  tracing: Tracing,
  name: string,
  { attributes, ...options }: SpanOptions & { attributes?: SpanAttributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(name, attributes, options)
  try {
    const done = await within(span, () => work(span))
    span.end()
    return done
  } catch (error) {
    span.end(failureName(error))
    throw error
  }
}

export function within<T>({ traceparent }: Span, work: () => T): T {
  return traceparent === undefined || traceparent === currentRequestContext().traceparent
    ? work()
    : withRequestContext({ traceparent }, work)
}

/** Never the message, which may be confidential. */
export function failureName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}
