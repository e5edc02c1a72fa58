/** What OTLP carries, in the shape of its JSON, as far as it is looked at here. */
export interface ExportRequest {
  resourceSpans: {
    resource: { attributes: WireAttribute[] }
    scopeSpans: { spans: WireSpan[] }[]
  }[]
}

export interface WireSpan {
  /** Ids in hex. */
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: WireAttribute[]
  status?: { code?: number }
}

export interface WireAttribute {
  key: string
  /** Of one entry, named after its kind: `stringValue`, `intValue`. */
  value: Record<string, unknown>
}
