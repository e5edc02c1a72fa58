import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installScriptedYtdlp } from '@kerf/standins/youtube/install-scripted-ytdlp'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { findProgram } from './find-program.ts'

export type OfflineYoutube = Awaited<ReturnType<typeof startOfflineYoutube>>

/** Length of every video of the stand-in, and its frames per second. */
export const VIDEO_SECONDS = 20
export const FRAME_RATE = 30
/** Maximum height of the stand-in's videos: viewers of these journeys may not download more. */
const MAX_HEIGHT = 480

export const linkTo = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`

export const realYtdlp = findProgram('yt-dlp')

export async function startOfflineYoutube() {
  const standin = await startYoutubeStandin({ seconds: VIDEO_SECONDS, upToHeight: MAX_HEIGHT })
  const folder = await mkdtemp(join(tmpdir(), 'kerf-installed-ytdlp-'))
  const scriptedYtdlp = await installScriptedYtdlp(folder)
  return {
    standin,
    scriptedYtdlp,
    /** The environment that makes a server use the stand-in as YouTube, with this yt-dlp. */
    environment: (ytdlpPath: string): Record<string, string> => ({
      OUTBOUND_PROXY: standin.proxyUrl,
      YTDLP_PATH: ytdlpPath,
      SSL_CERT_FILE: standin.caPath,
    }),
    async close() {
      await standin.close()
      await rm(folder, { recursive: true })
    },
  }
}
