import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import { opusPacketSamples, silentOpus } from '../../bitstream/opus.ts'
import type { WebmTrack } from '../../supply/clip-track.ts'
import { plainTags } from '../../supply/plain-tags.ts'
import { oggPages } from './ogg-pages.ts'
import { pictureBlock, vorbisComment } from './vorbis-comment.ts'

/** The shortest packet there is: times that differ by less were rounded. */
const LEAST_HOLE_SAMPLES = 120

/**
 * Writes Opus as an Ogg file (RFC 7845). Its header says how many samples players skip at the beginning, its last page
 * where the audio ends. Ogg has no times: holes are filled with silence, and what overlaps is left out.
 */
export async function writeOgg(
  sink: ClipSink,
  track: WebmTrack,
  { tags, signal }: { tags: ClipTags | undefined; signal: AbortSignal | undefined },
): Promise<{ sizeBytes: number; samples: number }> {
  const pages = oggPages(sink)
  /** Samples in the packets so far, with those that are skipped. */
  let position = 0
  let delaySamples = 0
  let isBegun = false
  for await (const packet of track.packets) {
    throwIfCancelled(signal)
    if (!isBegun) {
      const head = track.header().codecPrivate!
      delaySamples = -packet.pts
      await pages.add(head, 0)
      await pages.endPage()
      await pages.add(opusTags(tags), 0)
      await pages.endPage()
      isBegun = true
    }
    const due = packet.pts + delaySamples
    const samples = opusPacketSamples(packet.data)
    if (due + samples <= position) continue
    while (due - position >= LEAST_HOLE_SAMPLES) {
      const silent = silentOpus(due - position)
      position += silent.samples
      await pages.add(silent.packet, position)
    }
    position += samples
    await pages.add(packet.data, position)
  }
  const samples = Math.min(track.endTick(), position - delaySamples)
  return { sizeBytes: await pages.finish(delaySamples + samples), samples: isBegun ? samples : 0 }
}

function opusTags(tags: ClipTags | undefined): Buffer {
  const plain = plainTags(tags)
  const picture = plain.artwork ? [`METADATA_BLOCK_PICTURE=${pictureBlock(plain.artwork).toString('base64')}`] : []
  return Buffer.concat([Buffer.from('OpusTags', 'latin1'), vorbisComment(plain, picture)])
}
