import { SPEECH, wordStart } from '@kerf/stamped-media/speech'
import { wordsOfSentence } from '@kerf/standins/youtube/captions/spoken-words'
import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it } from 'vitest'
import { PATIENTLY } from './harness/browser.ts'
import { expectExactClip } from './harness/exact-clip.ts'
import { openStage } from './harness/stage.ts'
import { FRAME_RATE, linkTo } from './harness/youtube.ts'

const stage = openStage({ youtube: false })

const SENTENCE = 2
const SAID = { startTime: wordStart(SENTENCE, 0), endTime: wordStart(SENTENCE, SPEECH.words) }
const FARTHEST_SILENCE_SECONDS = 0.25

it('a visitor who knows only what was said searches for it, takes it, and saves a clip of just that sentence', async () => {
  const visit = await stage.visit({ path: `/?url=${encodeURIComponent(linkTo(videoIds.captioned))}` })
  await visit.arriveAtVideo('With captions')
  const words = wordsOfSentence(SENTENCE, 'en').join(' ')
  await visit.page.getByRole('searchbox', { name: 'Search what is said' }).fill(words.toUpperCase().replace('É', 'E'))
  await visit.seeText('1 of 1')
  await visit.button('Use as range').click()
  const isTaken = async () => (await visit.range())[0] > 0
  await expect.poll(isTaken, PATIENTLY).toBe(true)
  const [startTime, endTime] = await visit.range()
  // Around the sentence, and no farther from it than a silence may be.
  expect(startTime).toBeLessThanOrEqual(SAID.startTime)
  expect(startTime).toBeGreaterThanOrEqual(SAID.startTime - FARTHEST_SILENCE_SECONDS)
  expect(endTime).toBeGreaterThanOrEqual(SAID.endTime)
  expect(endTime).toBeLessThanOrEqual(SAID.endTime + FARTHEST_SILENCE_SECONDS)

  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
  const { bytes } = await visit.save('360p')
  await expectExactClip(bytes, { startTime, endTime }, FRAME_RATE)
})
