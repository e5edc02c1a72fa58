import type { PacketRef } from '../index/packet-ref.ts'
import type { PesUnit } from './pes.ts'
import { unwrapped } from './pes.ts'
import { type MetConfigurations, PictureConverter } from './picture-packets.ts'
import { type SoundFrameHeader, SoundFramer } from './sound-frames.ts'
import type { TsPids } from './ts-program.ts'

/** The packets of one stretch of a transport stream, taken out of it and laid side by side. */
export interface DemuxedStretch {
  video: PacketRef[]
  sound: PacketRef[]
  /** All packets, where the offsets of the references say (counted from `baseOffset`). */
  bytes: Buffer
  firstSound: SoundFrameHeader | null
}

export interface DemuxOptions {
  pids: TsPids
  configurations: MetConfigurations
  /** About when the stretch is shown, in ticks; null for the very first one. */
  nearTick: number | null
  baseOffset: number
}

/** Turns PES packets into packets as MP4 would store them, with times on one clock that never starts again. */
export function demuxStretch(units: readonly PesUnit[], options: DemuxOptions): DemuxedStretch {
  const { pids, baseOffset } = options
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
  for (const { pts, data } of pictureUnits(units, pids, options.configurations)) {
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
  const sound: PacketRef[] = []
  let firstSound: SoundFrameHeader | null = null
  if (program.sound) {
    const framer = new SoundFramer(program.sound.codec)
    for (const { data, pts } of units.filter(({ pid }) => pids.sound.has(pid))) {
      for (const frame of framer.frames(data, timeOf(pts))) {
        firstSound ??= frame.header
        const { samples, sampleRate } = frame.header
        sound.push({
          pts: frame.tick,
          duration: Math.round((samples * 90_000) / sampleRate),
          isSync: true,
          entryIndex: 0,
          offset: place(frame.data),
          sizeBytes: frame.data.length,
        })
      }
    }
  }
  return { video, sound, bytes: Buffer.concat(chunks), firstSound }
}

function* pictureUnits(units: readonly PesUnit[], pids: TsPids, configurations: MetConfigurations) {
  const { video } = pids.program
  if (!video) {
    return
  }
  const converter = new PictureConverter(video.codec, configurations)
  let begun: { pts: number | null; chunks: Buffer[] } | null = null
  const finish = () => {
    const data = begun && converter.convert(begun.chunks.length === 1 ? begun.chunks[0]! : Buffer.concat(begun.chunks))
    return begun && data ? [{ pts: begun.pts, data }] : []
  }
  for (const { pts, data } of units.filter(({ pid }) => pids.video.has(pid))) {
    if (pts === null && begun) {
      begun.chunks.push(data)
      continue
    }
    yield* finish()
    begun = { pts, chunks: [data] }
  }
  yield* finish()
}
