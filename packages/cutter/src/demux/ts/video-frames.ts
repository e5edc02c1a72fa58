import type { VideoCodecName } from '../../bitstream/codec-names.ts'
import { buildAvcConfiguration, configurationFromSets, parameterSetId } from '../../bitstream/h264/avc-configuration.ts'
import {
  IDR_SLICE,
  joinLengthPrefixed,
  nalType,
  PPS_TYPE,
  SPS_TYPE,
  splitByteStream,
} from '../../bitstream/h264/nal-units.ts'
import { ENTRY_OF_PREVIOUS_PACKET } from '../common/packet-scan.ts'

/** A frame of a byte stream in the format of an MP4 sample. */
export interface FramePacket {
  isSync: boolean
  entryIndex: number
  data: Buffer
}

const SEI_TYPE = 6
const RECOVERY_POINT = 6
/** NAL units that an MP4 sample does not need: parameter sets, delimiters, end markers and filler data. */
const SKIPPED_NAL_TYPES = new Set([SPS_TYPE, PPS_TYPE, 9, 10, 11, 12])
const LENGTH_BYTES = 4

/** Codec configurations in the bytes read so far, in the order of reading. All readers of a track share them. */
export class KnownConfigurations {
  readonly list: (Uint8Array | null)[] = []

  /** The index of a configuration, which is added if it is new. */
  indexOf(configuration: Buffer): number {
    const index = this.list.findIndex((item) => item !== null && Buffer.compare(item, configuration) === 0)
    return index >= 0 ? index : this.list.push(configuration) - 1
  }
}

/** Creates a converter for the frames of one byte range, in decode order: from byte stream format to MP4 format. */
export function frameConverter(
  codec: VideoCodecName,
  configurations: KnownConfigurations,
): (frame: Buffer) => FramePacket | null {
  if (codec !== 'h264') return convertHevc
  const sps = new Map<number, Buffer>()
  const pps = new Map<number, Buffer>()
  let entryIndex = ENTRY_OF_PREVIOUS_PACKET
  return (frame) => {
    const frameNals: Buffer[] = []
    let isSync = false
    let isChanged = false
    for (const nal of splitByteStream(frame)) {
      const type = nalType(nal)
      if (type === SPS_TYPE || type === PPS_TYPE) {
        isChanged = storeParameterSet(type === SPS_TYPE ? sps : pps, nal) || isChanged
      }
      isSync ||= type === IDR_SLICE || (type === SEI_TYPE && nal[1] === RECOVERY_POINT)
      if (!SKIPPED_NAL_TYPES.has(type)) frameNals.push(nal)
    }
    if (isChanged && sps.size > 0 && pps.size > 0) {
      const configuration = configurationFromSets([...sps.values()], [...pps.values()])
      entryIndex = configurations.indexOf(buildAvcConfiguration(configuration))
    }
    return frameNals.length === 0 ? null : { isSync, entryIndex, data: joinLengthPrefixed(frameNals, LENGTH_BYTES) }
  }
}

/** Stores a parameter set by its id. Returns false if the same set is stored already. */
function storeParameterSet(sets: Map<number, Buffer>, set: Buffer): boolean {
  const id = parameterSetId(set)
  const storedSet = sets.get(id)
  if (storedSet && Buffer.compare(storedSet, set) === 0) return false
  sets.set(id, Buffer.from(set))
  return true
}

/** Copies an HEVC frame, because decoders accept the byte stream format with its parameter sets. */
function convertHevc(frame: Buffer): FramePacket {
  let isSync = false
  for (const nal of splitByteStream(frame)) {
    const type = (nal[0]! >> 1) & 0x3f
    isSync ||= type >= 16 && type <= 21
  }
  return { isSync, entryIndex: 0, data: Buffer.from(frame) }
}
