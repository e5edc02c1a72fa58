import { createServer } from 'node:http'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  startNanoseconds: bigint
  endNanoseconds: bigint
  attributes: Record<string, unknown>
  failed: boolean
  /** Of the process that sent it. */
  resource: Record<string, unknown>
}

export interface OtlpCollector {
  url: string
  spans(): CollectedSpan[]
  /** Everything that was sent, as it was sent. */
  sent(): string
  contentTypes(): string[]
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: Attribute[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

const FAILED = 2

/** A collector of traces that takes OTLP over HTTP: JSON is read, anything else just kept. */
export async function startCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  const contentTypes: string[] = []
  let sent = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const contentType = request.headers['content-type'] ?? ''
    contentTypes.push(contentType)
    sent += text
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (isTraces && contentType.includes('json')) spans.push(...readSpans(JSON.parse(text) as ExportRequest))
    response
      .writeHead(isTraces ? 200 : 404, { 'content-type': contentType })
      .end(contentType.includes('json') ? '{}' : '')
  })
  const { port, close } = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    sent: () => sent,
    contentTypes: () => contentTypes,
    close,
  }
}

function readSpans({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || null,
        name: span.name,
        startNanoseconds: BigInt(span.startTimeUnixNano),
        endNanoseconds: BigInt(span.endTimeUnixNano),
        attributes: readAttributes(span.attributes),
        failed: span.status?.code === FAILED,
        resource: readAttributes(resource.attributes),
      })),
    ),
  )
}

function readAttributes(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
