import type { PacketRef } from '../index/packet-ref.ts'
import type { PesUnit } from './pes.ts'
import { unwrapped } from './pes.ts'
import { type HeldParameters, type MetConfigurations, FrameConverter } from './frame-packets.ts'
import { MIDWAY, type AudioFrame, type AudioFrameHeader, AudioFramer, type AudioRest } from './audio-frames.ts'
import type { TsPids } from './ts-program.ts'

/** The packets of one stretch of a transport stream, taken out of it and laid side by side. */
export interface DemuxedByteRange {
  video: PacketRef[]
  audio: PacketRef[]
  /** All packets, where the offsets of the references say (counted from `baseOffset`). */
  bytes: Buffer
  firstAudio: AudioFrameHeader | null
  /** What whoever reads on right behind the stretch must know. */
  state: StreamState
  /** A frame of audio began whose end is not there. */
  isCut: boolean
}

export interface StreamState {
  audio: AudioRest | undefined
  videoFrames: HeldParameters | null
}

export interface DemuxOptions {
  pids: TsPids
  configurations: MetConfigurations
  /** About when the stretch is shown, in ticks; null for the very first one. */
  nearTick: number | null
  baseOffset: number
  /** Where the stretch goes on right behind another: what was known at its end. */
  before?: StreamState | undefined
  /** It begins somewhere in the middle of what whoever reads in order takes apart at once: what has no time there is theirs. */
  isMidway?: boolean
  /** What comes behind the stretch: a frame, or a frame of audio, may end in it. */
  following?: readonly PesUnit[]
}

/** Turns PES packets into packets as MP4 would store them, with times on one clock that never starts again. */
export function demuxByteRange(units: readonly PesUnit[], options: DemuxOptions): DemuxedByteRange {
  const { pids, baseOffset, before, isMidway = false, following = [] } = options
  const { program } = pids
  const chunks: Buffer[] = []
  let size = 0
  let near = options.nearTick
  const timeOf = (pts: number | null): number | null => {
    if (pts === null) {
      return null
    }
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
  const converter = program.video
    ? new FrameConverter(program.video.codec, options.configurations, before?.videoFrames ?? null)
    : null
  for (const { pts, data } of converter ? frameUnits(withRestOfFrame(units, following, pids), converter) : []) {
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
  let firstAudio: AudioFrameHeader | null = null
  const framer = program.audio
    ? new AudioFramer(program.audio.codec, before?.audio ?? (isMidway ? MIDWAY : undefined))
    : null
  const hear = (frames: AudioFrame[]) => {
    for (const frame of frames) {
      firstAudio ??= frame.header
      audio.push(audioPacket(frame, place(frame.data)))
    }
  }
  const isAudio = ({ pid }: PesUnit) => pids.audio.has(pid)
  for (const { data, pts } of framer ? units.filter(isAudio) : []) {
    hear(framer!.frames(data, timeOf(pts)))
  }
  const state = { audio: framer?.rest, videoFrames: converter?.held ?? null }
  const begun = framer?.isWithinFrame
    ? framer.completed(Buffer.concat(following.filter(isAudio).map(({ data }) => data)))
    : null
  hear(begun ?? [])
  return {
    video,
    audio,
    bytes: Buffer.concat(chunks),
    firstAudio,
    state,
    isCut: begun?.length === 0 && framer!.isWithinFrame,
  }
}

export function audioPacket({ header, tick, data }: AudioFrame, offset: number): PacketRef {
  const duration = Math.round((header.samples * 90_000) / header.sampleRate)
  return { pts: tick, duration, isSync: true, entryIndex: 0, offset, sizeBytes: data.length }
}

/** A frame may go on in packets without a time of their own. */
function withRestOfFrame(units: readonly PesUnit[], following: readonly PesUnit[], { video }: TsPids): PesUnit[] {
  const videoFrames = following.filter(({ pid }) => video.has(pid))
  const next = videoFrames.findIndex(({ pts }) => pts !== null)
  const rest = videoFrames.slice(0, next < 0 ? videoFrames.length : next)
  return [...units.filter(({ pid }) => video.has(pid)), ...rest]
}

function* frameUnits(units: readonly PesUnit[], converter: FrameConverter) {
  let begun: { pts: number | null; chunks: Buffer[] } | null = null
  const finish = () => {
    const data = begun && converter.convert(begun.chunks.length === 1 ? begun.chunks[0]! : Buffer.concat(begun.chunks))
    return begun && data ? [{ pts: begun.pts, data }] : []
  }
  for (const { pts, data } of units) {
    if (pts === null && begun) {
      begun.chunks.push(data)
      continue
    }
    yield* finish()
    begun = { pts, chunks: [data] }
  }
  yield* finish()
}
