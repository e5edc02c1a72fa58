import { SeamError } from '../api/cutter-error.ts'
import { type AvcConfiguration, parameterSetId } from '../bitstream/h264/avc-configuration.ts'
import { type H264FrameFormat, h264FrameFormat } from '../bitstream/h264/frame-size.ts'
import { isSlice, nalType, PPS_TYPE, SPS_TYPE } from '../bitstream/h264/nal-units.ts'
import type { ParameterSets } from '../codec/video-codecs.ts'
import { COPYABLE_PROFILES } from '../demux/common/track-descriptions.ts'

/** An encoded frame of a seam, with the NAL units of its slices. */
export interface SeamFrame {
  pts: number
  isSync: boolean
  nals: Uint8Array[]
}

/** A seam with the ids of its encoder, in decode order. */
export interface EncodedSeam extends ParameterSets {
  frames: SeamFrame[]
}

/**
 * Checks that a seam can be joined to copied frames, whatever encoder made it.
 * @param ticks the timestamps of the frames that were encoded, in presentation order
 * @throws SeamError if frames are missing, if decoding cannot start at the first one, or if their format differs
 */
export function requireFitting(
  { frames, sps, pps }: EncodedSeam,
  ticks: readonly number[],
  { sps: sourceSps }: AvcConfiguration,
): void {
  const encodedTicks = frames.map(({ pts }) => pts).sort((a, b) => a - b)
  const areAllThere = encodedTicks.length === ticks.length && encodedTicks.every((tick, index) => tick === ticks[index])
  const areFrames = frames.every(({ nals }) => nals.some((nal) => isSlice(nalType(nal))))
  if (!areAllThere || !areFrames) {
    throw new SeamError(`Of ${ticks.length} frames the encoder gave ${frames.length}, or gave other times.`)
  }
  const [first] = frames
  if (!first?.isSync || first.pts !== ticks[0]) throw new SeamError('The encoder did not begin with an IDR frame.')
  if (sps.length === 0 || pps.length === 0) throw new SeamError('The encoder gave no parameter sets.')
  if (sps.some((set) => !COPYABLE_PROFILES.has(set[1]!))) throw new SeamError('The encoder took an unusual profile.')
  // A format that cannot be read is not compared.
  const sourceFormats = sourceSps.map(h264FrameFormat).filter((format) => format !== null)
  const isOther = (format: H264FrameFormat | null) =>
    format && !sourceFormats.some((sourceFormat) => areEqual(format, sourceFormat))
  if (sourceFormats.length > 0 && sps.map(h264FrameFormat).some(isOther)) {
    throw new SeamError('The encoder changed the size or the format of the frames.')
  }
}

function areEqual(format: H264FrameFormat, other: H264FrameFormat): boolean {
  return (Object.keys(format) as (keyof H264FrameFormat)[]).every((key) => format[key] === other[key])
}

/**
 * Joins the parameter sets that an encoder states with those in its chunks, where it may repeat them.
 * @throws SeamError if an id has two different sets: the last one would break the frames of the first
 */
export function distinctSets(stated: ParameterSets, nalsInChunks: readonly Uint8Array[]): ParameterSets {
  const setsOf = (type: number, statedSets: readonly Uint8Array[]): Uint8Array[] => {
    const setsById = new Map<number, Uint8Array>()
    for (const set of [...statedSets, ...nalsInChunks.filter((nal) => nalType(nal) === type)]) {
      const id = parameterSetId(set)
      const otherSet = setsById.get(id) ?? set
      if (otherSet.join() !== set.join()) throw new SeamError('The encoder changed its parameter sets.')
      setsById.set(id, set)
    }
    return [...setsById.values()]
  }
  return { sps: setsOf(SPS_TYPE, stated.sps), pps: setsOf(PPS_TYPE, stated.pps) }
}
