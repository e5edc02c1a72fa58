import {
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  type Input,
  type InputAudioTrack,
  type InputTrack,
  OGG,
} from 'mediabunny'
import { CutterError, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import { MAX_BYTES_READ_WHOLE, MAX_STREAMS } from '../../api/media-limits.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { audioCodecName } from '../../bitstream/codec-names.ts'
import { languageTag } from '../../bitstream/language.ts'
import { OPUS_RATE, opusPacketSamples, opusPreSkipSeconds } from '../../bitstream/opus.ts'
import { correctAacDescription } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { LoadedPacket } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { audioTrackFacts, chooseAudio, describeInput } from './audio-choice.ts'
import { LIBRARY_AUDIO_TIMESCALE, LIBRARY_TIMESCALE, openMediabunnyInput } from './mediabunny-input.ts'
import type { LibraryTrack, OpenedAudio, OpenedPart, OpenedVideo, TrackAccess, WantedTracks } from './opened-part.ts'
import { type PacketGrid, packetSeconds, snapToGrid } from './packet-grid.ts'
import { MAX_REORDERED } from './shown-packets.ts'
import { findTimeOrigin } from './time-origin.ts'
import {
  type AudioDescription,
  codecNameInContainer,
  describeAudioTrack,
  describeVideoTrack,
  matrixOf,
} from './track-descriptions.ts'
import { plainTrackName } from './track-names.ts'

/** Number of frames from which the frame rate is measured, because a WebM does not always state it. */
const FRAME_RATE_SAMPLE = 24
/** Smallest plausible data rate, even for silence. A file with fewer bytes per second states a false duration. */
const MIN_BYTES_A_SECOND = 10

interface SequentialOptions {
  /** Codec delay that the timestamps of an audio track include, in seconds; null: the pre-skip in an Opus header. */
  delayOf(track: number): number | null
  /** Text tracks and chapters on the part's timeline. */
  describeExtras(originSeconds: number, durationSeconds: number): Pick<OpenedPart, 'texts' | 'chapters'>
}

/**
 * Detects the container of a file by its first bytes, and returns mediabunny's name of it: 'ogg', 'mp3' ...
 * @throws CutterError not_media, unsupported_media
 */
export async function containerOf(blocks: BlockCache, options: ReadOptions): Promise<string> {
  const input = openMediabunnyInput(blocks, options)
  try {
    if (!(await isReadable(input))) throw await unreadableError(blocks, options)
    return (await input.getFormat()).name.toLowerCase()
  } finally {
    input.dispose()
  }
}

/**
 * Opens a file through mediabunny if the offsets of its packets are unknown: Ogg, WAV, FLAC, and Matroska or TS with
 * packets that Kerf's own demuxers do not support.
 */
export async function openSequentialFile(
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  options: ReadOptions,
  formatOptions: Partial<SequentialOptions> = {},
): Promise<OpenedPart> {
  const input = openMediabunnyInput(blocks, options)
  try {
    return await openTracks(input, blocks, wantedTracks, {
      delayOf: () => null,
      describeExtras: () => ({}),
      ...formatOptions,
    })
  } finally {
    input.dispose()
  }
}

/** Whether mediabunny supports the container. For very few bytes its own assertions fail, which counts as false. */
async function isReadable(input: Input): Promise<boolean> {
  try {
    return await input.canRead()
  } catch (error) {
    if (error instanceof CutterError) throw error
    return false
  }
}

/** Converts mediabunny's error for an unsupported codec in a WAV, such as ADPCM, to unsupported_media. */
function toUnsupportedMedia(error: unknown): unknown {
  const isUnsupportedCodec = error instanceof Error && error.message.startsWith('Unsupported WAVE codec')
  return isUnsupportedCodec ? unsupportedMedia(error.message) : error
}

/** First bytes of containers that Kerf does not read. */
const OTHER_CONTAINERS: readonly [name: string, firstBytes: string, at?: number][] = [
  ['AVI', 'AVI ', 8],
  ['FLV', 'FLV\u0001'],
  ['MPEG program stream', '\0\0\u0001\u00ba'],
  ['MPEG elementary stream', '\0\0\u0001\u00b3'],
  ['Windows Media', '\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011'],
  ['RealMedia', '.RMF'],
  ['AMR', '#!AMR'],
  ['AC-3', '\u000b\u0077'],
  ['Sony Wave64', 'riff\u002e\u0091\u00cf\u0011'],
  ['AIFF', 'AIF', 8],
  ['Core Audio', 'caff'],
  ['AU', '.snd'],
  ["Monkey's Audio", 'MAC '],
  ['WavPack', 'wvpk'],
]

async function unreadableError(blocks: BlockCache, options: ReadOptions): Promise<CutterError> {
  const firstBytes = Buffer.from(await blocks.read(0, Math.min(16, blocks.sizeBytes), options)).toString('latin1')
  const name = OTHER_CONTAINERS.find(([, bytes, at = 0]) => firstBytes.startsWith(bytes, at))?.[0]
  return name
    ? unsupportedMedia(`${name} files cannot be read.`)
    : new CutterError('not_media', 'These bytes are no media file.')
}

async function openTracks(
  input: Input,
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  { delayOf, describeExtras }: SequentialOptions,
): Promise<OpenedPart> {
  const allTracks = await input.getTracks().catch((error: unknown) => {
    throw toUnsupportedMedia(error)
  })
  const tracks = allTracks.slice(0, MAX_STREAMS)
  const videoTrack = wantedTracks.video ? tracks.find((track) => track.isVideoTrack()) : undefined
  const choice = wantedTracks.audio ? await chooseAudioTrack(tracks, wantedTracks) : null
  const audioTrack = choice?.chosen ?? undefined
  const usedTracks = [videoTrack, audioTrack].filter((track) => track !== undefined)
  const originSeconds = findTimeOrigin(
    (await videoTrack?.getFirstTimestamp()) ?? null,
    (await audioTrack?.getFirstTimestamp()) ?? null,
  )
  const access = (
    track: InputTrack,
    { delaySeconds, primingSeconds, grid }: { delaySeconds: number; primingSeconds: number; grid: PacketGrid | null },
  ): TrackAccess => {
    const timescale = track === audioTrack ? LIBRARY_AUDIO_TIMESCALE : LIBRARY_TIMESCALE
    return {
      kind: 'library',
      sizeBytes: blocks.sizeBytes,
      timescale,
      async open(options) {
        const tracksAgain = await openMediabunnyInput(blocks, options).getTracks()
        const sameTrack = tracksAgain.find((candidate) => candidate.id === track.id && candidate.type === track.type)
        const originTicks = Math.round((originSeconds + delaySeconds) * timescale)
        const primingTicks = Math.round(primingSeconds * timescale)
        return openSequentialTrack(sameTrack!, { originTicks, primingTicks, timescale, grid }, options)
      },
    }
  }
  let video: OpenedVideo | null = null
  if (videoTrack) {
    const { averagePacketRate } = await videoTrack.computePacketStats(FRAME_RATE_SAMPLE)
    const description = await describeVideoTrack(videoTrack, null)
    video = {
      description,
      matrix: matrixOf(description),
      frameRate: averagePacketRate,
      access: access(videoTrack, { delaySeconds: 0, primingSeconds: 0, grid: null }),
    }
  }
  let audio: OpenedAudio | null = null
  if (audioTrack) {
    const sink = new EncodedPacketSink(audioTrack)
    const description = await correctAacDescription(
      wantedTracks.codecs,
      await describeAudioTrack(audioTrack),
      async () => (await sink.getFirstPacket())?.data ?? null,
    )
    const preSkip = description?.codec === 'opus' ? opusPreSkipSeconds(description.configuration) : 0
    if (description) {
      const isOgg = (await input.getFormat()) === OGG
      const timing = {
        delaySeconds: isOgg ? 0 : (delayOf(audioTrack.id) ?? preSkip),
        primingSeconds: isOgg ? preSkip : 0,
        grid: isOgg ? null : await packetGrid(audioTrack, description),
      }
      audio = { description, access: access(audioTrack, timing) }
    }
  }
  const format = await input.getFormat()
  const claimedSeconds = await input.getDurationFromMetadata(usedTracks)
  const isPossible =
    claimedSeconds !== null && claimedSeconds > 0 && claimedSeconds < blocks.sizeBytes / MIN_BYTES_A_SECOND
  const cutOffSeconds =
    isPossible && format.name === FLAC.name && audioTrack
      ? await cutOffFrameStart(audioTrack, claimedSeconds, blocks)
      : null
  const endSeconds = cutOffSeconds ?? (isPossible ? claimedSeconds : await input.computeDuration(usedTracks))
  const durationSeconds = endSeconds - originSeconds
  const unreadableFacts = audioTrack && !audio ? { unreadableAudio: await codecNameInContainer(audioTrack) } : {}
  const facts = choice && (await audioTrackFacts(choice, audio?.description, describeWithName))
  const leftOut: LeftOut[] = choice && choice.readable.length > 1 ? ['other_audio'] : []
  const extras = describeExtras(originSeconds, durationSeconds)
  return {
    container: format.name.toLowerCase(),
    durationSeconds,
    ...(cutOffSeconds !== null && { breaksOffSeconds: durationSeconds }),
    video,
    audio,
    leftOut,
    ...extras,
    ...facts,
    ...unreadableFacts,
  }
}

const TIME_TOLERANCE_SECONDS = 0.001

/**
 * Timestamp of the last frame of a FLAC that ends before its claimed duration, because that frame is cut off; null for
 * a complete file. Large files are not checked and give null.
 */
async function cutOffFrameStart(
  track: InputAudioTrack,
  claimedSeconds: number,
  blocks: ReadableBlocks,
): Promise<number | null> {
  if (blocks.sizeBytes > MAX_BYTES_READ_WHOLE) return null
  const lastPacket = await new EncodedPacketSink(track).getPacket(claimedSeconds, { metadataOnly: true })
  const isCutOff =
    lastPacket !== null && lastPacket.timestamp + lastPacket.duration < claimedSeconds - TIME_TOLERANCE_SECONDS
  return isCutOff ? lastPacket.timestamp : null
}

async function chooseAudioTrack(tracks: readonly InputTrack[], { audioTrack }: WantedTracks) {
  const audioTracks = tracks.filter((track) => track.isAudioTrack())
  const readableTracks: InputAudioTrack[] = []
  for (const track of audioTracks) if (audioCodecName(await track.getCodec())) readableTracks.push(track)
  return chooseAudio(readableTracks, audioTracks[0] ?? null, audioTrack)
}

async function describeWithName(track: InputAudioTrack) {
  const language = languageTag(await track.getLanguageCode())
  const name = plainTrackName(await track.getName())
  return { ...(await describeInput(track)), language, name }
}

async function packetGrid(track: InputTrack, description: AudioDescription): Promise<PacketGrid | null> {
  const sink = new EncodedPacketSink(track)
  const firstPacket = await sink.getFirstPacket({ metadataOnly: true })
  const secondPacket = firstPacket && (await sink.getNextPacket(firstPacket, { metadataOnly: true }))
  // The first packet's duration is a distance of rounded timestamps. The second one's was read from its contents.
  const seconds = description.codec === 'opus' ? secondPacket?.duration : packetSeconds(description)
  if (!firstPacket || !seconds) return null
  return { firstTick: firstPacket.timestamp * LIBRARY_TIMESCALE, packetTicks: seconds * LIBRARY_TIMESCALE }
}

interface SequentialTimes {
  timescale: number
  /** Timestamp at which the part's timeline begins. */
  originTicks: number
  /** Duration of the priming packets in an Ogg Opus file. mediabunny gives each of them the timestamp zero. */
  primingTicks: number
  /** Grid that corrects timestamps rounded by the container, in ticks of LIBRARY_TIMESCALE; null: no correction. */
  grid: PacketGrid | null
}

/** Reads one track through mediabunny, in order. */
export function openSequentialTrack(
  track: InputTrack,
  { timescale, originTicks, primingTicks, grid }: SequentialTimes,
  options: ReadOptions,
): LibraryTrack {
  const sink = new EncodedPacketSink(track)
  const secondsOf = (tick: number) => (tick + originTicks) / timescale
  const tickOf = (packet: EncodedPacket) => {
    const libraryTick = packet.timestamp * LIBRARY_TIMESCALE
    const ticks = (grid ? snapToGrid(libraryTick, grid) : libraryTick) * (timescale / LIBRARY_TIMESCALE)
    return Math.round(ticks) - originTicks
  }

  const isPriming = ({ timestamp }: EncodedPacket) => primingTicks > 0 && timestamp === 0

  async function* packetsFrom(fromSeconds: number, metadataOnly: boolean): AsyncGenerator<EncodedPacket, void> {
    const retrieval = { metadataOnly }
    let packet = await sink.getKeyPacket(fromSeconds, retrieval)
    if (!packet || isPriming(packet)) packet = await sink.getFirstPacket(retrieval)
    while (packet) {
      throwIfCancelled(options.signal)
      yield packet
      packet = await sink.getNextPacket(packet, retrieval)
    }
  }

  async function lastPacketBefore(toTick: number): Promise<EncodedPacket | null> {
    const retrieval = { metadataOnly: true }
    const packet = await sink.getPacket(secondsOf(toTick), retrieval)
    return packet && tickOf(packet) >= toTick ? sink.getPacket(packet.timestamp - 0.5 / timescale, retrieval) : packet
  }

  return {
    timescale,
    async bounds(fromTick, toTick) {
      let firstTick = Infinity
      let packetsAfterStart = 0
      for await (const packet of packetsFrom(secondsOf(fromTick), true)) {
        const tick = tickOf(packet)
        if (tick >= fromTick && tick < toTick) firstTick = Math.min(firstTick, tick)
        packetsAfterStart = tick >= fromTick ? packetsAfterStart + 1 : 0
        if (packetsAfterStart >= MAX_REORDERED) break
      }
      const lastPacket = firstTick < Infinity ? await lastPacketBefore(toTick) : null
      if (!lastPacket) return null
      return { firstTick, lastTick: tickOf(lastPacket), lastDuration: Math.round(lastPacket.duration * timescale) }
    },
    async *packets(fromTick, toTick): AsyncGenerator<LoadedPacket, void> {
      let packetsBeyond = 0
      let primingTick = -primingTicks - originTicks
      for await (const packet of packetsFrom(secondsOf(fromTick), false)) {
        const pts = isPriming(packet) ? primingTick : tickOf(packet)
        primingTick += (opusPacketSamples(packet.data) * timescale) / OPUS_RATE
        packetsBeyond = pts >= toTick ? packetsBeyond + 1 : 0
        if (packetsBeyond >= MAX_REORDERED) return
        const duration = Math.round(packet.duration * timescale)
        yield { pts, duration, isSync: packet.type === 'key', entryIndex: 0, data: packet.data }
      }
    },
  }
}
