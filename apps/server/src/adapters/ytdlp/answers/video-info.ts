import { z } from 'zod'

/** A field that is absent, null or of a wrong type reads as missing. */
const text = z.string().max(65_536).nullish().catch(null)
const number = z.number().nullish().catch(null)
/** Zero, negative numbers and impossibly large ones read as missing, because other code divides by these numbers. */
const amount = z.number().min(0.001).max(1e12).nullish().catch(null)
const positiveInteger = z.int().min(1).nullish().catch(null)
const size = z
  .int()
  .min(1)
  .max(2 ** 43)
  .nullish()
  .catch(null)
const count = z.int().min(0).nullish().catch(null)

/** YouTube offers about 60 formats of a video, and a few hundred of a dubbed one. Other sites offer fewer. */
const MAX_FORMATS = 2000
const MAX_NAME_LENGTH = 100
const MAX_ADDRESS_LENGTH = 16_384
/** Schema of ids, codecs and file extensions. */
const name = z
  .string()
  .regex(/^[\w.,+-]*$/)
  .max(MAX_NAME_LENGTH)
/** A normalized URL. An invalid URL becomes an empty string. */
const address = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .transform((input) => (URL.canParse(input) ? new URL(input).href : ''))

/** Request headers that are passed on. All others are dropped. */
const HEADERS = new Set(['user-agent', 'accept', 'accept-language', 'sec-fetch-mode', 'referer', 'origin'])
const HEADER_VALUE_PATTERN = /^[\x20-\x7e]{1,1000}$/
const headers = z
  .record(z.string(), z.unknown())
  .transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        (entry): entry is [string, string] =>
          HEADERS.has(entry[0].toLowerCase()) && typeof entry[1] === 'string' && HEADER_VALUE_PATTERN.test(entry[1]),
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
  // An unreadable codec is not the same as no codec, so these fields do not fall back to null.
  vcodec: name.nullish(),
  acodec: name.nullish(),
  width: positiveInteger,
  height: positiveInteger,
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
  rows: positiveInteger,
  columns: positiveInteger,
  fragments: z
    .array(z.object({ url: address }))
    .nullish()
    .catch(null),
})
export type InfoFormat = z.output<typeof infoFormat>

const infoThumbnail = z.object({ url: address, width: amount })

/** Captions come by language. Automatic captions have about a hundred translations besides. */
const MAX_LANGUAGES = 1000
const captionsFile = z.object({ ext: name, url: address, name: text })
const captionsByLanguage = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((languages) =>
    Object.entries(languages)
      .slice(0, MAX_LANGUAGES)
      .flatMap(([key, files]) => {
        const parsedFiles = lenientArray(captionsFile).parse(files)
        return parsedFiles.length > 0 ? [{ key, files: parsedFiles }] : []
      }),
  )
export type InfoCaptions = z.output<typeof captionsByLanguage>

const infoChapter = z.object({ title: text, start_time: z.number(), end_time: number })

const infoHeat = z.object({ start_time: z.number(), end_time: z.number(), value: z.number() })

/** The fields in use of a video in the format of `yt-dlp -J`. Formats that cannot be parsed are left out. */
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
  /** Language of the original audio, if it is known. */
  language: text,
  subtitles: captionsByLanguage,
  automatic_captions: captionsByLanguage,
  chapters: lenientArray(infoChapter),
  heatmap: lenientArray(infoHeat),
  thumbnail: text,
  thumbnails: lenientArray(infoThumbnail),
  formats: lenientArray(infoFormat),
})
export type VideoInfo = z.output<typeof videoInfo>
/** Input of `videoInfo`: a step's answer before validation. */
export type RawVideoInfo = z.input<typeof videoInfo>

function lenientArray<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, MAX_FORMATS).flatMap((raw): z.output<T>[] => {
        const parsedItem = item.safeParse(raw)
        return parsedItem.success ? [parsedItem.data] : []
      }),
    )
}

/** `20260819` -> `2026-08-19` */
export function dateOf(uploadDate: string | null | undefined): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(uploadDate ?? '')
  if (!match) return null
  const date = `${match[1]}-${match[2]}-${match[3]}`
  return Number.isNaN(Date.parse(date)) ? null : date
}
