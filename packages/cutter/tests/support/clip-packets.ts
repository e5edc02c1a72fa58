import { createHash } from 'node:crypto'
import type { OpenedMedia } from '../../src/demux/common/opened-media.ts'
import { newMeter } from '../../src/io/part-reader.ts'

/** A digest of every frame packet of an MP4, by presentation time in ticks. */
export async function frameDigests(media: OpenedMedia): Promise<Map<number, string>> {
  const access = media.video?.access
  if (access?.kind !== 'indexed') throw new Error('Only an MP4 has packets at known places.')
  const options = { signal: undefined, meter: newMeter() }
  const digests = new Map<number, string>()
  for (const { pts, offset, sizeBytes } of await access.track.covering(-Infinity, Infinity, options)) {
    const data = await access.reader.read(offset, offset + sizeBytes, options)
    digests.set(pts, createHash('sha256').update(data).digest('hex'))
  }
  return digests
}
