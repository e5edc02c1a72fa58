/** An OTLP export in the shape of its JSON, with the fields that tests read. */
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
  /** An object with one entry, named after its type: `stringValue`, `intValue`. */
  value: Record<string, unknown>
}
