import type { VideoCodecName } from '../../bitstream/codec-names.ts'
import { START_CODE } from '../../bitstream/h264/nal-units.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { type AudioFrame, AudioFramer } from './audio-frames.ts'
import type { MetAudio } from './met-audio.ts'
import { type PesUnit, unwrapped } from './pes.ts'
import type { TsPids } from './ts-program.ts'
import { frameConverter, type MetConfigurations } from './video-frames.ts'

export interface DemuxOptions {
  pids: TsPids
  configurations: MetConfigurations
  metAudio: MetAudio
  /** Roughly when the byte range is shown, in ticks; null for the first one. */
  nearTick: number | null
  baseOffset: number
  /** The units after the byte range: a video or audio frame may end in them. */
  following?: readonly PesUnit[]
}

/** Turns the PES packets of one byte range into packets as MP4 would store them, with times on one clock that never starts again. */
export function demuxByteRange(units: readonly PesUnit[], options: DemuxOptions) {
  const { pids, baseOffset, metAudio, following = [] } = options
  const { program } = pids
  const chunks: Buffer[] = []
  let size = 0
  let near = options.nearTick
  const timeOf = (pts: number | null): number | null => {
    if (pts === null) return null
    const tick = near === null ? pts : unwrapped(pts, near)
    near = tick
    return tick
  }
  const place = (data: Buffer): number => {
    chunks.push(data)
    size += data.length
    return baseOffset + size - data.length
  }
  const video: PacketRef[] = []
  const codec = program.video?.codec
  const frames = codec ? frameUnits(withRestOfFrame(units, following, pids), codec, options.configurations) : []
  for (const { pts, data } of frames) {
    const tick = timeOf(pts)
    if (tick !== null) {
      const { isSync, entryIndex } = data
      video.push({
        pts: tick,
        duration: 0,
        isSync,
        entryIndex,
        offset: place(data.data),
        sizeBytes: data.data.length,
      })
    }
  }
  const audio: PacketRef[] = []
  const framer = program.audio ? new AudioFramer() : null
  const hear = (frames: AudioFrame[]) => {
    for (const frame of frames) {
      const entryIndex = metAudio.indexOf(frame.header)
      audio.push(audioPacket(frame, place(frame.data), entryIndex))
    }
  }
  const isAudio = ({ pid }: PesUnit) => pids.audio.has(pid)
  for (const { data, pts } of framer ? units.filter(isAudio) : []) hear(framer!.frames(data, timeOf(pts)))
  const audioRest = framer?.rest
  const begun = framer?.isWithinFrame
    ? framer.completed(Buffer.concat(following.filter(isAudio).map(({ data }) => data)))
    : null
  hear(begun ?? [])
  return {
    video,
    audio,
    /** All packets one after the other, where the offsets of the references say (counted from `baseOffset`). */
    bytes: Buffer.concat(chunks),
    /** Where its audio stopped; undefined where there is none. */
    audioRest,
    /** A frame of audio began whose end is not there. */
    isCut: begun?.length === 0 && framer!.isWithinFrame,
  }
}

export function audioPacket({ header, tick, data }: AudioFrame, offset: number, entryIndex: number): PacketRef {
  const duration = Math.round((header.samples * 90_000) / header.sampleRate)
  return { pts: tick, duration, isSync: true, entryIndex, offset, sizeBytes: data.length }
}

/** A frame may go on in packets without a time of their own, and in the beginning of one that has one. */
function withRestOfFrame(
  units: readonly PesUnit[],
  following: readonly PesUnit[],
  { program, video }: TsPids,
): PesUnit[] {
  const own = units.filter(({ pid }) => video.has(pid))
  for (const unit of following.filter(({ pid }) => video.has(pid))) {
    const start = unit.pts === null ? -1 : frameStart(unit.data, program.video!.codec)
    own.push({ ...unit, pts: null, data: start < 0 ? unit.data : unit.data.subarray(0, start) })
    if (start >= 0) break
  }
  return own
}

function* frameUnits(units: readonly PesUnit[], codec: VideoCodecName, configurations: MetConfigurations) {
  const convert = frameConverter(codec, configurations)
  let begun: { pts: number | null; chunks: Buffer[] } | null = null
  const finish = () => {
    const data = begun && convert(begun.chunks.length === 1 ? begun.chunks[0]! : Buffer.concat(begun.chunks))
    return begun && data ? [{ pts: begun.pts, data }] : []
  }
  for (const { pts, data } of units) {
    // The time is that of the first frame that begins in the packet: the bytes before it belong to another frame.
    const start: number = pts === null && begun ? -1 : frameStart(data, codec)
    if (begun && start !== 0) begun.chunks.push(start < 0 ? data : data.subarray(0, start))
    if (start < 0) continue
    yield* finish()
    begun = { pts, chunks: [data.subarray(start)] }
  }
  yield* finish()
}

const ACCESS_UNIT_STARTS = { h264: new Set([7, 9]), hevc: new Set([32, 33, 35]) }

/** Where the first frame begins in a packet: usually with its first byte. -1: none does. */
function frameStart(data: Buffer, codec: VideoCodecName): number {
  const isAvc = codec === 'h264'
  for (let at = data.indexOf(START_CODE); at >= 0; at = data.indexOf(START_CODE, at + 3)) {
    const code = data[at - 1] === 0 ? at - 1 : at
    if (code === 0) return 0
    const type = isAvc ? data[at + 3]! & 31 : (data[at + 3]! >> 1) & 63
    const isSlice = isAvc ? type === 1 || type === 5 : type < 32
    const isFirstSlice = isSlice && (data[at + (isAvc ? 4 : 5)]! & 0x80) !== 0
    if (isFirstSlice || ACCESS_UNIT_STARTS[isAvc ? 'h264' : 'hevc'].has(type)) return code
  }
  return -1
}
