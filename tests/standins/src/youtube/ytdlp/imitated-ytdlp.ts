/** The version whose answers are imitated. */
export const IMITATED_VERSION = '2026.08.19'

/** What yt-dlp adds to errors that it did not expect. */
export const REPORT_HINT =
  '; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues?q= , ' +
  'filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U'

/** What yt-dlp would say of a video, without the `ERROR: [youtube] ID: ` before each text. */
export interface ResolverAnswer {
  info: ({ formats: object[] } & Record<string, unknown>) | null
  warnings: string[]
  error: string | null
}
