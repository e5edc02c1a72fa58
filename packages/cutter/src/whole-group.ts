import { parseAvcConfiguration } from './bitstream/h264/avc-configuration.ts'
import { isWholeSample } from './bitstream/h264/whole-sample.ts'
import type { PacketList } from './demux/common/packet-list.ts'
import type { VideoDescription } from './demux/common/track-descriptions.ts'
import type { LoadedPacket } from './io/packet-ref.ts'

/** Decoding more than this, to see a single frame, takes longer than the cut did. */
const MOST_DECODED_PACKETS = 24

/**
 * Whether a long GOP, which can only have been copied, is complete in the file: each sample is a run of NAL units to
 * its last byte. False for groups that are better checked by decoding; nothing is read of those.
 * @throws Error when a sample is damaged
 */
export async function isWholeLongGroup(
  { codec, configurations }: Pick<VideoDescription, 'codec' | 'configurations'>,
  group: PacketList,
  loaded: AsyncIterable<LoadedPacket>,
): Promise<boolean> {
  const configuration = configurations[group.entryIndexes[0]!]
  if (group.length <= MOST_DECODED_PACKETS || codec !== 'h264' || !configuration) return false
  const { lengthBytes } = parseAvcConfiguration(configuration)
  for await (const { pts, data } of loaded) {
    if (!isWholeSample(data, lengthBytes)) throw new Error(`its frame at tick ${pts} is damaged`)
  }
  return true
}
