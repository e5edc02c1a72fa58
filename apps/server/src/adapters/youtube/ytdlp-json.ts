import { z } from 'zod'

/** Absent, null or of a strange type is all the same: a field that cannot be used. */
const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)

const ytdlpFormat = z.object({
  format_id: z.string(),
  url: text,
  protocol: text,
  ext: text,
  vcodec: text,
  acodec: text,
  width: number,
  height: number,
  fps: number,
  tbr: number,
  filesize: number,
  language_preference: number,
  format_note: text,
  has_drm: z.unknown().optional(),
  available_at: number,
  http_headers: z.record(z.string(), z.string()).nullish().catch(null),
  rows: number,
  columns: number,
  fragments: z
    .array(z.object({ url: z.string() }))
    .nullish()
    .catch(null),
})
export type YtdlpFormat = z.output<typeof ytdlpFormat>

const ytdlpThumbnail = z.object({ url: z.string(), width: number })

/** What `yt-dlp -J` says about a video, as far as it is of use. Formats that cannot be read are left out. */
export const ytdlpJson = z.object({
  id: z.string(),
  title: text,
  duration: number,
  channel: text,
  uploader: text,
  channel_id: text,
  channel_url: text,
  uploader_id: text,
  uploader_url: text,
  view_count: number,
  upload_date: text,
  live_status: text,
  is_live: z.boolean().nullish().catch(null),
  thumbnail: text,
  thumbnails: lenientArray(ytdlpThumbnail),
  formats: lenientArray(ytdlpFormat),
})
export type YtdlpJson = z.output<typeof ytdlpJson>

function lenientArray<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((raw): z.output<T>[] => {
        const parsed = item.safeParse(raw)
        return parsed.success ? [parsed.data] : []
      }),
    )
}
