import { BinaryReader, type WireType } from '@bufbuild/protobuf/wire'
import type { ExportRequest, WireAttribute, WireSpan } from './export-request.ts'

/**
 * Reads an ExportTraceServiceRequest in protobuf into the shape of OTLP's JSON. Field numbers are those of trace.proto,
 * common.proto and resource.proto of github.com/open-telemetry/opentelemetry-proto. Unknown fields are skipped, as by a
 * collector of another version.
 * @throws Error for bytes that are no protobuf
 */
export function readProtobuf(bytes: Uint8Array): ExportRequest {
  const resourceSpans: ExportRequest['resourceSpans'] = []
  readMessage(bytes, {
    1: (reader) => {
      const attributes: WireAttribute[] = []
      const scopeSpans: { spans: WireSpan[] }[] = []
      readMessage(reader.bytes(), {
        1: (innerReader) =>
          readMessage(innerReader.bytes(), { 1: (field) => attributes.push(readAttribute(field.bytes())) }),
        2: (innerReader) => {
          const spans: WireSpan[] = []
          readMessage(innerReader.bytes(), { 2: (field) => spans.push(readSpan(field.bytes())) })
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
      readMessage(reader.bytes(), { 3: (innerReader) => (status.code = innerReader.int32()) })
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
        1: (innerReader) => (value.stringValue = innerReader.string()),
        2: (innerReader) => (value.boolValue = innerReader.bool()),
        3: (innerReader) => (value.intValue = Number(innerReader.int64())),
        4: (innerReader) => (value.doubleValue = innerReader.double()),
      })
    },
  })
  return attribute
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
