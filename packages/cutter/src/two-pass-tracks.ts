import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CutterError } from './api/cutter-error.ts'
import { type AudioWork, audioTrack } from './audio/audio-track.ts'
import { keptPackets, rereadPackets } from './io/kept-packets.ts'
import type { LoadedPacket } from './io/packet-ref.ts'
import { chunksInStep } from './mux/mp4/write-mp4.ts'
import type { ClipAudio } from './plan/cut-task.ts'
import { secondsOf, type TranscodeVideoTask } from './plan/plan-video.ts'
import { type FrameSize, halvedSize } from './plan/scaled-size.ts'
import { audioBytes } from './plan/size-limit.ts'
import type { ClipPacket, ClipTrack } from './supply/clip-track.ts'
import { type EncoderPass, FINEST_QP } from './video/h264-encoder.ts'
import { frameRateOf } from './video/rate-rule.ts'
import { type FrameChanges, packetsOf, type VideoWork, videoPass } from './video/video-track.ts'

/** Of the luma, in dB. Frames that would come out worse have both sides halved: small and sharp is better than large and smeared. */
const LEAST_PSNR = 32
/** Of the shorter side, in pixels: in smaller frames there is nothing to be seen. */
const LEAST_SIDE = 90
/** Smaller ones show nothing: 19 kb/s at 30 frames a second. */
const LEAST_FRAME_BYTES = 80
/** Bits a second: x264 counts in kilobits, and does not begin with none. */
const LEAST_BITRATE = 1000
/** What of the room is aimed at: the encoder may miss its bitrate by a percent. */
const AIMED_SHARE = 0.985
/** A pass that leaves more of the room than this is repeated, once, unless its frames can hardly get any better. */
const LEAST_USED_SHARE = 0.9
/** How often the second pass is made at one size. */
const MOST_TRIES = 4
/** The first pass is a quick one: its frames are at most this much worse than those of the second, in dB. */
const FIRST_PASS_LOSS = 3.5
/** What twice the bits gain, about, in dB. */
const DOUBLING_GAIN = 3
/** Of the progress that is left when a pass begins: others may follow. */
const SHARE_OF_WORK = { 1: 0.3, 2: 0.9 } as const

export interface TwoPassInput {
  parts: readonly TranscodeVideoTask[]
  /** How many there are; null: not known beforehand. */
  frames: number | null
  audio: ClipAudio | null
  changes: FrameChanges
  maxBytes: number
  /** The bytes that maxBytes leaves for packets of video and audio, when the header is that of so many frames. */
  roomFor(frames: number): number
  work: VideoWork & AudioWork
}

export interface TwoPassTracks {
  video: ClipTrack
  audio: ClipTrack | null
  frames: number
  size: FrameSize
}

/**
 * Makes the video and audio of a clip that has a size limit: x264 in two passes, with halved frames where whole ones would
 * come out badly. The source is read once: its packets lie on disk between the passes, in a folder that is removed after
 * `use`.
 * @throws CutterError does_not_fit at any frame size
 */
export async function withTwoPassTracks<Result>(
  input: TwoPassInput,
  use: (tracks: TwoPassTracks) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(input.work.scratchDirectory ?? tmpdir(), 'kerf-fit-'))
  const files = passFiles(input, folder)
  try {
    let { size } = input.parts[0]!
    for (;;) {
      const smaller = halvedSize(size, LEAST_SIDE)
      const made = await tracksAtSize(input, files, { size, isSmallest: smaller === null })
      if (made) return await use({ ...made, size })
      size = smaller!
    }
  } finally {
    await files.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type PassFiles = ReturnType<typeof passFiles>

/** What passes read and make. The audio is made once, beside the frames of the first pass. */
function passFiles({ parts, audio, work }: TwoPassInput, folder: string) {
  const seconds = secondsOf(parts)
  const sources = parts.map((part, index) =>
    rereadPackets<LoadedPacket>(join(folder, `source-${index}`), () => packetsOf(part, index, work)),
  )
  const keptVideo = keptPackets<ClipPacket>(join(folder, 'video'))
  const keptAudio = keptPackets<ClipPacket>(join(folder, 'audio'))
  return {
    seconds,
    sources,
    keptVideo,
    keptAudio,
    track: audio && audioTrack(audio, work),
    expectedAudioBytes: audioBytes(audio),
    statisticsPath: join(folder, 'statistics'),
    close: () => Promise.all([...sources, keptVideo, keptAudio].map((file) => file.close())),
  }
}

/** @returns null when frames of this size come out badly, or too large, and there is a smaller size */
async function tracksAtSize(
  input: TwoPassInput,
  files: PassFiles,
  { size, isSmallest }: { size: FrameSize; isSmallest: boolean },
): Promise<Omit<TwoPassTracks, 'size'> | null> {
  const { parts, maxBytes } = input
  const { seconds, keptVideo, keptAudio, track } = files
  const frameRate = frameRateOf(parts)
  const planned = input.frames ?? Math.max(1, Math.round(seconds * frameRate))
  const expectedBytes = AIMED_SHARE * (input.roomFor(planned) - (keptAudio.bytes() || files.expectedAudioBytes))
  const requireRoom = (bytes: number, frames: number) => {
    const leastBytes = LEAST_FRAME_BYTES * frames
    if (bytes < leastBytes) throw doesNotFit(seconds, maxBytes, maxBytes - bytes + 2 * leastBytes)
  }
  requireRoom(expectedBytes, planned)
  const passAt = async (pass: 1 | 2, bytes: number, frames: number) => {
    input.work.progress.beginPass(SHARE_OF_WORK[pass])
    const bitrate = Math.max(LEAST_BITRATE, (8 * bytes * frameRate) / frames)
    return onePass(input, files, { size, rate: { pass, bitrate, statisticsPath: files.statisticsPath } })
  }
  const first = await passAt(1, expectedBytes, planned)
  const { frames } = first
  const room = input.roomFor(frames) - keptAudio.bytes()
  // The audio, or the number of frames, may have come out otherwise than expected.
  requireRoom(room, frames)
  const gained = DOUBLING_GAIN * Math.log2(room / first.bytes)
  if (!isSmallest && first.psnr + gained + FIRST_PASS_LOSS < LEAST_PSNR) return null
  let aim = AIMED_SHARE * room
  let isRaised = false
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const second = await passAt(2, aim, frames)
    const used = keptVideo.bytes() / room
    const isCoarse = second.qp > FINEST_QP + 2
    const isWasteful: boolean = used < LEAST_USED_SHARE && isCoarse && !isRaised && tries < MOST_TRIES
    if (used > 1 || isWasteful) {
      aim *= AIMED_SHARE / used
      isRaised ||= isWasteful
      continue
    }
    if (!isSmallest && second.psnr < LEAST_PSNR) return null
    return {
      video: { ...second.track, packets: keptVideo.all() },
      audio: track && { ...track, packets: keptAudio.all() },
      frames,
    }
  }
  if (!isSmallest) return null
  throw doesNotFit(seconds, maxBytes, maxBytes - room + keptVideo.bytes())
}

/** Encodes all frames once. The packets of the second pass are kept. */
async function onePass(
  { parts, changes, work }: TwoPassInput,
  { sources, keptVideo, keptAudio, track }: PassFiles,
  { size, rate }: { size: FrameSize; rate: EncoderPass },
) {
  const tasks = parts.map((part) => ({ ...part, size }))
  const pass = videoPass(tasks, work, changes, { rate, packets: (index) => sources[index]!.all() })
  const isWithAudio = track !== null && keptAudio.bytes() === 0
  let bytes = 0
  keptVideo.clear()
  for await (const [encoded, audible = []] of chunksInStep(
    [pass.track, ...(isWithAudio ? [track] : [])],
    work.signal,
  )) {
    for (const packet of encoded!) {
      bytes += packet.data.length
      if (rate.pass === 2) await keptVideo.add(packet)
    }
    for (const packet of audible) await keptAudio.add(packet)
  }
  return { track: pass.track, frames: pass.frames(), bytes, ...pass.quality() }
}

function doesNotFit(seconds: number, maxBytes: number, neededBytes: number): CutterError {
  const megabytes = (bytes: number) => `${Number((bytes / 1e6).toPrecision(2))} MB`
  return new CutterError(
    'does_not_fit',
    `${Math.round(seconds)} seconds do not fit into ${megabytes(maxBytes)}, however small the frames are: they would take about ${megabytes(neededBytes)}.`,
  )
}
