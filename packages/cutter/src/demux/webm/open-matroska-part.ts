import type { BlockCache } from '../../bytes/block-cache.ts'
import type { PartReader, ReadOptions } from '../../bytes/part-reader.ts'
import { soundCodecName, videoCodecName } from '../../codec/codec-names.ts'
import { asBrokenMedia, CutterError, throwIfCancelled } from '../../cutter-error.ts'
import { heardSound } from '../common/heard-sound.ts'
import { openLibraryInput } from '../common/mediabunny-input.ts'
import type { OpenedPart, OpenedSound, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { packetSeconds } from '../common/packet-seconds.ts'
import { WalkedTrack } from '../common/scanned-track.ts'
import { ShiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin } from '../common/time-origin.ts'
import { describeSound, describeVideo, internalName } from '../common/track-descriptions.ts'
import { ClusterWalk, MATROSKA_TIMESCALE, type WalkedMatroskaTrack } from './cluster-walk.ts'
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
      throw new CutterError('broken_media', 'The media has no pictures and no sound.')
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
      if (codec && (track.isVideoTrack() ? videoCodecName(codec) : soundCodecName(codec))) {
        readable.add(track.id)
      }
    }
    // Covers come as tracks of still pictures, and films with several languages: the one meant comes first, or says so.
    const numberOf = (kind: MatroskaTrack['kind']) => {
      const all = layout.tracks.filter(
        (track) => track.kind === kind && described.some(({ id }) => id === track.number),
      )
      const known = all.filter(({ number }) => readable.has(number))
      return known.find(({ isDefault }) => isDefault) ?? known[0] ?? all[0]
    }
    const walked = (track: MatroskaTrack | undefined, isWanted: boolean): WalkedMatroskaTrack | null =>
      track && isWanted ? { track, grid: null } : null
    const tracks = {
      video: walked(numberOf('video'), wanted.video),
      sound: walked(numberOf('sound'), wanted.sound),
    }
    const walk = new ClusterWalk(file, blocks, layout, tracks)
    const videoInput = described.find(({ id }) => id === tracks.video?.track.number)
    const soundInput = described.find(({ id }) => id === tracks.sound?.track.number)
    const videoDescription = videoInput?.isVideoTrack() ? await describeVideo(videoInput, null) : null
    const soundDescription = soundInput?.isAudioTrack() ? await describeSound(soundInput) : null
    const format = await input.getFormat()

    const video = tracks.video && new WalkedTrack(walk, 'video', MATROSKA_TIMESCALE)
    const sound = tracks.sound && soundDescription && new WalkedTrack(walk, 'sound', MATROSKA_TIMESCALE)
    const pictures = (await video?.firstPackets(options)) ?? []
    const sounds = (await sound?.firstPackets(options)) ?? []
    let delaySeconds = 0
    if (tracks.video) {
      const { packetSeconds } = tracks.video.track
      const times = pictures.map(({ pts }) => pts)
      tracks.video.grid = gridOf(times, packetSeconds && packetSeconds * MATROSKA_TIMESCALE)
    }
    if (tracks.sound && soundDescription) {
      const second = soundDescription.codec === 'opus' ? sounds[1] : undefined
      const opusSeconds = second
        ? opusPacketSeconds(await walk.reader.read(second.offset, second.offset + second.sizeBytes, options))
        : null
      const seconds = opusSeconds ?? packetSeconds(soundDescription) ?? tracks.sound.track.packetSeconds
      const times = sounds.map(({ pts }) => pts)
      tracks.sound.grid = gridOf(times, seconds && seconds * MATROSKA_TIMESCALE)
      const preSkip = soundDescription.codec === 'opus' ? opusPreSkipSeconds(soundDescription.configuration) : 0
      delaySeconds = tracks.sound.track.delaySeconds ?? preSkip
    }
    const [firstSound] = sounds
    const heard = await heardSound(soundDescription, async () =>
      firstSound ? walk.reader.read(firstSound.offset, firstSound.offset + firstSound.sizeBytes, options) : null,
    )
    const originSeconds = findTimeOrigin(firstSeconds(pictures, 0), firstSeconds(sounds, delaySeconds))
    const shifted = (track: WalkedTrack, bySeconds: number) =>
      new ShiftedTrack(track, Math.round(bySeconds * MATROSKA_TIMESCALE))
    const endTime = layout.durationSeconds ?? (await lastSeconds(walk, options))
    walk.endAt(endTime)
    return {
      container: format.name.toLowerCase(),
      durationSeconds: endTime - originSeconds,
      video:
        video && videoDescription
          ? openedVideo(videoDescription, tracks.video!, frameRateOf(pictures), {
              kind: 'indexed',
              track: shifted(video, originSeconds),
              reader: walk.reader,
            })
          : null,
      sound:
        sound && heard
          ? {
              description: heard,
              access: { kind: 'indexed', track: shifted(sound, originSeconds + delaySeconds), reader: walk.reader },
            }
          : null,
      ...(soundInput && !heard ? { unreadableSound: await internalName(soundInput) } : {}),
    }
  } finally {
    input.dispose()
  }
}

function openedVideo(
  description: OpenedVideo['description'],
  { grid }: WalkedMatroskaTrack,
  frameRate: number,
  access: OpenedSound['access'],
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
async function lastSeconds(walk: ClusterWalk, options: ReadOptions): Promise<number> {
  let end = 0
  for (let place: number | null = await walk.lastPlace(options); place !== null; ) {
    const { video, sound, next } = await walk.load(place, options)
    end = [...video, ...sound].reduce((most, { pts, duration }) => Math.max(most, pts + duration), end)
    place = next
  }
  return end / MATROSKA_TIMESCALE
}
