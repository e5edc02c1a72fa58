import type { Video } from '@kerf/contract/video'
import type { Visit } from './visit.ts'

/** The page is told something else about the next videos than the server says: a length, or a sound, that the sample has not. */
export async function retellVideos(visit: Visit, change: (video: Video) => void): Promise<void> {
  await visit.context.route('**/api/video/process', async (route) => {
    const response = await route.fetch()
    const lines = (await response.text()).split('\n').filter((line) => line !== '')
    const retold = lines.map((line) => {
      const news = JSON.parse(line) as { video?: Video }
      if (news.video) change(news.video)
      return JSON.stringify(news)
    })
    await route.fulfill({ response, body: `${retold.join('\n')}\n` })
  })
}
