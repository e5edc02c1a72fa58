import type { VideoCodecName } from '../../bitstream/codec-names.ts'
import {
  buildAvcConfiguration,
  configurationFromEncoder,
  parameterSetId,
} from '../../bitstream/h264/avc-configuration.ts'
import {
  FRAME_PARAMETERS,
  IDR_SLICE,
  joinLengthPrefixed,
  nalType,
  SEQUENCE_PARAMETERS,
  splitByteStream,
} from '../../bitstream/h264/nal-units.ts'
import { ENTRY_OF_PACKET_BEFORE } from '../common/packet-scan.ts'

/** A frame of a byte stream as MP4 would store it. */
export interface FramePacket {
  isSync: boolean
  entryIndex: number
  data: Buffer
}

const SUPPLEMENT = 6
const RECOVERY_POINT = 6
/** Delimiters and filler data of a byte stream: useless where each NAL unit has its length. */
const SEPARATORS = new Set([SEQUENCE_PARAMETERS, FRAME_PARAMETERS, 9, 10, 11, 12])
const LENGTH_BYTES = 4

/** The codec configurations met so far, in the order in which they were met; shared by all who read a track. */
export class MetConfigurations {
  readonly list: (Uint8Array | null)[] = []

  indexOf(configuration: Buffer): number {
    const known = this.list.findIndex((met) => met !== null && Buffer.compare(met, configuration) === 0)
    return known >= 0 ? known : this.list.push(configuration) - 1
  }
}

/** Converts the frames of one byte range, in decode order, from the byte stream format to the MP4 format. */
export function frameConverter(codec: VideoCodecName, met: MetConfigurations): (frame: Buffer) => FramePacket | null {
  if (codec !== 'h264') return convertHevc
  const sps = new Map<number, Buffer>()
  const pps = new Map<number, Buffer>()
  let entryIndex = ENTRY_OF_PACKET_BEFORE
  return (frame) => {
    const cached: Buffer[] = []
    let isSync = false
    let isChanged = false
    for (const nal of splitByteStream(frame)) {
      const type = nalType(nal)
      if (type === SEQUENCE_PARAMETERS || type === FRAME_PARAMETERS) {
        isChanged = remember(type === SEQUENCE_PARAMETERS ? sps : pps, nal) || isChanged
      }
      isSync ||= type === IDR_SLICE || (type === SUPPLEMENT && nal[1] === RECOVERY_POINT)
      if (!SEPARATORS.has(type)) cached.push(nal)
    }
    if (isChanged && sps.size > 0 && pps.size > 0) {
      const configuration = configurationFromEncoder([...sps.values()], [...pps.values()])
      entryIndex = met.indexOf(buildAvcConfiguration(configuration))
    }
    return cached.length === 0 ? null : { isSync, entryIndex, data: joinLengthPrefixed(cached, LENGTH_BYTES) }
  }
}

/** Returns true if the parameter set is new. */
function remember(sets: Map<number, Buffer>, set: Buffer): boolean {
  const id = parameterSetId(set)
  const known = sets.get(id)
  if (known && Buffer.compare(known, set) === 0) return false
  sets.set(id, Buffer.from(set))
  return true
}

/** Decoders take HEVC as it comes in a byte stream, parameter sets included. */
function convertHevc(frame: Buffer): FramePacket {
  let isSync = false
  for (const nal of splitByteStream(frame)) {
    const type = (nal[0]! >> 1) & 0x3f
    isSync ||= type >= 16 && type <= 21
  }
  return { isSync, entryIndex: 0, data: Buffer.from(frame) }
}
