import { CutterError } from './api/cutter-error.ts'
import { type AudioWork, audioTrack } from './audio/audio-track.ts'
import { type EncoderPass, MIN_QP } from './codec/video-codecs.ts'
import { createPacketStore, rereadPackets } from './io/kept-packets.ts'
import type { LoadedPacket } from './io/packet-ref.ts'
import type { OpenScratchFolder, ScratchFolder } from './io/scratch.ts'
import { chunksInStep } from './mux/mp4/write-mp4.ts'
import type { ClipAudio } from './plan/cut-task.ts'
import { type TranscodeVideoTask, videoSeconds } from './plan/plan-video.ts'
import { type FrameSize, halvedSize } from './plan/scaled-size.ts'
import { audioBytes } from './plan/size-limit.ts'
import type { ClipPacket, ClipTrack } from './supply/clip-track.ts'
import { frameRateOf } from './video/rate-rule.ts'
import { type FrameChanges, packetsOf, type VideoWork, videoPass } from './video/video-track.ts'

/**
 * Least acceptable PSNR of the luma, in dB. Below it both sides of the frames are halved: sharp is better than large.
 */
const MIN_PSNR = 32
/** Least length of the shorter side, in pixels. */
const MIN_SIDE = 90
/** Least average size of a frame: 19 kb/s at 30 frames a second. Smaller frames show nothing recognisable. */
const MIN_FRAME_BYTES = 80
/** Bits a second. x264 counts in kilobits and refuses a bitrate of zero. */
const MIN_BITRATE = 1000
/** Share of the available bytes that a pass aims at, because the encoder may miss its bitrate by a percent. */
const AIMED_SHARE = 0.985
/**
 * A second pass that uses a smaller share of the available bytes is repeated once, unless its QP is already the lowest.
 */
const MIN_USED_SHARE = 0.9
/** Maximum number of second passes at one frame size. */
const MAX_SECOND_PASSES = 4
/** Maximum PSNR, in dB, that the fast first pass loses against the second pass. */
const FIRST_PASS_LOSS_DB = 3.5
/** Approximate PSNR gain, in dB, of twice the bits. */
const DOUBLING_GAIN_DB = 3
/** Share of the remaining progress for each pass. It is below 1, because further passes may follow. */
const PROGRESS_SHARES = { 1: 0.3, 2: 0.9 } as const

export interface TwoPassInput {
  parts: readonly TranscodeVideoTask[]
  /** Number of frames; null: not known before decoding. */
  frames: number | null
  audio: ClipAudio | null
  changes: FrameChanges
  maxBytes: number
  /** Bytes that maxBytes leaves for packets of video and audio, after the header for this number of frames. */
  roomFor(frames: number): number
  work: VideoWork & AudioWork
  openScratch: OpenScratchFolder
}

export interface TwoPassTracks {
  video: ClipTrack
  audio: ClipTrack | null
  frames: number
  size: FrameSize
}

/**
 * Makes the video and audio of a clip with a size limit: x264 in two passes, with halved frames where the quality would
 * be too low. The source is read once: its packets are on disk between the passes, in a folder that is deleted after
 * `use`.
 * @throws CutterError does_not_fit at any frame size
 */
export async function withTwoPassTracks<Result>(
  input: TwoPassInput,
  use: (tracks: TwoPassTracks) => Promise<Result>,
): Promise<Result> {
  const folder = await input.openScratch('kerf-fit-')
  const files = openPassFiles(input, folder)
  try {
    let { size } = input.parts[0]!
    for (;;) {
      const smallerSize = halvedSize(size, MIN_SIDE)
      const tracks = await tracksAtSize(input, files, { size, isSmallest: smallerSize === null })
      if (tracks) return await use({ ...tracks, size })
      size = smallerSize!
    }
  } finally {
    await files.close()
    await folder.remove()
  }
}

type PassFiles = ReturnType<typeof openPassFiles>

/** The files that the passes share. The audio is encoded once, together with the frames of the first pass. */
function openPassFiles({ parts, audio, work }: TwoPassInput, folder: ScratchFolder) {
  const seconds = videoSeconds(parts)
  const sources = parts.map((part, index) =>
    rereadPackets<LoadedPacket>(folder, `source-${index}`, () => packetsOf(part, index, work)),
  )
  const videoStore = createPacketStore<ClipPacket>(folder, 'video')
  const audioStore = createPacketStore<ClipPacket>(folder, 'audio')
  return {
    seconds,
    sources,
    videoStore,
    audioStore,
    track: audio && audioTrack(audio, work),
    expectedAudioBytes: audioBytes(audio),
    statisticsPath: `${folder.path}/statistics`,
    close: () => Promise.all([...sources, videoStore, audioStore].map((file) => file.close())),
  }
}

/** @returns null when frames of this size have too low a quality or too many bytes, and a smaller size exists */
async function tracksAtSize(
  input: TwoPassInput,
  files: PassFiles,
  { size, isSmallest }: { size: FrameSize; isSmallest: boolean },
): Promise<Omit<TwoPassTracks, 'size'> | null> {
  const { parts, maxBytes } = input
  const { seconds, videoStore, audioStore, track } = files
  const frameRate = frameRateOf(parts)
  const expectedFrames = input.frames ?? Math.max(1, Math.round(seconds * frameRate))
  const expectedBytes = AIMED_SHARE * (input.roomFor(expectedFrames) - (audioStore.bytes() || files.expectedAudioBytes))
  const requireRoom = (bytes: number, frames: number) => {
    const minBytes = MIN_FRAME_BYTES * frames
    if (bytes < minBytes) throw doesNotFitError(seconds, maxBytes, maxBytes - bytes + 2 * minBytes)
  }
  requireRoom(expectedBytes, expectedFrames)
  const runPassAt = async (pass: 1 | 2, bytes: number, frames: number) => {
    input.work.progress.beginPass(PROGRESS_SHARES[pass])
    const bitrate = Math.max(MIN_BITRATE, (8 * bytes * frameRate) / frames)
    return runPass(input, files, { size, rate: { pass, bitrate, statisticsPath: files.statisticsPath } })
  }
  const firstPass = await runPassAt(1, expectedBytes, expectedFrames)
  const { frames } = firstPass
  const availableBytes = input.roomFor(frames) - audioStore.bytes()
  // The size of the audio, or the number of frames, may differ from the expected one.
  requireRoom(availableBytes, frames)
  const psnrGain = DOUBLING_GAIN_DB * Math.log2(availableBytes / firstPass.bytes)
  if (!isSmallest && firstPass.psnr + psnrGain + FIRST_PASS_LOSS_DB < MIN_PSNR) return null
  let targetBytes = AIMED_SHARE * availableBytes
  let wasTargetRaised = false
  for (let tries = 1; tries <= MAX_SECOND_PASSES; tries++) {
    const secondPass = await runPassAt(2, targetBytes, frames)
    const usedShare = videoStore.bytes() / availableBytes
    const isCoarse = secondPass.qp > MIN_QP + 2
    const isWasteful: boolean = usedShare < MIN_USED_SHARE && isCoarse && !wasTargetRaised && tries < MAX_SECOND_PASSES
    if (usedShare > 1 || isWasteful) {
      targetBytes *= AIMED_SHARE / usedShare
      wasTargetRaised ||= isWasteful
      continue
    }
    if (!isSmallest && secondPass.psnr < MIN_PSNR) return null
    return {
      video: { ...secondPass.track, packets: videoStore.all() },
      audio: track && { ...track, packets: audioStore.all() },
      frames,
    }
  }
  if (!isSmallest) return null
  throw doesNotFitError(seconds, maxBytes, maxBytes - availableBytes + videoStore.bytes())
}

/** Encodes all frames once. The packets of a second pass are stored on disk. */
async function runPass(
  { parts, changes, work }: TwoPassInput,
  { sources, videoStore, audioStore, track }: PassFiles,
  { size, rate }: { size: FrameSize; rate: EncoderPass },
) {
  const tasks = parts.map((part) => ({ ...part, size }))
  const pass = videoPass(tasks, work, changes, { rate, packets: (index) => sources[index]!.all() })
  const isWithAudio = track !== null && audioStore.bytes() === 0
  let bytes = 0
  videoStore.clear()
  for await (const [videoPackets, audioPackets = []] of chunksInStep(
    [pass.track, ...(isWithAudio ? [track] : [])],
    work.signal,
  )) {
    for (const packet of videoPackets!) {
      bytes += packet.data.length
      if (rate.pass === 2) await videoStore.add(packet)
    }
    for (const packet of audioPackets) await audioStore.add(packet)
  }
  return { track: pass.track, frames: pass.frames(), bytes, ...pass.quality() }
}

function doesNotFitError(seconds: number, maxBytes: number, neededBytes: number): CutterError {
  const megabytes = (bytes: number) => `${Number((bytes / 1e6).toPrecision(2))} MB`
  return new CutterError(
    'does_not_fit',
    `${Math.round(seconds)} seconds do not fit into ${megabytes(maxBytes)}, however small the frames are: they would take about ${megabytes(neededBytes)}.`,
  )
}
