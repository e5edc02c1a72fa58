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
import { MOST_BYTES_READ_WHOLE, MOST_STREAMS } from '../../api/media-limits.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { audioCodecName } from '../../bitstream/codec-names.ts'
import { languageTag } from '../../bitstream/language.ts'
import { OPUS_RATE, opusPacketSamples, opusPreSkipSeconds } from '../../bitstream/opus.ts'
import { asDecoded } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { LoadedPacket } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { audioTrackFacts, chooseAudio, describeInput } from './audio-choice.ts'
import { LIBRARY_AUDIO_TIMESCALE, LIBRARY_TIMESCALE, openMediabunnyInput } from './mediabunny-input.ts'
import type { LibraryTrack, OpenedAudio, OpenedPart, OpenedVideo, TrackAccess, WantedTracks } from './opened-part.ts'
import { type PacketGrid, packetSeconds, snapped } from './packet-grid.ts'
import { MOST_REORDERED } from './shown-packets.ts'
import { findTimeOrigin } from './time-origin.ts'
import { type AudioDescription, describeAudio, describeVideo, internalName, matrixOf } from './track-descriptions.ts'
import { nameOf } from './track-names.ts'

/** This many frames show the frame rate; a WebM does not always state it. */
const FRAME_RATE_SAMPLE = 24
/** A file with fewer bytes per second states a false duration. Even silence needs more. */
const LEAST_BYTES_A_SECOND = 10

interface SequentialOptions {
  delayOf(track: number): number | null
  besidesOf(originSeconds: number, durationSeconds: number): Pick<OpenedPart, 'texts' | 'chapters'>
}

/**
 * The container of a file by its first bytes, as the library calls it: 'ogg', 'mp3' ...
 * @throws CutterError not_media, unsupported_media
 */
export async function containerOf(blocks: BlockCache, options: ReadOptions): Promise<string> {
  const input = openMediabunnyInput(blocks, options)
  try {
    if (!(await isReadable(input))) throw await unreadable(blocks, options)
    return (await input.getFormat()).name.toLowerCase()
  } finally {
    input.dispose()
  }
}

/**
 * Opens a file through mediabunny if the places of its packets are unknown: Ogg, WAV, FLAC, and
 * Matroska or TS with packets that our own demuxers do not support.
 * @param how `delayOf`: by how much a track's audio is stamped later than it is decoded; null: as its codec says. `besidesOf`:
 * what the file has beside video and audio, once it is known where its timeline begins
 */
export async function openSequentialFile(
  blocks: ReadableBlocks,
  wanted: WantedTracks,
  options: ReadOptions,
  how: Partial<SequentialOptions> = {},
): Promise<OpenedPart> {
  const input = openMediabunnyInput(blocks, options)
  try {
    return await openTracks(input, blocks, wanted, { delayOf: () => null, besidesOf: () => ({}), ...how })
  } finally {
    input.dispose()
  }
}

/** Whether the library knows the container. On very few bytes it trips over its own assertions: no media either. */
async function isReadable(input: Input): Promise<boolean> {
  try {
    return await input.canRead()
  } catch (error) {
    if (error instanceof CutterError) throw error
    return false
  }
}

/** mediabunny knows the file, but not its codec: ADPCM in a WAV. */
function asUnsupported(error: unknown): unknown {
  const isCodec = error instanceof Error && error.message.startsWith('Unsupported WAVE codec')
  return isCodec ? unsupportedMedia(error.message) : error
}

/** The first bytes of media in containers that are not read. */
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

async function unreadable(blocks: BlockCache, options: ReadOptions): Promise<CutterError> {
  const begun = Buffer.from(await blocks.read(0, Math.min(16, blocks.sizeBytes), options)).toString('latin1')
  const name = OTHER_CONTAINERS.find(([, bytes, at = 0]) => begun.startsWith(bytes, at))?.[0]
  return name
    ? unsupportedMedia(`${name} files cannot be read.`)
    : new CutterError('not_media', 'These bytes are no media file.')
}

async function openTracks(
  input: Input,
  blocks: ReadableBlocks,
  wanted: WantedTracks,
  { delayOf, besidesOf }: SequentialOptions,
): Promise<OpenedPart> {
  const all = await input.getTracks().catch((error: unknown) => {
    throw asUnsupported(error)
  })
  const tracks = all.slice(0, MOST_STREAMS)
  const videoTrack = wanted.video ? tracks.find((track) => track.isVideoTrack()) : undefined
  const choice = wanted.audio ? await chooseAmong(tracks, wanted) : null
  const audioTrack = choice?.chosen ?? undefined
  const used = [videoTrack, audioTrack].filter((track) => track !== undefined)
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
        const same = tracksAgain.find((candidate) => candidate.id === track.id && candidate.type === track.type)
        const originTicks = Math.round((originSeconds + delaySeconds) * timescale)
        const primingTicks = Math.round(primingSeconds * timescale)
        return openSequentialTrack(same!, { originTicks, primingTicks, timescale, grid }, options)
      },
    }
  }
  let video: OpenedVideo | null = null
  if (videoTrack) {
    const { averagePacketRate } = await videoTrack.computePacketStats(FRAME_RATE_SAMPLE)
    const description = await describeVideo(videoTrack, null)
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
    const description = await asDecoded(
      await describeAudio(audioTrack),
      async () => (await sink.getFirstPacket())?.data ?? null,
    )
    const preSkip = description?.codec === 'opus' ? opusPreSkipSeconds(description.configuration) : 0
    if (description) {
      const isOgg = (await input.getFormat()) === OGG
      const times = {
        delaySeconds: isOgg ? 0 : (delayOf(audioTrack.id) ?? preSkip),
        primingSeconds: isOgg ? preSkip : 0,
        grid: isOgg ? null : await packetGrid(audioTrack, description),
      }
      audio = { description, access: access(audioTrack, times) }
    }
  }
  const format = await input.getFormat()
  const claimed = await input.getDurationFromMetadata(used)
  const isPossible = claimed !== null && claimed > 0 && claimed < blocks.sizeBytes / LEAST_BYTES_A_SECOND
  const lostSeconds =
    isPossible && format.name === FLAC.name && audioTrack ? await lostInFlac(audioTrack, claimed, blocks) : null
  const endSeconds = lostSeconds ?? (isPossible ? claimed : await input.computeDuration(used))
  const durationSeconds = endSeconds - originSeconds
  const unread = audioTrack && !audio ? { unreadableAudio: await internalName(audioTrack) } : {}
  const facts = choice && (await audioTrackFacts(choice, audio?.description, describeNamed))
  const leftOut: LeftOut[] = choice && choice.readable.length > 1 ? ['other_audio'] : []
  const besides = besidesOf(originSeconds, durationSeconds)
  return {
    container: format.name.toLowerCase(),
    durationSeconds,
    ...(lostSeconds !== null && { breaksOffSeconds: durationSeconds }),
    video,
    audio,
    leftOut,
    ...besides,
    ...facts,
    ...unread,
  }
}

const SAME_TIME_SECONDS = 0.001

/**
 * When the frame begins in the middle of which a FLAC ends; null: it has as many as its header says. A large one is not
 * counted.
 */
async function lostInFlac(track: InputAudioTrack, claimed: number, blocks: ReadableBlocks): Promise<number | null> {
  if (blocks.sizeBytes > MOST_BYTES_READ_WHOLE) return null
  const last = await new EncodedPacketSink(track).getPacket(claimed, { metadataOnly: true })
  return last && last.timestamp + last.duration < claimed - SAME_TIME_SECONDS ? last.timestamp : null
}

async function chooseAmong(tracks: readonly InputTrack[], { audioTrack }: WantedTracks) {
  const all = tracks.filter((track) => track.isAudioTrack())
  const readable: InputAudioTrack[] = []
  for (const track of all) if (audioCodecName(await track.getCodec())) readable.push(track)
  return chooseAudio(readable, all[0] ?? null, audioTrack)
}

async function describeNamed(track: InputAudioTrack) {
  const language = languageTag(await track.getLanguageCode())
  const name = nameOf(await track.getName())
  return { ...(await describeInput(track)), language, name }
}

async function packetGrid(track: InputTrack, description: AudioDescription): Promise<PacketGrid | null> {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket({ metadataOnly: true })
  const second = first && (await sink.getNextPacket(first, { metadataOnly: true }))
  // The first distance may have been rounded; the second packet's own length was read from its contents.
  const seconds = description.codec === 'opus' ? second?.duration : packetSeconds(description)
  if (!first || !seconds) return null
  return { firstTick: first.timestamp * LIBRARY_TIMESCALE, packetTicks: seconds * LIBRARY_TIMESCALE }
}

interface SequentialTimes {
  timescale: number
  /** The part's origin. */
  originTicks: number
  /** What mediabunny cuts off where an Ogg file of Opus begins: packets before zero are all stamped zero. */
  primingTicks: number
  /** Puts times that were rounded by the container back to where they belong; in ticks of LIBRARY_TIMESCALE. */
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
    const stamped = packet.timestamp * LIBRARY_TIMESCALE
    const ticks = (grid ? snapped(stamped, grid) : stamped) * (timescale / LIBRARY_TIMESCALE)
    return Math.round(ticks) - originTicks
  }

  const isCut = ({ timestamp }: EncodedPacket) => primingTicks > 0 && timestamp === 0

  async function* from(fromSeconds: number, metadataOnly: boolean): AsyncGenerator<EncodedPacket, void> {
    const retrieval = { metadataOnly }
    let packet = await sink.getKeyPacket(fromSeconds, retrieval)
    if (!packet || isCut(packet)) packet = await sink.getFirstPacket(retrieval)
    while (packet) {
      throwIfCancelled(options.signal)
      yield packet
      packet = await sink.getNextPacket(packet, retrieval)
    }
  }

  async function lastBefore(toTick: number): Promise<EncodedPacket | null> {
    const retrieval = { metadataOnly: true }
    const packet = await sink.getPacket(secondsOf(toTick), retrieval)
    return packet && tickOf(packet) >= toTick ? sink.getPacket(packet.timestamp - 0.5 / timescale, retrieval) : packet
  }

  return {
    timescale,
    async bounds(fromTick, toTick) {
      let firstTick = Infinity
      let beyond = 0
      for await (const packet of from(secondsOf(fromTick), true)) {
        const tick = tickOf(packet)
        if (tick >= fromTick && tick < toTick) firstTick = Math.min(firstTick, tick)
        beyond = tick >= fromTick ? beyond + 1 : 0
        if (beyond >= MOST_REORDERED) break
      }
      const last = firstTick < Infinity ? await lastBefore(toTick) : null
      return last && { firstTick, lastTick: tickOf(last), lastDuration: Math.round(last.duration * timescale) }
    },
    async *packets(fromTick, toTick): AsyncGenerator<LoadedPacket, void> {
      let beyond = 0
      let primedTick = -primingTicks - originTicks
      for await (const packet of from(secondsOf(fromTick), false)) {
        const pts = isCut(packet) ? primedTick : tickOf(packet)
        primedTick += (opusPacketSamples(packet.data) * timescale) / OPUS_RATE
        beyond = pts >= toTick ? beyond + 1 : 0
        if (beyond >= MOST_REORDERED) return
        const duration = Math.round(packet.duration * timescale)
        yield { pts, duration, isSync: packet.type === 'key', entryIndex: 0, data: packet.data }
      }
    },
  }
}
