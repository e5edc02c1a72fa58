import type { BlockCache } from '../bytes/block-cache.ts'
import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { audioCodecName, videoCodecName } from '../codec/codec-names.ts'
import { asBrokenMedia, CutterError, throwIfCancelled } from '../cutter-error.ts'
import { decodedAudio } from '../index/decoded-audio.ts'
import { openLibraryInput } from '../index/library-file.ts'
import type { OpenedPart, OpenedAudio, OpenedVideo, WantedTracks } from '../index/opened-part.ts'
import { packetSeconds } from '../index/packet-seconds.ts'
import { ShiftedTrack } from '../index/shifted-track.ts'
import { findTimeOrigin } from '../index/time-origin.ts'
import { describeAudio, describeVideo, internalName } from '../index/track-descriptions.ts'
import { ScannedTrack } from '../index/scanned-track.ts'
import { ClusterScan, MATROSKA_TIMESCALE, type ScannedMatroskaTrack } from './cluster-scan.ts'
import { type MatroskaLayout, type MatroskaTrack, readMatroskaLayout } from './matroska-layout.ts'
import { opusPacketSeconds, opusPreSkipSeconds } from './opus-times.ts'
import { gridOf } from './packet-grid.ts'

/** Opens a Matroska file or WebM for cutting; null when the library knows better how to read it (packed packets). */
export async function openMatroskaPart(
  file: PartReader,
  blocks: BlockCache,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  try {
    const layout = await readMatroskaLayout(blocks, options)
    if (!layout || layout.tracks.some(({ isEncoded }) => isEncoded)) {
      return null
    }
    if (layout.firstCluster < 0) {
      throw new CutterError('broken_media', 'The media has no frames and no audio.')
    }
    return await openTracks(file, blocks, layout, wanted, options)
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(error, 'The index of the media cannot be read')
  }
}

async function openTracks(
  file: PartReader,
  blocks: BlockCache,
  layout: MatroskaLayout,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const input = openLibraryInput(blocks, options)
  try {
    const described = await input.getTracks()
    const readable = new Set<number>()
    for (const track of described) {
      const codec = await track.getCodec()
      if (codec && (track.isVideoTrack() ? videoCodecName(codec) : audioCodecName(codec))) {
        readable.add(track.id)
      }
    }
    // Covers come as tracks of still frames, and videos with several languages: the one meant comes first, or says so.
    const numberOf = (kind: MatroskaTrack['kind']) => {
      const all = layout.tracks.filter(
        (track) => track.kind === kind && described.some(({ id }) => id === track.number),
      )
      const known = all.filter(({ number }) => readable.has(number))
      return known.find(({ isDefault }) => isDefault) ?? known[0] ?? all[0]
    }
    const scanned = (track: MatroskaTrack | undefined, isWanted: boolean): ScannedMatroskaTrack | null =>
      track && isWanted ? { track, grid: null } : null
    const tracks = {
      video: scanned(numberOf('video'), wanted.video),
      audio: scanned(numberOf('audio'), wanted.audio),
    }
    const walk = new ClusterScan(file, blocks, layout, tracks)
    const videoInput = described.find(({ id }) => id === tracks.video?.track.number)
    const audioInput = described.find(({ id }) => id === tracks.audio?.track.number)
    const videoDescription = videoInput?.isVideoTrack() ? await describeVideo(videoInput, null) : null
    const audioDescription = audioInput?.isAudioTrack() ? await describeAudio(audioInput) : null
    const format = await input.getFormat()

    const video = tracks.video && new ScannedTrack(walk, 'video', MATROSKA_TIMESCALE)
    const audio = tracks.audio && audioDescription && new ScannedTrack(walk, 'audio', MATROSKA_TIMESCALE)
    const frames = (await video?.firstPackets(options)) ?? []
    const audio = (await audio?.firstPackets(options)) ?? []
    let delaySeconds = 0
    if (tracks.video) {
      const { packetSeconds } = tracks.video.track
      const times = frames.map(({ pts }) => pts)
      tracks.video.grid = gridOf(times, packetSeconds && packetSeconds * MATROSKA_TIMESCALE)
    }
    if (tracks.audio && audioDescription) {
      const second = audioDescription.codec === 'opus' ? audio[1] : undefined
      const opusSeconds = second
        ? opusPacketSeconds(await walk.reader.read(second.offset, second.offset + second.sizeBytes, options))
        : null
      const seconds = opusSeconds ?? packetSeconds(audioDescription) ?? tracks.audio.track.packetSeconds
      const times = audio.map(({ pts }) => pts)
      tracks.audio.grid = gridOf(times, seconds && seconds * MATROSKA_TIMESCALE)
      const preSkip = audioDescription.codec === 'opus' ? opusPreSkipSeconds(audioDescription.configuration) : 0
      delaySeconds = tracks.audio.track.delaySeconds ?? preSkip
    }
    const [firstAudio] = audio
    const heard = await decodedAudio(audioDescription, async () =>
      firstAudio ? walk.reader.read(firstAudio.offset, firstAudio.offset + firstAudio.sizeBytes, options) : null,
    )
    const originSeconds = findTimeOrigin(firstSeconds(frames, 0), firstSeconds(audio, delaySeconds))
    const shifted = (track: ScannedTrack, bySeconds: number) =>
      new ShiftedTrack(track, Math.round(bySeconds * MATROSKA_TIMESCALE))
    const endSeconds = layout.durationSeconds ?? (await lastSeconds(walk, options))
    walk.endAt(endSeconds)
    return {
      container: format.name.toLowerCase(),
      durationSeconds: endSeconds - originSeconds,
      video:
        video && videoDescription
          ? openedVideo(videoDescription, tracks.video!, frameRateOf(frames), {
              kind: 'indexed',
              track: shifted(video, originSeconds),
              reader: walk.reader,
            })
          : null,
      audio:
        audio && heard
          ? {
              description: heard,
              access: { kind: 'indexed', track: shifted(audio, originSeconds + delaySeconds), reader: walk.reader },
            }
          : null,
      ...(audioInput && !heard ? { unreadableAudio: await internalName(audioInput) } : {}),
    }
  } finally {
    input.dispose()
  }
}

function openedVideo(
  description: OpenedVideo['description'],
  { grid }: ScannedMatroskaTrack,
  frameRate: number,
  access: OpenedAudio['access'],
): OpenedVideo {
  const isLengthPrefixed = description.configurations[0]?.[0] === 1
  return {
    description: { ...description, isCopyable: description.codec === 'h264' && isLengthPrefixed },
    matrix: null,
    frameRate,
    access,
    ...(grid ? {} : { timesRoundedBySeconds: ROUNDED_BY_SECONDS }),
  }
}

/** Half of a millisecond, and a little. */
const ROUNDED_BY_SECONDS = 0.0006

function firstSeconds(packets: readonly { pts: number }[], delaySeconds: number): number | null {
  return packets.length > 0 ? Math.min(...packets.map(({ pts }) => pts)) / MATROSKA_TIMESCALE - delaySeconds : null
}

function frameRateOf(packets: readonly { pts: number }[]): number {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const span = times.length > 1 ? times.at(-1)! - times[0]! : 0
  return span > 0 ? ((times.length - 1) * MATROSKA_TIMESCALE) / span : 0
}

/** Recorders that were cut off have not written how long they went on. */
async function lastSeconds(walk: ClusterScan, options: ReadOptions): Promise<number> {
  let end = 0
  for (let place: number | null = await walk.lastPlace(options); place !== null; ) {
    const { video, audio, next } = await walk.load(place, options)
    end = [...video, ...audio].reduce((most, { pts, duration }) => Math.max(most, pts + duration), end)
    place = next
  }
  return end / MATROSKA_TIMESCALE
}
