import { heightOf } from '@kerf/domain/formats/rendition-choice'
import type { VideoRecord } from '../../ports/clips.ts'
import { asFile, type ByteSource, type LocatedRendition } from '../../ports/sources.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findWithSource, readingOutcome } from './find-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'

const MEDIA_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
}

/** A player asks for many small parts; opening the source again for each would cost it a request every time. */
const KEEP_OPEN_MILLISECONDS = 60_000
const MOST_CACHED_OPEN = 50
const OPEN_TIMEOUT_MILLISECONDS = 30_000

/** The playable form of a viewer's own video. The platform's own player shows its videos; only what has none is played from here. */
export async function openPreview(
  deps: Deps<'database' | 'sources' | 'presets' | 'clock' | 'memory'>,
  own: Own,
): Promise<Outcome<{ bytes: ByteSource; mediaType: string }>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { video, source } = found.value
  const rendition = video.source !== 'youtube' ? smallestPlayable(video) : null
  if (!rendition) return refused('not_found')
  const opened = await readingOutcome(() =>
    // Not ended with this call: the next one of the same player wants it too.
    openOnce(deps, own.id, () =>
      source.openRendition(rendition, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS)).then(asFile),
    ),
  )
  if (!opened.ok) return opened
  const bytes = opened.value
  // A link may lead elsewhere than when it was processed.
  const subject = { ...subjectOf(video), servedFrom: bytes.servedFrom ? [bytes.servedFrom] : [] }
  if (await isBlocked(deps.database.records, subject)) return refused('link_blocked')
  return done({ bytes, mediaType: MEDIA_TYPES[rendition.container] ?? 'application/octet-stream' })
}

/** Kept open for a while, by video; one that cannot be opened is forgotten at once. */
function openOnce(
  { clock, memory: { previews } }: Deps<'clock' | 'memory'>,
  videoId: string,
  open: () => Promise<ByteSource>,
): Promise<ByteSource> {
  const now = clock.now().getTime()
  for (const [id, cached] of previews) if (cached.until <= now || previews.size > MOST_CACHED_OPEN) previews.delete(id)
  const cached = previews.get(videoId)
  if (cached) return cached.bytes
  const bytes = open()
  previews.set(videoId, { bytes, until: now + KEEP_OPEN_MILLISECONDS })
  bytes.catch(() => previews.delete(videoId))
  return bytes
}

function smallestPlayable(video: VideoRecord): LocatedRendition | null {
  const playable = video.details.renditions.filter((rendition) => rendition.carries !== 'video')
  return playable.sort((a, b) => (heightOf(a) ?? 0) - (heightOf(b) ?? 0))[0] ?? null
}
