import type { ResolverStep } from '../../resolver-step.ts'
import type { Question, YtdlpRunner } from '../../ytdlp/ytdlp-runner.ts'
import { parseVideoInfo } from '../answers/parse-video-info.ts'
import { verdictOfYtdlp } from '../answers/step-verdicts.ts'

/**
 * yt-dlp's default clients and others that it leaves out, but not visionOS: earlier steps use the client visionOS, and
 * its addresses would precede those of the other clients.
 */
const CLIENTS_WITH_SCRIPTS = 'youtube:player_client=default,-visionos,web_embedded,tv_downgraded'

/** The question about a video. `node` runs the player's scripts; null if none are run. */
export const youtubeQuestion = (videoId: string, node: string | null): Omit<Question, 'proxyUrl'> => ({
  url: `https://www.youtube.com/watch?v=${videoId}`,
  extractors: ['youtube'],
  node,
  extractorArguments: CLIENTS_WITH_SCRIPTS,
  verdictOf: verdictOfYtdlp,
})

/** Returns two steps: yt-dlp with its own choice of clients, and yt-dlp with Node, which runs the player's scripts. */
export function ytdlpSteps(runner: YtdlpRunner, proxyUrlFor: (egressId: string) => string, withScripts: boolean) {
  const step = (name: string, node: string | null): ResolverStep => ({
    name,
    async resolve(videoId, egressId, signal) {
      const answer = await runner.ask({ ...youtubeQuestion(videoId, node), proxyUrl: proxyUrlFor(egressId) }, signal)
      return answer.ok ? parseVideoInfo(answer.json, videoId, 'yt-dlp') : answer
    },
  })
  return [step('ytdlp', null), ...(withScripts ? [step('ytdlp-scripts', process.execPath)] : [])]
}
