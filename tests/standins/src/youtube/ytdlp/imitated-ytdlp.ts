/** The version whose answers are imitated. */
export const IMITATED_VERSION = '2026.08.19'

/** Environment variable with the version of the scripted yt-dlp. */
export const VERSION_VARIABLE = 'SCRIPTED_YTDLP_VERSION'

/** Text that yt-dlp adds to unexpected errors. */
export const REPORT_HINT =
  '; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues?q= , ' +
  'filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U'

/** Error of yt-dlp when neither the page nor any client answers. */
export const NOTHING_ANSWERED = `Failed to extract any player response${REPORT_HINT}`

/** Output of yt-dlp for a video, without the `ERROR: [youtube] ID: ` before each text. */
export interface ResolverAnswer {
  info: ({ formats: ResolverFormat[] } & Record<string, unknown>) | null
  warnings: string[]
  error: string | null
}

export interface ResolverFormat {
  format_id: string
  protocol: string
  [name: string]: unknown
}
