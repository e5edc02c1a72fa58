export const SEQUENCE_HEADER = 1
const TEMPORAL_DELIMITER = 2
/** OBU types of frames: OBU_FRAME_HEADER and OBU_FRAME. */
export const FRAME_TYPES = [3, 6]
const KEY_FRAME_TYPE = 0

/** Content of an AV1 packet: one shown frame, and any number of hidden frames, which later units show. */
export interface TemporalUnit {
  isKey: boolean
  /** Hidden frames of this unit, minus the earlier hidden frames that this unit shows. */
  hiddenFrames: number
  /** The sequence header OBU with its own header; null if the packet has none. */
  sequenceHeader: Uint8Array | null
}

export function readTemporalUnit(packet: Uint8Array): TemporalUnit {
  const unit: TemporalUnit = { isKey: false, hiddenFrames: 0, sequenceHeader: null }
  let isFirst = true
  for (const { type, start, bodyStart, end } of obusOf(packet)) {
    if (type === SEQUENCE_HEADER) unit.sequenceHeader = packet.subarray(start, end)
    if (!FRAME_TYPES.includes(type)) continue
    const bits = packet[bodyStart] ?? 0
    const showsExisting = bits >> 7 === 1
    const isShown = ((bits >> 4) & 1) === 1
    if (isFirst) unit.isKey = !showsExisting && isShown && ((bits >> 5) & 3) === KEY_FRAME_TYPE
    isFirst = false
    unit.hiddenFrames += showsExisting ? -1 : isShown ? 0 : 1
  }
  return unit
}

/** Removes temporal delimiters, because WebM and MP4 separate packets themselves. */
export function withoutDelimiters(packet: Uint8Array): Uint8Array {
  const obus = [...obusOf(packet)].filter(({ type }) => type !== TEMPORAL_DELIMITER)
  return Uint8Array.from(Buffer.concat(obus.map(({ start, end }) => packet.subarray(start, end))))
}

/** The body of an OBU, without its header. */
export function obuBody(obu: Uint8Array): Uint8Array {
  const [position] = obusOf(obu)
  return position ? obu.subarray(position.bodyStart, position.end) : obu.subarray(obu.length)
}

/** Yields the type and the offsets of each OBU in a packet. */
export function* obusOf(packet: Uint8Array) {
  let start = 0
  while (start < packet.length) {
    const header = packet[start]!
    const type = (header >> 3) & 15
    const hasExtension = ((header >> 2) & 1) === 1
    const hasSize = ((header >> 1) & 1) === 1
    let bodyStart = start + (hasExtension ? 2 : 1)
    let size = packet.length - bodyStart
    if (hasSize) {
      size = 0
      for (let index = 0; index < 8; index++) {
        const byte = packet[bodyStart++] ?? 0
        size += (byte & 0x7f) * 128 ** index
        if (byte < 0x80) break
      }
    }
    const end = Math.min(packet.length, bodyStart + size)
    yield { type, start, bodyStart, end }
    start = Math.max(end, start + 1)
  }
}
