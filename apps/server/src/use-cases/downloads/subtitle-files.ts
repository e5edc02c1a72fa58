import { toClipTime } from '@kerf/cutter/api/subtitles'
import { boundedCues, MOST_CUES } from '@kerf/domain/captions/cue-text'
import type { SubtitleFileFormat, Transcript } from '@kerf/domain/captions/transcript'
import { writeSrt, writeVtt } from '@kerf/domain/captions/write-captions'
import { fileNameBeside } from '@kerf/domain/formats/file-name'
import type { VideoRecord } from '../../ports/clips.ts'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { readingOutcome } from '../videos/find-video.ts'
import { resolveVideo } from '../videos/resolve-video.ts'
import { findFinished, nameOf } from './open-clip.ts'
import type { WholeDownload } from './own-downloads.ts'

export type CaptionDeps = Deps<'database' | 'sources' | 'presets' | 'clock' | 'log'>

export interface SubtitleFile {
  fileName: string
  bytes: Buffer
}

/** Subtitles of a viewer's finished clip, from its own zero. They live as long as the clip. */
export async function openSubtitles(
  deps: CaptionDeps & Deps<'memory'>,
  asked: Own & { captions: string | undefined; format: SubtitleFileFormat; signal: AbortSignal },
): Promise<Outcome<SubtitleFile>> {
  const found = await findFinished(deps, asked)
  if (!found.ok) return found
  const wanted = asked.captions ?? found.value.download.subtitles?.captions
  const transcript = await readCaptions(deps, found.value.video, wanted, asked.signal)
  if (!transcript.ok) return transcript
  return done(subtitleFile(transcript.value, found.value, asked.format, nameOf(found.value.clip)))
}

/** Both files of it. @param clipName what they are called like */
export function subtitleFiles(transcript: Transcript, whole: WholeDownload, clipName: string): SubtitleFile[] {
  return [subtitleFile(transcript, whole, 'srt', clipName), subtitleFile(transcript, whole, 'vtt', clipName)]
}

function subtitleFile(
  { cues }: Transcript,
  { clip }: WholeDownload,
  format: SubtitleFileFormat,
  clipName: string,
): SubtitleFile {
  const shown = boundedCues(toClipTime(cues, clip.receipt?.shown ?? clip.ranges, MOST_CUES))
  const text = format === 'srt' ? writeSrt(shown) : writeVtt(shown)
  return { fileName: fileNameBeside(clipName, format), bytes: Buffer.from(text) }
}

/** What captions of a video say, the first of them if none are named; asks the source anew where its addresses are over. */
export async function readCaptions(
  deps: CaptionDeps,
  video: VideoRecord,
  captions: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Transcript>> {
  const source = (await effectiveSources(deps))[video.source]
  if (!source) return refused('source_off')
  const isAlive = areAddressesAlive(video.details, source, deps.clock.now())
  const current = isAlive ? done(video.details) : await resolveVideo(deps, { ...video, signal })
  if (!current.ok) return current
  const choices = current.value.captions ?? []
  const chosen = captions === undefined ? choices[0] : choices.find(({ id }) => id === captions)
  const read = source.readCaptions
  if (!chosen || !read) return refused('not_found')
  return readingOutcome(() => read(current.value, chosen, signal))
}

function areAddressesAlive(details: ResolvedVideo, source: VideoSource, now: Date): boolean {
  const { addressesExpireAt } = details
  const isOver = addressesExpireAt !== null && new Date(addressesExpireAt) <= now
  return !isOver && (source.canRead?.(details) ?? true)
}
