import type { PacketList } from '../demux/common/packet-list.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { parseSequenceParameters, type SequenceParameters } from '../h264/sequence-parameters.ts'
import { mostHeldFrames } from '../media-limits.ts'
import type { SplicePlan } from './splice-plan.ts'

/** Main and High, which the encoder has, too: its pictures use no tool that the sequence does not promise. */
const PROFILES: readonly number[] = [77, 100]
/** Of what the source has for them and for those that they lean on. */
const USUAL_SHARE = 0.7

/**
 * The sequence in which pictures at the end may go on from copied ones, being predicted from them (`produce/continued-tail`).
 * @returns null where they cannot, as far as it is known before they are looked at: then they begin with a picture that stands by itself
 */
export function continuedSequence(
  { copy, tail }: SplicePlan,
  { profile, sps, inBandSets = [] }: AvcConfiguration,
  size: { width: number; height: number },
): SequenceParameters | null {
  // Of several sets it would have to be found out which one the copied pictures go by.
  if (!copy || !tail || sps.length !== 1 || inBandSets.length > 0 || tail.frames + 1 > mostHeldFrames(size)) {
    return null
  }
  const sequence = parseSequenceParameters(sps[0]!)
  const isUsual = sequence?.areFramesOnly && sequence.orderBits !== null && sequence.beginsAtCorner
  return isUsual && sequence.profile === profile && PROFILES.includes(profile) ? sequence : null
}

/** What such pictures take, about. */
export function continuedBytes(packets: PacketList, { copy, tail }: SplicePlan): number {
  return copy && tail ? USUAL_SHARE * packets.slice(copy.to, tail.decodeTo).totalBytes : 0
}
