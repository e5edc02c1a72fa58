import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import type { ExportRequest, WireAttribute } from './export-request.ts'
import { readProtobuf } from './read-protobuf.ts'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  startNanoseconds: bigint
  endNanoseconds: bigint
  attributes: Record<string, unknown>
  failed: boolean
  /** Attributes of the process that sent the span. */
  resource: Record<string, unknown>
}

const FAILED_STATUS_CODE = 2
const JSON_TYPE = 'application/json'
const PROTOBUF_TYPE = 'application/x-protobuf'

export type OtlpCollector = Awaited<ReturnType<typeof startCollector>>

/** A collector of traces that takes OTLP over HTTP, as JSON or protobuf, and refuses anything else. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const requestHeaders: IncomingHttpHeaders[] = []
  let bodies = ''
  const server = createServer(async (request, response) => {
    const sentBody = await buffer(request)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sentBody) : sentBody
    const contentType = request.headers['content-type'] ?? ''
    requestHeaders.push(request.headers)
    bodies += body.toString('utf8')
    const status = request.method === 'POST' && request.url === '/v1/traces' ? addSpans(contentType, body) : 404
    // An empty answer means that everything was accepted, in either encoding.
    response.writeHead(status, { 'content-type': contentType }).end(contentType === JSON_TYPE ? '{}' : '')
  })

  function addSpans(contentType: string, body: Buffer): number {
    try {
      if (contentType === JSON_TYPE) spans.push(...readSpans(JSON.parse(body.toString('utf8')) as ExportRequest))
      else if (contentType === PROTOBUF_TYPE) spans.push(...readSpans(readProtobuf(body)))
      else return 415
      return 200
    } catch {
      return 400
    }
  }
  const { port, close } = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    /** The unzipped bodies of all requests, as one text. */
    sentText: () => bodies,
    /** The headers of each request. */
    requestHeaders: () => requestHeaders,
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
        failed: span.status?.code === FAILED_STATUS_CODE,
        resource: readAttributes(resource.attributes),
      })),
    ),
  )
}

function readAttributes(attributes: WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
