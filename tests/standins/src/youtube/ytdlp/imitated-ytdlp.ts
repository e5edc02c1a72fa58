/** The version whose answers are imitated. */
export const IMITATED_VERSION = '2026.08.19'

/** The environment variable in which the scripted one finds its version. */
export const VERSION_VARIABLE = 'SCRIPTED_YTDLP_VERSION'

/** What yt-dlp adds to errors that it did not expect. */
export const REPORT_HINT =
  '; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues?q= , ' +
  'filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U'

/** Neither the page nor any client gave an answer. */
export const NOTHING_ANSWERED = `Failed to extract any player response${REPORT_HINT}`

/** What yt-dlp would say of a video, without the `ERROR: [youtube] ID: ` before each text. */
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
