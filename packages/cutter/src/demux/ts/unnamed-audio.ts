import type { AudioCodecName } from '../../bitstream/codec-names.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { AudioFramer, unreadMpegLayer } from './audio-frames.ts'
import { assemblePes } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'

/** Some frames of each stream are found in less. */
const SEARCHED_BYTES = 2 * 1024 * 1024
const FRAMED: readonly AudioCodecName[] = ['aac', 'ac3', 'mp3']
/** What the first bytes of audio that we cannot read have at this place. */
const SYNC_WORDS = [
  { name: 'DTS', word: Buffer.from('7ffe8001', 'hex'), at: 0 },
  { name: 'TrueHD', word: Buffer.from('f8726fba', 'hex'), at: 4 },
]
/** That of AC-3 as well. */
const EAC3 = { name: 'E-AC-3', word: Buffer.from('0b77', 'hex'), at: 0 }

/** Which of some streams are audio, by their frames, and what one of them is called that is audio we cannot read. */
export function findUnnamedAudio(bytes: Buffer, layout: TsLayout, pids: readonly number[]) {
  const audios: { pid: number; codec: AudioCodecName }[] = []
  let unreadable: string | null = null
  if (pids.length === 0) return { audios, unreadable }
  const searched = bytes.subarray(0, SEARCHED_BYTES)
  const streams = { video: new Set<number>(), audio: new Set(pids) }
  const { units } = unlessDamaged(() => assemblePes(searched, layout, streams, searched.length)) ?? { units: [] }
  for (const pid of pids) {
    const payloads = units.filter((unit) => unit.pid === pid).map(({ data }) => data)
    const name = SYNC_WORDS.find((each) => hasWord(payloads, each))?.name
    const codec = name ? undefined : FRAMED.find((each) => isFramesOf(each, Buffer.concat(payloads)))
    if (codec) audios.push({ pid, codec })
    else unreadable ??= name ?? unreadLayer(payloads) ?? (hasWord(payloads, EAC3) ? EAC3.name : null)
  }
  return { audios, unreadable }
}

/** Frames that follow each other from the first byte on: other bytes hold what looks like one here and there. */
function isFramesOf(codec: AudioCodecName, bytes: Buffer): boolean {
  const frames = new AudioFramer(codec).frames(bytes, 0)
  const framedBytes = frames.reduce((sum, { header, data }) => sum + header.headerBytes + data.length, 0)
  return frames.length > 1 && framedBytes > bytes.length / 2
}

function hasWord(payloads: readonly Buffer[], { word, at }: { word: Buffer; at: number }): boolean {
  return payloads.some((data) => data.subarray(at, at + word.length).equals(word))
}

function unreadLayer(payloads: readonly Buffer[]): string | null {
  const [layer, ...others] = payloads.map(unreadMpegLayer)
  return layer && others.every((other) => other === layer) ? layer : null
}
