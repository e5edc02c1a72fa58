import { SeamError } from '../api/cutter-error.ts'
import { type AvcConfiguration, parameterSetId } from '../bitstream/h264/avc-configuration.ts'
import { isSlice, joinLengthPrefixed, nalType, PPS_TYPE, SPS_TYPE } from '../bitstream/h264/nal-units.ts'
import {
  ppsIdOfSlice,
  slicePpsIds,
  spsIdOfPps,
  withPpsId,
  withSlicePpsId,
  withSpsId,
} from '../bitstream/h264/renumber.ts'
import type { ParameterSets } from '../codec/video-codecs.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import type { EncodedSeam } from './encoded-seam.ts'
import { CLIP_LENGTH_BYTES } from './seam.ts'

/** Ids of SPS. One number of the 32 stays free, because avcC counts to 31. */
const SPS_IDS = Array.from({ length: 31 }, (_, id) => id)

/**
 * The parameter sets of all seams of a clip. Each encoder numbers its sets from 0, as the source's encoder did. So each
 * set gets an id that the clip does not have yet, and all slices refer to it. Equal sets share one id.
 * @param source the parameter sets of the copied frames; null: the clip copies nothing
 */
export function seamSets(source: AvcConfiguration | null) {
  const sets: ParameterSets = { sps: [], pps: [] }
  const givenIds = new Map<string, number>()
  const [spsPool, ppsPool] = [idPool(source, SPS_TYPE), idPool(source, PPS_TYPE)]

  /** Adds a parameter set, unless an equal one is there. @param content everything that the set depends on */
  function add(content: string, pool: IdPool, candidates: readonly number[], write: (id: number) => void): number {
    const id = givenIds.get(content) ?? pool.take(candidates)
    if (!givenIds.has(content)) write(id)
    givenIds.set(content, id)
    return id
  }

  /** The new ids of a seam's PPS, by their old ones. */
  function addSets({ sps, pps }: ParameterSets): Map<number, number> {
    const spsIds = new Map<number, number>()
    for (const set of sps) {
      const id = add(set.join(), spsPool, SPS_IDS, (newId) => sets.sps.push(withSpsId(set, newId)))
      spsIds.set(parameterSetId(set), id)
    }
    const ppsIds = new Map<number, number>()
    for (const set of pps) {
      const [oldId, spsId] = [parameterSetId(set), spsIds.get(spsIdOfPps(set))]
      if (spsId === undefined) throw new SeamError('A picture parameter set of the encoder belongs to no sequence.')
      const write = (newId: number) => sets.pps.push(withPpsId(set, newId, spsId))
      ppsIds.set(oldId, add(`${spsId} ${set.join()}`, ppsPool, slicePpsIds(oldId), write))
    }
    return ppsIds
  }

  return {
    /** The parameter sets of all seams so far, with their new ids. */
    sets,
    /**
     * Gives the packets of a seam, with ids of its own.
     * @throws SeamError if the source leaves no ids free, or a slice refers to no set
     */
    *packetsOf(seam: EncodedSeam): Generator<ClipPacket, void> {
      const ppsIds = addSets(seam)
      const renumber = (nal: Uint8Array): Uint8Array => {
        if (!isSlice(nalType(nal))) return nal
        const id = ppsIds.get(ppsIdOfSlice(nal))
        if (id === undefined) throw new SeamError('A slice of the encoder belongs to no parameter set.')
        return withSlicePpsId(nal, id)
      }
      for (const { pts, isSync, nals } of seam.frames) {
        yield { pts, isSync, data: joinLengthPrefixed(nals.map(renumber), CLIP_LENGTH_BYTES) }
      }
    },
  }
}

type IdPool = ReturnType<typeof idPool>

/** The ids of one type of parameter set that the source does not use. */
function idPool(source: AvcConfiguration | null, type: number) {
  const { sps = [], pps = [], inBandSets = [] } = source ?? {}
  const usedIds = new Set(
    [...sps, ...pps, ...inBandSets].filter((set) => nalType(set) === type).map((set) => parameterSetId(set)),
  )
  // Later samples may contain more parameter sets. Encoders use low ids first, so high ids are safer.
  const isHighFirst = inBandSets.length > 0
  return {
    take(candidates: readonly number[]): number {
      const freeIds = candidates.filter((id) => !usedIds.has(id))
      const id = freeIds.at(isHighFirst ? -1 : 0)
      if (id === undefined) throw new SeamError('The source uses every parameter set id there is.')
      usedIds.add(id)
      return id
    },
  }
}
