import {
  frameRangeAt,
  type Media,
  plan,
  readGop,
  readSizeIndex,
  readTextTrack,
  type TimeRange,
} from '../../src/engine.ts'

const MAX_GOP_BYTES = 4_000_000
const MAX_PIECES = 100

/** All that is known of media before a cut, and the plans of these cuts, as text. */
export async function describeMedia(media: Media, ranges: readonly TimeRange[]): Promise<string> {
  const plans = []
  for (const range of ranges) plans.push(await plan(media, range, { kind: 'video', height: null }))
  const middle = media.facts.durationSeconds / 2
  const { bytes, ...gop } = await readGop(media, middle, { maxBytes: MAX_GOP_BYTES })
  const frame = await frameRangeAt(media, middle, 'at', { maxBytes: MAX_GOP_BYTES })
  const sizes = await readSizeIndex(media, MAX_PIECES).catch(({ code }) => code)
  const cues = media.facts.textTracks ? await readTextTrack(media, 0) : null
  return JSON.stringify({ facts: media.facts, plans, gop, gopBytes: [...bytes], frame, sizes, cues })
}
