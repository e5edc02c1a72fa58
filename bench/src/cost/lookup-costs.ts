import { execFileSync } from 'node:child_process'
import { videoIds } from '@kerf/standins/youtube/videos'
import { startKerf } from '../../../tests/journeys/src/harness/start-kerf.ts'
import { Visitor } from '../../../tests/journeys/src/harness/visitor.ts'
import { linkTo, realYtdlp, startOfflineYoutube } from '../../../tests/journeys/src/harness/youtube.ts'
import type { CostServer } from './cost-server.ts'
import type { LookupCosts } from './measured-costs.ts'
import { processTimes } from './process-times.ts'

const MEDIA_LINKS = 8
const YOUTUBE_LINKS = [videoIds.ordinary, videoIds.ordinary, videoIds.ordinary]

/** Processor seconds of a server and its children for each link that nobody has pasted before. */
export async function lookupCosts(server: CostServer): Promise<LookupCosts> {
  const someone = new Visitor(server.kerf.url)
  await server.settle()
  const before = bothOf(server.kerf.processId)
  for (let link = 0; link < MEDIA_LINKS; link++) await someone.process(`${server.linkOf('h264-360')}?lookup=${link}`)
  await server.settle()
  const mediaLink = (bothOf(server.kerf.processId) - before) / MEDIA_LINKS
  return { mediaLink, youtube: realYtdlp === null ? null : await youtubeCosts(realYtdlp) }
}

/** Each on a server of its own: what YouTube said is kept. */
async function youtubeCosts(ytdlpPath: string): Promise<LookupCosts['youtube']> {
  const youtube = await startOfflineYoutube()
  let processorSeconds = 0
  let bytes = 0
  let requests = 0
  try {
    for (const id of YOUTUBE_LINKS) {
      const kerf = await startKerf({ environment: youtube.environment(ytdlpPath) })
      try {
        youtube.standin.reset()
        const before = bothOf(kerf.processId)
        await new Visitor(kerf.url).process(linkTo(id))
        processorSeconds += bothOf(kerf.processId) - before
        const asked = youtube.standin.requests()
        requests += asked.length
        bytes += asked.reduce((sum, request) => sum + request.bytes, 0)
      } finally {
        await kerf.dispose()
      }
    }
  } finally {
    await youtube.close()
  }
  const times = YOUTUBE_LINKS.length
  const ytdlp = execFileSync(ytdlpPath, ['--version'], { encoding: 'utf8' }).trim()
  return { processorSeconds: processorSeconds / times, bytes: bytes / times, requests: requests / times, ytdlp }
}

function bothOf(processId: number): number {
  const { own, children } = processTimes(processId)
  return own + children
}
