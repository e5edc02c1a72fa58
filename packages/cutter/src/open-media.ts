import type { ByteSource } from './api/byte-source.ts'
import { asBrokenMedia, brokenMedia, CutterError, throwIfCancelled, unsupportedMedia } from './api/cutter-error.ts'
import { MAX_INDEX_BYTES, MAX_PIXELS } from './api/media-limits.ts'
import type { SegmentSource } from './api/segment-source.ts'
import { programLayout } from './bitstream/aac/program-layouts.ts'
import type { Codecs } from './codec/codecs.ts'
import { openFlac } from './demux/audio/open-flac.ts'
import { openFrames } from './demux/audio/open-frames.ts'
import { openOgg } from './demux/audio/open-ogg.ts'
import { isWave, openWave } from './demux/audio/open-wave.ts'
import { tagBytesAt } from './demux/audio/tags.ts'
import { noSuchTrack } from './demux/common/audio-choice.ts'
import { Media } from './demux/common/media.ts'
import type { OpenedPart, WantedTracks } from './demux/common/opened-part.ts'
import { pairOnOneTimeline } from './demux/common/recordings.ts'
import { containerOf, openSequentialFile } from './demux/common/sequential-file.ts'
import { openSegments } from './demux/hls/open-segments.ts'
import { FIRST_READ_BYTES, looksLikeMp4 } from './demux/mp4/layout.ts'
import { openMp4 } from './demux/mp4/open-joined-mp4.ts'
import { readAdtsHeader, readMp2Header } from './demux/ts/audio-frames.ts'
import { openJoinedTs } from './demux/ts/open-joined-ts.ts'
import { findTsLayout } from './demux/ts/ts-packets.ts'
import { openWebm } from './demux/webm/open-joined-webm.ts'
import { looksLikeWebm } from './demux/webm/webm-layout.ts'
import { BlockCache } from './io/block-cache.ts'
import { newMeter, PartReader, type ReadOptions } from './io/part-reader.ts'

/** The source of video, audio or both: a file, or segments. */
export type TrackSource = ByteSource | SegmentSource

/** One source with video and audio, or one source for each; null for a missing one. */
export type MediaSource = TrackSource | { video: TrackSource | null; audio: TrackSource | null }

export interface OpenOptions {
  signal?: AbortSignal
  /** An index into `facts.audioTracks`, from 0; absent: the default track. */
  audioTrack?: number
}

export function openSource(source: MediaSource, codecs: Codecs, options: OpenOptions): Promise<Media> {
  const parts = 'read' in source || 'segments' in source ? { video: source, audio: source } : source
  return openMedia(parts, codecs, options)
}

/**
 * Opens media and reads only its indexes.
 * @param parts the same source twice for one muxed file; two sources for a file each (a YouTube pair); null for a
 * missing one
 * @param codecs codecs for opening the media, and for all that is made of it
 * @param options `audioTrack`: index into the readable audio tracks, from 0, in the file's order (facts.audioTracks)
 * @throws CutterError not_media, unsupported_media, broken_media, source_failed, cancelled
 */
export async function openMedia(
  parts: { video: TrackSource | null; audio: TrackSource | null },
  codecs: Codecs,
  options: { signal?: AbortSignal; maxIndexBytes?: number; audioTrack?: number | undefined } = {},
): Promise<Media> {
  const { video, audio } = parts
  const { audioTrack } = options
  const meter = newMeter(options.maxIndexBytes ?? MAX_INDEX_BYTES)
  const open = async (source: TrackSource, tracks: WantedTracks) => {
    try {
      return requireWithinLimits(await openPart(source, tracks, { signal: options.signal, meter }))
    } catch (error) {
      throwIfCancelled(options.signal)
      throw asBrokenMedia(error, 'The index of the media cannot be read')
    }
  }
  const openedParts: OpenedPart[] = []
  if (video && video === audio) {
    openedParts.push(await open(video, { video: true, audio: true, codecs, audioTrack }))
  } else if (video && audio) {
    const pair = [
      open(video, { video: true, audio: false, codecs }),
      open(audio, { video: false, audio: true, codecs, audioTrack }),
    ]
    const [videoPart, audioPart] = await Promise.all(pair)
    openedParts.push(...(await pairOnOneTimeline(videoPart!, audioPart!, { signal: options.signal, meter })))
  } else if (video || audio) {
    const wantedTracks = { video: video !== null, audio: audio !== null, codecs, audioTrack }
    openedParts.push(await openSingleFile((tracks) => open((video ?? audio)!, tracks), wantedTracks))
  }
  const media = openedParts.length > 0 ? new Media(openedParts, meter, codecs) : null
  if (!media?.video && !media?.audio) {
    throw unsupportedMedia('There is neither video nor audio that we can read.')
  }
  if (audioTrack !== undefined && !media.audio) throw noSuchTrack(audioTrack, 0)
  const { durationSeconds, audio: track } = media.facts
  if (track && !(track.channels > 0 && track.sampleRate > 0)) {
    throw brokenMedia(`The audio has ${track.channels} channels at ${track.sampleRate} Hz.`)
  }
  if (!(durationSeconds > 0 && durationSeconds < Infinity)) throw brokenMedia(`The media lasts ${durationSeconds} s.`)
  return media
}

/** Errors that may concern only the tracks that are not wanted. */
const TRACK_ERROR_CODES: ReadonlySet<CutterError['code']> = new Set(['unsupported_media', 'broken_media', 'too_large'])

/**
 * Opens a single file with all its tracks, because video and audio together define its timeline: audio may begin before
 * or after the frames. If the unwanted tracks cannot be read, only the wanted ones are opened.
 */
async function openSingleFile(open: (tracks: WantedTracks) => Promise<OpenedPart>, wantedTracks: WantedTracks) {
  const part = await open({ ...wantedTracks, video: true, audio: true }).catch((error: unknown) => {
    if (!(error instanceof CutterError && TRACK_ERROR_CODES.has(error.code))) throw error
    return open(wantedTracks)
  })
  return { ...part, video: wantedTracks.video ? part.video : null, audio: wantedTracks.audio ? part.audio : null }
}

async function openPart(source: TrackSource, tracks: WantedTracks, options: ReadOptions): Promise<OpenedPart> {
  if ('segments' in source) return openSegments(source, tracks, options)
  const reader = new PartReader(source)
  const firstBytes = await reader.read(0, Math.min(FIRST_READ_BYTES, reader.sizeBytes), options)
  if (firstBytes.length === 0) throw new CutterError('not_media', 'The file is empty.')
  if (looksLikeMp4(firstBytes)) return openMp4(reader, firstBytes, tracks, options)
  const blocks = new BlockCache(reader)
  blocks.seed(firstBytes)
  const webm = looksLikeWebm(firstBytes) ? await openWebm(reader, blocks, tracks, options) : null
  if (webm) return webm
  const tsLayout = findTsLayout(firstBytes)
  const tsPart = tsLayout && (await openJoinedTs(reader, blocks, tsLayout, tracks, options))
  if (tsPart) return tsPart
  if (isWave(firstBytes)) return openWave(blocks, tracks, options)
  // mediabunny refuses AAC whose channels are in a program config element.
  const hasProgram = programLayout(readAdtsHeader(firstBytes, 0)?.configuration ?? null) !== null
  const container = hasProgram ? 'adts' : await containerOf(blocks, options)
  if (container === 'ogg') return openOgg(blocks, tracks, options)
  if (container === 'flac') return openFlac(blocks, tracks, options)
  // mediabunny calls all MPEG audio MP3.
  const isLayer2 = container === 'mp3' && readMp2Header(firstBytes, tagBytesAt(firstBytes, 0)) !== null
  const frameContainer = isLayer2 ? 'mp2' : container === 'mp3' || container === 'adts' ? container : null
  const framePart = frameContainer && (await openFrames(reader, blocks, frameContainer, tracks, options))
  return framePart ?? openSequentialFile(blocks, tracks, options)
}

/** @throws CutterError unsupported_media if the header names too large a frame; the decoder checks each actual frame */
function requireWithinLimits(part: OpenedPart): OpenedPart {
  const { width, height } = part.video?.description ?? { width: 0, height: 0 }
  if (width * height > MAX_PIXELS) throw unsupportedMedia(`Frames of ${width} by ${height} pixels are too large.`)
  return part
}
