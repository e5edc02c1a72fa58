import { readFile } from 'node:fs/promises'
import { MAX_CAPTION_BYTES, type SubtitleCue } from '@kerf/cutter/api/subtitles'
import { plainCues } from '@kerf/domain/captions/cue-text'
import type { Cue } from '@kerf/domain/captions/transcript'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import type { MediaEngine } from '../../ports/media.ts'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'
import { parseCaptionsInThread } from '../captions/parse-in-thread.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'

/** Extensions of captions files next to a media file, in order of preference. */
export const CAPTIONS_ENDINGS = ['vtt', 'srt']

const FETCH_TIMEOUT_MILLISECONDS = 10_000

/** Fetches the bytes of a captions file. Throws SourceReadError, or the signal's reason. */
export function fetchCaptions(
  fetcher: GuardedFetcher,
  address: string,
  request: Pick<Parameters<GuardedFetcher['get']>[1], 'headers' | 'allowHost' | 'egress'>,
  callerSignal: AbortSignal,
): Promise<Buffer> {
  return captionsInTime(callerSignal, FETCH_TIMEOUT_MILLISECONDS, async (signal) => {
    const response = await fetcher.get(address, { ...request, maxBytes: MAX_CAPTION_BYTES, signal })
    if (response.status !== 200) {
      response.discard()
      throw new SourceReadError('source_failed', `The source answered for captions with status ${response.status}.`)
    }
    return Buffer.from(await response.bytes())
  })
}

/** Limits the time of `read`. Throws SourceReadError (`source_timeout`), the caller's reason, or `read`'s error. */
export async function captionsInTime<T>(
  callerSignal: AbortSignal,
  milliseconds: number,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(milliseconds)
  try {
    return await read(AbortSignal.any([callerSignal, timeout]))
  } catch (error) {
    callerSignal.throwIfAborted()
    if (timeout.aborted) throw new SourceReadError('source_timeout', 'The captions take too long.')
    throw error
  }
}

/** Parses a captions file. Throws SourceReadError, or the signal's reason. */
export async function cuesOfFile(bytes: Uint8Array, signal: AbortSignal): Promise<Cue[]> {
  const cues = await parseCaptionsInThread(bytes, signal)
  if (!cues) throw new SourceReadError('source_failed', 'There are no captions in it.')
  return cues
}

const cuesSchema = z.array(z.object({ startTime: z.number(), endTime: z.number(), text: z.string() }))

/** Reads the cues of a text track in a media file. `scratch` is the path of a file for temporary use. */
export async function cuesOfTrack(
  engine: Pick<MediaEngine, 'readPreview'>,
  { source, track }: { source: ByteSource; track: number },
  signal: AbortSignal,
  scratch: string,
): Promise<Cue[]> {
  await engine.readPreview({ source, spec: { kind: 'captions', track }, filePath: scratch }, signal)
  // The cues come from an untrusted file, so they are validated.
  const cues: SubtitleCue[] = cuesSchema.safeParse(jsonIn(await readFile(scratch, 'utf8'))).data ?? []
  return plainCues(cues)
}
