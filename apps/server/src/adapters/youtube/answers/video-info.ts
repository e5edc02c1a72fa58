import { z } from 'zod'

/** Absent, null or of a strange type is all the same: a field that cannot be used. */
const text = z.string().max(65_536).nullish().catch(null)
const number = z.number().nullish().catch(null)
/** Nothing, less than nothing, and more than there can be, is all as if it were not there: others divide by it. */
const amount = z.number().min(0.001).max(1e12).nullish().catch(null)
const whole = z.int().min(1).nullish().catch(null)
const size = z
  .int()
  .min(1)
  .max(2 ** 43)
  .nullish()
  .catch(null)
const count = z.int().min(0).nullish().catch(null)

/** YouTube has some 60 formats of a video, and a few hundred where it is dubbed. */
const MOST_FORMATS = 2000
const LONGEST_NAME = 100
const LONGEST_ADDRESS = 16_384
/** Ids, codecs and file extensions. */
const name = z
  .string()
  .regex(/^[\w.,+-]*$/)
  .max(LONGEST_NAME)
/** Normalized; invalid addresses become empty. */
const address = z
  .string()
  .max(LONGEST_ADDRESS)
  .transform((written) => (URL.canParse(written) ? new URL(written).href : ''))

/** Harmless request headers only. */
const HEADERS = new Set(['user-agent', 'accept', 'accept-language', 'sec-fetch-mode', 'referer', 'origin'])
const HEADER_VALUE = /^[\x20-\x7e]{1,1000}$/
const headers = z
  .record(z.string(), z.unknown())
  .transform((all) =>
    Object.fromEntries(
      Object.entries(all).filter(
        (entry): entry is [string, string] =>
          HEADERS.has(entry[0].toLowerCase()) && typeof entry[1] === 'string' && HEADER_VALUE.test(entry[1]),
      ),
    ),
  )
  .nullish()
  .catch(null)

const infoFormat = z.object({
  format_id: name,
  url: address.nullish().catch(null),
  protocol: text,
  ext: name.nullish().catch(null),
  // An unreadable codec is not the same as none, so these do not fall back to null.
  vcodec: name.nullish(),
  acodec: name.nullish(),
  width: whole,
  height: whole,
  fps: amount,
  tbr: amount,
  filesize: size,
  language: text,
  language_preference: number,
  format_note: text,
  dynamic_range: text,
  has_drm: z.unknown().optional(),
  available_at: amount,
  http_headers: headers,
  manifest_url: address.nullish().catch(null),
  rows: whole,
  columns: whole,
  fragments: z
    .array(z.object({ url: address }))
    .nullish()
    .catch(null),
})
export type InfoFormat = z.output<typeof infoFormat>

const infoThumbnail = z.object({ url: address, width: amount })

/** By language, and automatic ones by some hundred languages that they can be translated into. */
const MOST_LANGUAGES = 1000
const captionsFile = z.object({ ext: name, url: address, name: text })
const captionsByLanguage = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((all) =>
    Object.entries(all)
      .slice(0, MOST_LANGUAGES)
      .flatMap(([key, files]) => {
        const parsed = lenientArray(captionsFile).parse(files)
        return parsed.length > 0 ? [{ key, files: parsed }] : []
      }),
  )
export type InfoCaptions = z.output<typeof captionsByLanguage>

const infoChapter = z.object({ title: text, start_time: z.number(), end_time: number })

/** A video in the form of `yt-dlp -J`, as far as it is of use. Formats that cannot be read are left out. */
export const videoInfo = z.object({
  id: z.string(),
  title: text,
  duration: amount,
  channel: text,
  uploader: text,
  channel_id: text,
  channel_url: text,
  uploader_id: text,
  uploader_url: text,
  view_count: count,
  upload_date: text,
  age_limit: number,
  live_status: text,
  is_live: z.boolean().nullish().catch(null),
  /** Of its original audio, where that is known. */
  language: text,
  subtitles: captionsByLanguage,
  automatic_captions: captionsByLanguage,
  chapters: lenientArray(infoChapter),
  thumbnail: text,
  thumbnails: lenientArray(infoThumbnail),
  formats: lenientArray(infoFormat),
})
export type VideoInfo = z.output<typeof videoInfo>
/** The same before it is read: what a step may say. */
export type SaidInfo = z.input<typeof videoInfo>

function lenientArray<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, MOST_FORMATS).flatMap((raw): z.output<T>[] => {
        const parsed = item.safeParse(raw)
        return parsed.success ? [parsed.data] : []
      }),
    )
}
