import { toClipTime } from '@kerf/cutter/api/subtitles'
import { boundedCues, MAX_CUES } from '@kerf/domain/captions/cue-text'
import { SUBTITLE_FILE_FORMATS, type SubtitleFileFormat, type Transcript } from '@kerf/domain/captions/transcript'
import { writeSubtitles } from '@kerf/domain/captions/write-captions'
import { fileNameBeside } from '@kerf/domain/formats/file-name'
import type { FileNames } from '@kerf/domain/formats/title-file-name'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome } from '../../shared/outcome.ts'
import { type CaptionDeps, readCaptions } from '../../videos/read-captions.ts'
import { findFinished, savedNameOf } from './open-clip.ts'
import type { DownloadWithVideo } from './own-downloads.ts'

export interface SubtitleFile {
  fileName: string
  bytes: Buffer
}

/** Opens the subtitles of a viewer's finished clip, in the clip's time. They are available as long as the clip. */
export async function openSubtitles(
  deps: CaptionDeps & Deps<'caches'>,
  request: Own & { captions: string | undefined; format: SubtitleFileFormat; names?: FileNames; signal: AbortSignal },
): Promise<Outcome<SubtitleFile>> {
  const lookup = await findFinished(deps, request)
  if (!lookup.ok) return lookup
  const captions = request.captions ?? lookup.value.download.subtitles?.captions
  const transcript = await readCaptions(deps, lookup.value.video, captions, request.signal)
  if (!transcript.ok) return transcript
  return done(subtitleFile(transcript.value, lookup.value, request.format, savedNameOf(lookup.value, request.names)))
}

/** Writes a transcript in every subtitle format. @param clipName file name of the clip, which names the files */
export function subtitleFiles(transcript: Transcript, download: DownloadWithVideo, clipName: string): SubtitleFile[] {
  return SUBTITLE_FILE_FORMATS.map((format) => subtitleFile(transcript, download, format, clipName))
}

function subtitleFile(
  { cues }: Transcript,
  { clip }: DownloadWithVideo,
  format: SubtitleFileFormat,
  clipName: string,
): SubtitleFile {
  const clipCues = boundedCues(toClipTime(cues, clip.receipt?.shown ?? clip.ranges, MAX_CUES))
  return { fileName: fileNameBeside(clipName, format), bytes: Buffer.from(writeSubtitles[format](clipCues)) }
}
