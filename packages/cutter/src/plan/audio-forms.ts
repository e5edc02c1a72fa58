import { unsupportedMedia } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import { type AudioForms, asDecoded } from '../codec/decode-audio.ts'
import type { OpenedAudio } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { AudioDescription } from '../demux/common/track-descriptions.ts'
import type { ReadOptions } from '../io/part-reader.ts'

export interface FormsInRange {
  /** Described as the first packet of the range is. */
  opened: OpenedAudio
  /** Absent where all packets are of that form. */
  forms?: AudioForms
  /** When the form changes inside the range, on the media's timeline; absent: it does not. */
  changeSeconds?: number
}

/** The forms of the packets of a range, and of those around it. @throws CutterError unsupported_media */
export async function formsInRange(
  opened: OpenedAudio,
  packets: PacketList,
  { startTime, endTime }: TimeRange,
  options: ReadOptions,
): Promise<FormsInRange> {
  const { access, forms = [] } = opened
  if (access.kind === 'library' || forms.length < 2 || packets.length === 0) return { opened }
  const { timescale } = access.track
  const decoded = new Map<number, AudioDescription>()
  let first: number | null = null
  let changeSeconds: number | undefined
  for (const { pts, duration, entryIndex, offset, sizeBytes } of packets) {
    if (!decoded.has(entryIndex)) {
      const form = await asDecoded(forms[entryIndex] ?? null, () =>
        access.reader.read(offset, offset + sizeBytes, options),
      )
      if (!form) throw unsupportedMedia('The audio changes to a form that cannot be read.')
      decoded.set(entryIndex, form)
    }
    if (pts + duration <= startTime * timescale || pts >= endTime * timescale) continue
    first ??= entryIndex
    if (entryIndex !== first) changeSeconds ??= pts / timescale
  }
  const description = decoded.get(first ?? packets.entryIndexes[0]!)!
  return {
    opened: { ...opened, description },
    ...(decoded.size > 1 && { forms: decoded }),
    ...(changeSeconds !== undefined && { changeSeconds }),
  }
}

/** The packets around a range that are of one entry with its first packet, without a break. */
export function ofOneEntry(packets: PacketList, tick: number): PacketList {
  const middle = Math.max(
    0,
    packets.findIndex(({ pts, duration }) => pts + duration > tick),
  )
  const entry = packets.entryIndexes[middle]
  let from = middle
  let to = middle
  while (from > 0 && packets.entryIndexes[from - 1] === entry) from -= 1
  while (to < packets.length && packets.entryIndexes[to] === entry) to += 1
  return packets.slice(from, to)
}
