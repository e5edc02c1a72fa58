import { BinaryReader, type WireType } from '@bufbuild/protobuf/wire'
import type { ExportRequest, WireAttribute, WireSpan } from './export-request.ts'

/**
 * An ExportTraceServiceRequest in protobuf, in the shape in which OTLP's JSON has it. Field numbers are those of trace.proto,
 * common.proto and resource.proto of github.com/open-telemetry/opentelemetry-proto. Throws for what is no protobuf; what it does not
 * know it skips, as a collector of another version would.
 */
export function readProtobuf(bytes: Uint8Array): ExportRequest {
  const resourceSpans: ExportRequest['resourceSpans'] = []
  readMessage(bytes, {
    1: (reader) => {
      const attributes: WireAttribute[] = []
      const scopeSpans: { spans: WireSpan[] }[] = []
      readMessage(reader.bytes(), {
        1: (inner) => readMessage(inner.bytes(), { 1: (one) => attributes.push(readAttribute(one.bytes())) }),
        2: (inner) => {
          const spans: WireSpan[] = []
          readMessage(inner.bytes(), { 2: (one) => spans.push(readSpan(one.bytes())) })
          scopeSpans.push({ spans })
        },
      })
      resourceSpans.push({ resource: { attributes }, scopeSpans })
    },
  })
  return { resourceSpans }
}

type Fields = Record<number, (reader: BinaryReader) => unknown>

function readMessage(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag()
    const read = fields[number]
    if (read) read(reader)
    else reader.skip(wireType as WireType, number)
  }
}

function readSpan(bytes: Uint8Array): WireSpan {
  const span: WireSpan = {
    traceId: '',
    spanId: '',
    name: '',
    startTimeUnixNano: '',
    endTimeUnixNano: '',
    attributes: [],
  }
  readMessage(bytes, {
    1: (reader) => (span.traceId = hex(reader.bytes())),
    2: (reader) => (span.spanId = hex(reader.bytes())),
    4: (reader) => (span.parentSpanId = hex(reader.bytes())),
    5: (reader) => (span.name = reader.string()),
    7: (reader) => (span.startTimeUnixNano = String(reader.fixed64())),
    8: (reader) => (span.endTimeUnixNano = String(reader.fixed64())),
    9: (reader) => span.attributes.push(readAttribute(reader.bytes())),
    15: (reader) => {
      const status: { code?: number } = {}
      readMessage(reader.bytes(), { 3: (inner) => (status.code = inner.int32()) })
      span.status = status
    },
  })
  return span
}

function readAttribute(bytes: Uint8Array): WireAttribute {
  const attribute: WireAttribute = { key: '', value: {} }
  readMessage(bytes, {
    1: (reader) => (attribute.key = reader.string()),
    2: (reader) => {
      const { value } = attribute
      readMessage(reader.bytes(), {
        1: (inner) => (value.stringValue = inner.string()),
        2: (inner) => (value.boolValue = inner.bool()),
        3: (inner) => (value.intValue = Number(inner.int64())),
        4: (inner) => (value.doubleValue = inner.double()),
      })
    },
  })
  return attribute
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
