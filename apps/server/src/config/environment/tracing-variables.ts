import { z } from 'zod'
import { SAMPLERS, type SamplerName } from '../../ports/tracing.ts'
import { decimalNumber } from './plain-variables.ts'

const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be like http://collector:4318' })

/** OpenTelemetry's variables that decide what is traced; the exporter reads OTEL_EXPORTER_OTLP_* itself. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }).optional(),
  OTEL_TRACES_SAMPLER_ARG: decimalNumber(0, 1, 'must be a number from 0 to 1, like 0.1').default(1),
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

export interface TracingSettings {
  exporter: 'otlp' | 'console'
  protocol: (typeof PROTOCOLS)[number]
  serviceName: string
  sampler: { name: SamplerName; ratio: number }
}

type TracingVariables = z.output<z.ZodObject<typeof tracingVariables>>

/** What is traced, and how; null where nothing is. A complaint is a sentence. */
export function readTracingSettings(env: TracingVariables): TracingSettings | null | { complaint: string } {
  const hasEndpoint = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  const exporter = env.OTEL_TRACES_EXPORTER ?? (hasEndpoint ? 'otlp' : 'none')
  if (exporter === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const requested = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
  const protocol = PROTOCOLS.find((each) => each === requested)
  if (!protocol)
    return {
      complaint: `OTEL_EXPORTER_OTLP_PROTOCOL is ${requested}: traces are sent by ${PROTOCOLS.join(' or ')} only.`,
    }
  return {
    exporter,
    protocol,
    serviceName: env.OTEL_SERVICE_NAME ?? 'kerf',
    sampler: { name: env.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on', ratio: env.OTEL_TRACES_SAMPLER_ARG },
  }
}
