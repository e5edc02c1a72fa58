import type { VideoCodecName } from '../../bitstream/codec-names.ts'
import { START_CODE } from '../../bitstream/h264/nal-units.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { type AudioFrame, AudioFramer } from './audio-frames.ts'
import type { KnownAudioFormats } from './known-audio-formats.ts'
import { type PesUnit, unwrapTimestamp } from './pes.ts'
import type { TsPids } from './ts-program.ts'
import { frameConverter, type KnownConfigurations } from './video-frames.ts'

export interface DemuxOptions {
  pids: TsPids
  configurations: KnownConfigurations
  knownAudioFormats: KnownAudioFormats
  /** Approximate timestamp of the byte range, in ticks; null for the first range. */
  nearTick: number | null
  /** Offset of the first packet among all packets of the stream. */
  baseOffset: number
  /** PES packets after the byte range, in which its last video or audio frame may end. */
  following?: readonly PesUnit[]
}

/** Converts the PES packets of one byte range to packets as in MP4, with unwrapped timestamps. */
export function demuxByteRange(units: readonly PesUnit[], options: DemuxOptions) {
  const { pids, baseOffset, knownAudioFormats, following = [] } = options
  const { program } = pids
  const chunks: Buffer[] = []
  let size = 0
  let lastTick = options.nearTick
  const tickOf = (pts: number | null): number | null => {
    if (pts === null) return null
    const tick = lastTick === null ? pts : unwrapTimestamp(pts, lastTick)
    lastTick = tick
    return tick
  }
  const appendChunk = (data: Buffer): number => {
    chunks.push(data)
    size += data.length
    return baseOffset + size - data.length
  }
  const video: PacketRef[] = []
  const codec = program.video?.codec
  const frames = codec ? frameUnits(withRestOfFrame(units, following, pids), codec, options.configurations) : []
  for (const { pts, data } of frames) {
    const tick = tickOf(pts)
    if (tick !== null) {
      const { isSync, entryIndex } = data
      video.push({
        pts: tick,
        duration: 0,
        isSync,
        entryIndex,
        offset: appendChunk(data.data),
        sizeBytes: data.data.length,
      })
    }
  }
  const audio: PacketRef[] = []
  const framer = program.audio ? new AudioFramer() : null
  const addAudio = (frames: AudioFrame[]) => {
    for (const frame of frames) {
      const entryIndex = knownAudioFormats.indexOf(frame.header)
      audio.push(audioPacket(frame, appendChunk(frame.data), entryIndex))
    }
  }
  const isAudio = ({ pid }: PesUnit) => pids.audio.has(pid)
  for (const { data, pts } of framer ? units.filter(isAudio) : []) addAudio(framer!.frames(data, tickOf(pts)))
  const framerState = framer?.state
  const completedFrames = framer?.isWithinFrame
    ? framer.framesCompletedBy(Buffer.concat(following.filter(isAudio).map(({ data }) => data)))
    : null
  addAudio(completedFrames ?? [])
  return {
    video,
    audio,
    /** Data of all packets. The first byte has the offset `baseOffset`. */
    bytes: Buffer.concat(chunks),
    /** State of the audio parser at the end of the byte range; undefined without audio. */
    framerState: framerState,
    /** Whether the last audio frame has no end, even in `following`. */
    isLastAudioIncomplete: completedFrames?.length === 0 && framer!.isWithinFrame,
  }
}

export function audioPacket({ header, tick, data }: AudioFrame, offset: number, entryIndex: number): PacketRef {
  const duration = Math.round((header.samples * 90_000) / header.sampleRate)
  return { pts: tick, duration, isSync: true, entryIndex, offset, sizeBytes: data.length }
}

/**
 * The video units, and the end of the last frame from the following units. A frame may continue in packets without a
 * timestamp, and at the beginning of a packet with one.
 */
function withRestOfFrame(
  units: readonly PesUnit[],
  following: readonly PesUnit[],
  { program, video }: TsPids,
): PesUnit[] {
  const videoUnits = units.filter(({ pid }) => video.has(pid))
  for (const unit of following.filter(({ pid }) => video.has(pid))) {
    const start = unit.pts === null ? -1 : frameStart(unit.data, program.video!.codec)
    videoUnits.push({ ...unit, pts: null, data: start < 0 ? unit.data : unit.data.subarray(0, start) })
    if (start >= 0) break
  }
  return videoUnits
}

function* frameUnits(units: readonly PesUnit[], codec: VideoCodecName, configurations: KnownConfigurations) {
  const convert = frameConverter(codec, configurations)
  let openFrame: { pts: number | null; chunks: Buffer[] } | null = null
  const finish = () => {
    if (!openFrame) return []
    const { pts, chunks } = openFrame
    const data = convert(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    return data ? [{ pts, data }] : []
  }
  for (const { pts, data } of units) {
    // The timestamp belongs to the first frame that begins in the packet. Bytes before it belong to the previous frame.
    const start: number = pts === null && openFrame ? -1 : frameStart(data, codec)
    if (openFrame && start !== 0) openFrame.chunks.push(start < 0 ? data : data.subarray(0, start))
    if (start < 0) continue
    yield* finish()
    openFrame = { pts, chunks: [data.subarray(start)] }
  }
  yield* finish()
}

const ACCESS_UNIT_STARTS = { h264: new Set([7, 9]), hevc: new Set([32, 33, 35]) }

/** Offset of the first frame that begins in a packet, usually 0; -1 if none begins there. */
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
