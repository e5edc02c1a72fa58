import { expect, it } from 'vitest'
import { goWith, hostileAnswers } from './hostile-answers.fixture.ts'

const COUNT = Number(process.env.YTDLP_ANSWERS ?? 20_000)

it('whatever yt-dlp prints is a video that can be kept, shown and fetched, or a refusal, also the twenty thousandth time', async () => {
  const seed = Number(process.env.CUTTER_SEED ?? 1)
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let videos = 0
  let longestMilliseconds = 0
  for (const text of hostileAnswers(COUNT, random)) {
    const began = performance.now()
    const isVideo = await goWith(text).catch((error: unknown) => {
      throw new Error(`Seed ${seed}: ${text.slice(0, 2000)}`, { cause: error })
    })
    videos += isVideo ? 1 : 0
    longestMilliseconds = Math.max(longestMilliseconds, performance.now() - began)
  }
  console.log(
    `Answers of yt-dlp: ${COUNT} by seed ${seed}, ${videos} videos, at most ${longestMilliseconds.toFixed(0)} ms.`,
  )
  expect(videos).toBeGreaterThan(COUNT / 5)
})
