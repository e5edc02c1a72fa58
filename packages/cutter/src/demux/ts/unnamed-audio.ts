import type { AudioCodecName } from '../../bitstream/codec-names.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { AudioFramer, unreadableMpegLayer } from './audio-frames.ts'
import { assemblePes } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'

/** Number of bytes at the start of a file in which frames of each stream are searched. */
const SEARCHED_BYTES = 2 * 1024 * 1024
/** Sync words of audio that Kerf cannot read, and their offsets in a PES payload. */
const SYNC_WORDS = [
  { name: 'DTS', word: Buffer.from('7ffe8001', 'hex'), at: 0 },
  { name: 'TrueHD', word: Buffer.from('f8726fba', 'hex'), at: 4 },
]

/** Finds audio among streams by their frames. `unreadable` is the codec name of audio that Kerf cannot read. */
export function findUnnamedAudio(bytes: Buffer, layout: TsLayout, pids: readonly number[]) {
  const audios: { pid: number; codec: AudioCodecName }[] = []
  let unreadable: string | null = null
  if (pids.length === 0) return { audios, unreadable }
  const firstBytes = bytes.subarray(0, SEARCHED_BYTES)
  const streams = { video: new Set<number>(), audio: new Set(pids) }
  const pes = unlessDamaged(() => assemblePes(firstBytes, layout, streams, firstBytes.length))
  const { units } = pes ?? { units: [] }
  for (const pid of pids) {
    const payloads = units.filter((unit) => unit.pid === pid).map(({ data }) => data)
    const name = SYNC_WORDS.find((syncWord) => hasSyncWord(payloads, syncWord))?.name
    const codec = name ? null : codecOf(Buffer.concat(payloads))
    if (codec) audios.push({ pid, codec })
    else unreadable ??= name ?? unreadableLayer(payloads)
  }
  return { audios, unreadable }
}

/** Codec of frames that fill most of the bytes; null without such frames. A single frame may be a coincidence. */
function codecOf(bytes: Buffer): AudioCodecName | null {
  const frames = new AudioFramer().frames(bytes, 0)
  const framedBytes = frames.reduce((sum, { header, data }) => sum + header.headerBytes + data.length, 0)
  return frames.length > 1 && framedBytes > bytes.length / 2 ? frames[0]!.header.codec : null
}

function hasSyncWord(payloads: readonly Buffer[], { word, at }: { word: Buffer; at: number }): boolean {
  return payloads.some((data) => data.subarray(at, at + word.length).equals(word))
}

function unreadableLayer(payloads: readonly Buffer[]): string | null {
  const [layer, ...laterLayers] = payloads.map(unreadableMpegLayer)
  return layer && laterLayers.every((laterLayer) => laterLayer === layer) ? layer : null
}
