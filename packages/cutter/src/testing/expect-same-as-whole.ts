import { createHash } from 'node:crypto'
import { newMeter } from '../bytes/part-reader.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import { type OpenedMedia, openMedia } from '../open-media.ts'
import { packetsInOrderOfNeed } from '../plan/order-of-need.ts'
import { planCut } from '../plan-cut.ts'
import type { RemuxedSegments } from './remuxed-segments.ts'

type Range = { startSeconds: number; endSeconds: number }

/** Plans clips of random ranges from segments read in parts and from whole ones. Answers where they differ. */
export async function expectSameAsWhole(
  segments: RemuxedSegments,
  count: number,
  random: () => number,
): Promise<string[]> {
  const open = (hasParts: boolean) => {
    const source = segments.source(hasParts)
    return openMedia({ video: source, audio: source })
  }
  const whole = await open(false)
  let inParts = await open(true)
  const differences: string[] = []
  for (let index = 0; index < count; index++) {
    // Some after each other on the same media, some on a fresh one.
    inParts = random() < 0.5 ? await open(true) : inParts
    const startSeconds = random() * (segments.durationSeconds - 0.5)
    const long = random() < 0.3 ? 8 : 2
    const range = { startSeconds, endSeconds: Math.min(segments.durationSeconds, startSeconds + 0.1 + random() * long) }
    const [wanted, got] = [await packetsOfClip(whole, range), await packetsOfClip(inParts, range)]
    const what = Object.keys(wanted).filter((kind) => wanted[kind]!.join() !== got[kind]!.join())
    for (const kind of what) {
      const lost = wanted[kind]!.filter((packet) => !got[kind]!.includes(packet))
      const added = got[kind]!.filter((packet) => !wanted[kind]!.includes(packet))
      differences.push(
        `${kind} of ${range.startSeconds}-${range.endSeconds}: ${wanted[kind]!.length} and ${got[kind]!.length}, lost ${lost.slice(0, 3)}, added ${added.slice(0, 3)}`,
      )
    }
  }
  return differences
}

/** What a clip is made of: packets with their times as they were planned, and what is in those that are needed. */
async function packetsOfClip(media: OpenedMedia, range: Range): Promise<Record<string, string[]>> {
  const options = { signal: undefined, meter: newMeter() }
  const { task } = await planCut(media, range, { kind: 'video', height: null })
  const video = task.video?.parts[0] ?? null
  const sound = task.sound?.parts[0] ?? null
  const [needed] = packetsInOrderOfNeed({ video, sound })
  const contents: string[] = []
  if (needed) {
    const [reader, { offsets, sizes }] = needed
    for (const [index, offset] of offsets.entries()) {
      contents.push(digest(await reader.read(offset, offset + sizes[index]!, options)))
    }
  }
  const planned = async (
    packets: PacketList | null | undefined,
    access: TrackAccess | undefined,
    endTick = Infinity,
  ) => {
    const rows: string[] = []
    for (const { pts, duration, isSync, entryIndex, offset, sizeBytes } of packets ?? []) {
      if (pts >= endTick) {
        continue
      }
      const bytes = access?.kind === 'indexed' ? await access.reader.read(offset, offset + sizeBytes, options) : null
      rows.push(`${pts}+${duration}${isSync ? 'k' : ''}${entryIndex}:${sizeBytes}:${bytes && digest(bytes)}`)
    }
    return rows
  }
  return {
    contents,
    // How many are known behind the end depends on where reading stopped.
    video: await planned(video?.packets, video?.opened.access, range.endSeconds * 90_000),
    sound: await planned(sound?.packets, sound?.opened.access),
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}
