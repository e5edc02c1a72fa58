import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import { opusPacketSamples, silentOpus } from '../../bitstream/opus.ts'
import type { WebmTrack } from '../../supply/clip-track.ts'
import { plainTags } from '../../supply/plain-tags.ts'
import { oggPages } from './ogg-pages.ts'
import { pictureBlock, vorbisComment } from './vorbis-comment.ts'

/** Shortest gap that is filled: the shortest packet. Smaller differences of timestamps come from rounding. */
const MIN_GAP_SAMPLES = 120

/**
 * Writes Opus as an Ogg file (RFC 7845). Its header states the samples that players skip at the beginning, its last
 * page the end of the audio. Ogg has no timestamps, so gaps are filled with silence and overlapping packets are left
 * out.
 */
export async function writeOgg(
  sink: ClipSink,
  track: WebmTrack,
  { tags, signal }: { tags: ClipTags | undefined; signal: AbortSignal | undefined },
): Promise<{ sizeBytes: number; samples: number }> {
  const pages = oggPages(sink)
  /** Samples in the written packets, including those that players skip. */
  let position = 0
  let delaySamples = 0
  let hasBegun = false
  for await (const packet of track.packets) {
    throwIfCancelled(signal)
    if (!hasBegun) {
      const head = track.header().codecPrivate!
      delaySamples = -packet.pts
      await pages.addPacket(head, 0)
      await pages.endPage()
      await pages.addPacket(opusTags(tags), 0)
      await pages.endPage()
      hasBegun = true
    }
    const packetStart = packet.pts + delaySamples
    const samples = opusPacketSamples(packet.data)
    if (packetStart + samples <= position) continue
    while (packetStart - position >= MIN_GAP_SAMPLES) {
      const silence = silentOpus(packetStart - position)
      position += silence.samples
      await pages.addPacket(silence.packet, position)
    }
    position += samples
    await pages.addPacket(packet.data, position)
  }
  const samples = Math.min(track.endTick(), position - delaySamples)
  return { sizeBytes: await pages.finish(delaySamples + samples), samples: hasBegun ? samples : 0 }
}

function opusTags(tags: ClipTags | undefined): Buffer {
  const clipTags = plainTags(tags)
  const { artwork } = clipTags
  const artworkEntries = artwork ? [`METADATA_BLOCK_PICTURE=${pictureBlock(artwork).toString('base64')}`] : []
  return Buffer.concat([Buffer.from('OpusTags', 'latin1'), vorbisComment(clipTags, artworkEntries)])
}
