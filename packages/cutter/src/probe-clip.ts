import type { ByteSource } from './api/byte-source.ts'
import { CutterError } from './api/cutter-error.ts'
import { parseAvcConfiguration } from './bitstream/h264/avc-configuration.ts'
import { isWholeSample } from './bitstream/h264/nal-units.ts'
import type { Codecs } from './codec/codecs.ts'
import { type DecodedFormat, decodeAudio } from './codec/decode-audio.ts'
import { decodeFrames } from './codec/decode-video.ts'
import type { LibraryTrack, OpenedAudio, OpenedVideo, TrackAccess } from './demux/common/opened-part.ts'
import { type PacketList, sortedTimes } from './demux/common/packet-list.ts'
import type { VideoDescription } from './demux/common/track-descriptions.ts'
import { probeImage } from './image-files.ts'
import type { LoadedPacket, Packets } from './io/packet-ref.ts'
import { newMeter, type ReadOptions } from './io/part-reader.ts'
import { openMedia } from './open-media.ts'
import { nativePacketFacts } from './video/native-packets.ts'

export interface ClipFacts {
  durationSeconds: number
  frames: number
  width: number | null
  height: number | null
  hasAudio: boolean
  sizeBytes: number
}

/** @throws CutterError broken_media if the clip cannot be read or decoded */
export async function probeClip(source: ByteSource, codecs: Codecs): Promise<ClipFacts> {
  try {
    return await probeSource(source, codecs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CutterError('broken_media', `The clip is not healthy: ${reason}`, { cause: error })
  }
}

async function probeSource(source: ByteSource, codecs: Codecs): Promise<ClipFacts> {
  const image = await probeImage(source, codecs)
  if (image) return { ...image, hasAudio: false, sizeBytes: source.sizeBytes }
  const media = await openMedia({ video: source, audio: source }, codecs)
  const options: ReadOptions = { signal: undefined, meter: newMeter() }
  const { video, audio, facts } = media
  if (media.breaksOffSeconds !== null) throw new Error('it ends before its last packet')
  const frames = video ? await probeFrames(codecs, video, source, options) : 0
  if (audio) await probeAudio(codecs, audio, source, facts.durationSeconds, options)
  if (!(facts.durationSeconds > 0)) throw new Error('it lasts no time')
  return {
    durationSeconds: facts.durationSeconds,
    frames,
    width: facts.video?.width ?? null,
    height: facts.video?.height ?? null,
    hasAudio: audio !== null,
    sizeBytes: source.sizeBytes,
  }
}

/** Decodes the first and the last frame. @returns the number of frames */
async function probeFrames(
  codecs: Codecs,
  video: OpenedVideo,
  source: ByteSource,
  options: ReadOptions,
): Promise<number> {
  const { access } = video
  if (access.kind !== 'indexed') return probeStreamedFrames(codecs, video, await access.open(options))
  const packets = await access.track.covering(-Infinity, Infinity, options)
  requireInFile(packets, source)
  const times = sortedTimes(packets)
  const firstTick = times[0]
  const lastTick = times.at(-1)
  if (firstTick === undefined || lastTick === undefined) throw new Error('it has no frames')
  const { timescale } = access.track
  for (const tick of [firstTick, lastTick]) {
    const start = packets.pts.findLastIndex((pts, index) => packets.syncs[index] === 1 && pts <= tick)
    const gop = packets.slice(Math.max(0, start))
    const isChecked = tick === lastTick && (await isWholeLongGop(video.description, gop, loadPackets(gop, source)))
    const decodedTick = isChecked ? gop.pts[0]! : tick
    await requireDecodable(codecs, video, timescale, loadPackets(gop, source), decodedTick)
  }
  return packets.length
}

/**
 * Probes packets without an index: reads all, and decodes the first frame and the last GOP.
 * @returns the number of frames
 */
async function probeStreamedFrames(codecs: Codecs, video: OpenedVideo, track: LibraryTrack): Promise<number> {
  const { codec } = video.description
  let gop: LoadedPacket[] = []
  let frames = 0
  for await (const packet of track.packets(0, Infinity)) {
    if (frames === 0) await requireDecodable(codecs, video, track.timescale, [packet], packet.pts)
    if (packet.isSync) gop = []
    gop.push(packet)
    frames += codec === 'vp8' && !nativePacketFacts(codec, packet.data).isShown ? 0 : 1
  }
  const last = gop.at(-1)
  if (!last) throw new Error('it has no frames')
  await requireDecodable(codecs, video, track.timescale, gop, last.pts)
  return frames
}

async function requireDecodable(
  codecs: Codecs,
  video: OpenedVideo,
  timescale: number,
  packets: Packets,
  tick: number,
): Promise<void> {
  const stream = { ...video.description, timescale }
  for await (const frame of decodeFrames(codecs, stream, packets, undefined)) {
    if (frame.timestamp === tick && !frame.isDamaged) return
    if (frame.timestamp === tick) break
  }
  throw new Error(`its frame at ${tick / timescale} s cannot be decoded`)
}

/** Number of places where audio is decoded: at its start, at its end, and evenly in between. */
const DECODED_PLACE_COUNT = 12
const PACKETS_PER_PLACE = 4
/** Length of each place in a file without an index of packets. */
const PLACE_SECONDS = 0.2
/** Audio at the end that the decoder may fail to return: two packets. */
const LOST_END_SECONDS = 0.05

/**
 * Decodes audio at several places. Players set up their decoder from the track header, so audio in another format does
 * not play.
 * @throws Error when audio is damaged, or differs from its header in sample rate or channels
 */
async function probeAudio(
  codecs: Codecs,
  audio: OpenedAudio,
  source: ByteSource,
  durationSeconds: number,
  options: ReadOptions,
) {
  const { access, description } = audio
  const { sampleRate, channels } = description
  const { timescale, at } = await openAudioPlaces(access, source, durationSeconds, options)
  let packets = 0
  let lastTick = 0
  async function* packetsAtAllPlaces(): AsyncGenerator<LoadedPacket, void> {
    for (let place = 0; place < DECODED_PLACE_COUNT; place++) {
      for await (const packet of at(place / (DECODED_PLACE_COUNT - 1))) {
        packets += 1
        lastTick = packet.pts
        yield packet
      }
    }
  }
  let frames = 0
  let lastSeconds = -Infinity
  const onFrame = (format: DecodedFormat) => {
    frames += 1
    lastSeconds = format.seconds
    if (format.sampleRate === sampleRate && format.channels === channels) return
    throw new Error(`its audio at ${format.seconds} s has ${format.channels} channels at ${format.sampleRate} Hz`)
  }
  for await (const _ of decodeAudio(
    codecs,
    { ...description, timescale },
    description,
    packetsAtAllPlaces(),
    undefined,
    onFrame,
  ));
  // A decoder may lose one packet at each place where it starts.
  const isToEnd = lastSeconds > lastTick / timescale - LOST_END_SECONDS
  if (!isToEnd || frames < packets - DECODED_PLACE_COUNT) throw new Error('its audio cannot be decoded everywhere')
}

/** Gives the audio packets around a place, which is a share (0 to 1) of the track's length. */
async function openAudioPlaces(
  access: TrackAccess,
  source: ByteSource,
  durationSeconds: number,
  options: ReadOptions,
): Promise<{ timescale: number; at(share: number): Packets }> {
  if (access.kind === 'library') {
    const track = await access.open(options)
    const at = (share: number) => {
      const from = share * Math.max(0, durationSeconds - PLACE_SECONDS)
      return track.packets(from * track.timescale, (from + PLACE_SECONDS) * track.timescale)
    }
    return { timescale: track.timescale, at }
  }
  const packets = await access.track.covering(-Infinity, Infinity, options)
  requireInFile(packets, source)
  const at = (share: number) => {
    const from = Math.round(share * Math.max(0, packets.length - PACKETS_PER_PLACE))
    return loadPackets(packets.slice(from, from + PACKETS_PER_PLACE), source)
  }
  return { timescale: access.track.timescale, at }
}

function requireInFile({ offsets, sizes }: PacketList, source: ByteSource): void {
  if (offsets.some((offset, index) => sizes[index] === 0 || offset + sizes[index]! > source.sizeBytes)) {
    throw new Error('it ends before its last packet')
  }
}

async function* loadPackets(packets: PacketList, source: ByteSource): AsyncGenerator<LoadedPacket, void> {
  for (const packet of packets) {
    yield { ...packet, data: await source.read(packet.offset, packet.offset + packet.sizeBytes) }
  }
}

/** Decoding more packets than this for a single frame takes longer than the cut did. */
const MAX_DECODED_PACKETS = 24

/**
 * Checks a long GOP, which can only be a copy, without decoding: each sample must be a run of NAL units to its last
 * byte.
 * @returns false, without reading any sample, for GOPs that are better checked by decoding
 * @throws Error when a sample is damaged
 */
async function isWholeLongGop(
  { codec, configurations }: Pick<VideoDescription, 'codec' | 'configurations'>,
  gop: PacketList,
  loaded: AsyncIterable<LoadedPacket>,
): Promise<boolean> {
  const configuration = configurations[gop.entryIndexes[0]!]
  if (gop.length <= MAX_DECODED_PACKETS || codec !== 'h264' || !configuration) return false
  const { lengthBytes } = parseAvcConfiguration(configuration)
  for await (const { pts, data } of loaded) {
    if (!isWholeSample(data, lengthBytes)) throw new Error(`its frame at tick ${pts} is damaged`)
  }
  return true
}
