import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DUB_AHEAD_SECONDS, SPEECH, wordStart } from '@kerf/stamped-media/audio/speech'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { readText } from '@kerf/stamped-media/read-text'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { wordsOfSentence } from '@kerf/standins/youtube/captions/spoken-words'
import { videoIds } from '@kerf/standins/youtube/videos'
import { expect } from 'vitest'
import { isFullRun, it, itAtLength } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

const SENTENCE = 2
const SENTENCE_TIMES = { startTime: wordStart(SENTENCE, 0), endTime: wordStart(SENTENCE, SPEECH.words) }
const MAX_SILENCE_SECONDS = 0.25

it('a visitor searches for a spoken sentence, selects it, and saves a clip of just that sentence', async () => {
  const visit = await testbed.visit({ path: `/?url=${encodeURIComponent(linkTo(videoIds.captioned))}` })
  await visit.arriveAtVideo('With captions')
  const words = wordsOfSentence(SENTENCE, 'en').join(' ')
  await visit.page.getByRole('searchbox', { name: 'Search what is said' }).fill(words.toUpperCase().replace('É', 'E'))
  await visit.seeText('1 of 1')
  await visit.button('Use as range').click()
  const isRangeSet = async () => (await visit.readRange())[0] > 0
  await expect.poll(isRangeSet, PATIENTLY).toBe(true)
  const [startTime, endTime] = await visit.readRange()
  // The range contains the sentence, with at most MAX_SILENCE_SECONDS more at each end.
  expect(startTime).toBeLessThanOrEqual(SENTENCE_TIMES.startTime)
  expect(startTime).toBeGreaterThanOrEqual(SENTENCE_TIMES.startTime - MAX_SILENCE_SECONDS)
  expect(endTime).toBeGreaterThanOrEqual(SENTENCE_TIMES.endTime)
  expect(endTime).toBeLessThanOrEqual(SENTENCE_TIMES.endTime + MAX_SILENCE_SECONDS)

  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
  const { bytes } = await visit.save('360p')
  await expectExactClip(bytes, { startTime, endTime }, FRAME_RATE)
})

it('a visitor who types times before the transcript is known keeps them', async () => {
  const words = encodeURIComponent(wordsOfSentence(SENTENCE, 'en').join(' '))
  const visit = await testbed.visit({ path: '/terms' })
  const transcripts = await visit.holdRequests(({ url }) => new URL(url()).pathname.endsWith('/transcript'))
  const link = encodeURIComponent(linkTo(videoIds.captioned))
  await visit.page.goto(new URL(`/?url=${link}&words=${words}`, testbed.kerf.url).href)
  await visit.seeVideo('With captions')
  await expect.poll(transcripts.count, PATIENTLY).toBe(1)
  await visit.typeRange('0:02', '0:05')
  await expect.poll(() => visit.readRange(), PATIENTLY).toEqual([2, 5])
  transcripts.release()
  await visit.page.getByRole('searchbox', { name: 'Search what is said' }).waitFor()
  expect(await visit.readRange()).toEqual([2, 5])
})

/** A range from the middle of sentence 0 to the end of sentence 1. Both ends are at frames. */
const RANGE = { startTime: 1.4, endTime: 6 }
const sentencesInRange = [0, 1].map((sentence) => ({
  startTime: Math.max(0, wordStart(sentence, 0) - RANGE.startTime),
  endTime: wordStart(sentence, SPEECH.words) - RANGE.startTime,
  words: wordsOfSentence(sentence, 'en'),
}))

it("a visitor gets subtitles as a track in the clip and as files, at the clip's times", async () => {
  const link = encodeURIComponent(linkTo(videoIds.captioned))
  const visit = await testbed.visit({
    path: `/?url=${link}&start=${RANGE.startTime}&end=${RANGE.endTime}&subtitles=track`,
  })
  await visit.arriveAtVideo('With captions')
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
  const { bytes } = await visit.save('360p')
  await expectExactClip(bytes, RANGE, FRAME_RATE)
  const path = join(temporaryDirectory(), 'clip.mp4')
  await writeFile(path, bytes)
  const { subtitles } = await readText(path)
  expect(subtitles).toMatchObject([{ codec: 'mov_text', language: 'eng' }])
  expectCues(subtitles[0]!.cues)

  await visit.field('Subtitles').selectOption('Beside the clip (.srt, .vtt)')
  await visit.optionButton('360p', 'Download').click()
  const files = visit.option('360p').getByRole('group', { name: 'Subtitles of 360p' })
  await files.waitFor()
  const savedFile = await visit.saveBy(files.getByRole('button', { name: '.srt', exact: true }))
  expect(savedFile.name).toBe('kerf_360p.srt')
  const subtitlesRequest = visit.page.waitForRequest(/\/subtitles\?format=vtt/)
  await visit.saveBy(files.getByRole('button', { name: '.vtt', exact: true }))
  expectCues(await cuesOfTrack(visit, (await subtitlesRequest).url()))
  expectCues(cuesOfSrt(String(await savedFile.bytes())))
  const zip = await visit.saveBy(files.getByRole('button', { name: 'Clip and subtitles (.zip)' }))
  expect(zip.name).toBe('kerf_360p.zip')
  for (const name of ['kerf_360p.mp4', 'kerf_360p.srt']) expect((await zip.bytes()).includes(name)).toBe(true)
})

itAtLength('a visitor gets the transcript of an MP3 as a file', async () => {
  const link = encodeURIComponent(linkTo(videoIds.captioned))
  const visit = await testbed.visit({
    path: `/?url=${link}&start=${RANGE.startTime}&end=${RANGE.endTime}&subtitles=file`,
  })
  await visit.arriveAtVideo('With captions')
  const label = 'Audio (MP3, 320 kbps)'
  await visit.optionButton(label, 'Download').click()
  const files = visit.option(label).getByRole('group', { name: `Subtitles of ${label}` })
  const savedFile = await visit.saveBy(files.getByRole('button', { name: '.srt', exact: true }))
  expect(savedFile.name).toBe('kerf_audio_only.srt')
  expectCues(cuesOfSrt(String(await savedFile.bytes())))
})

itAtLength('a visitor searches three hours of speech, in left-to-right and right-to-left text', async () => {
  const visit = await testbed.visit({ path: `/?url=${encodeURIComponent(linkTo(videoIds.threeHours))}` })
  await visit.arriveAtVideo('Three hours')
  const sentence = 2900
  for (const language of ['en', 'ar'] as const) {
    await visit.field('Captions').selectOption(language)
    await visit.page
      .getByRole('searchbox', { name: 'Search what is said' })
      .fill(wordsOfSentence(sentence, language).join(' '))
    await visit.seeText('1 of 1')
    await visit.button('Use as range').click()
    await expect.poll(async () => Math.round((await visit.readRange())[0]), PATIENTLY).toBe(3 * sentence)
    await visit.typeRange('0:00', '0:10')
  }
})

it('a visitor gets a dubbed video in the chosen language', async () => {
  const [startTime, endTime] = [6, 7.5]
  const link = encodeURIComponent(linkTo(videoIds.dubbed))
  const visit = await testbed.visit({ path: `/?url=${link}&start=${startTime}&end=${endTime}` })
  await visit.arriveAtVideo('Dubbed')
  const germanTrack = ['German', DUB_AHEAD_SECONDS] as const
  // Other journeys cover the original track.
  for (const [label, aheadSeconds] of isFullRun ? [germanTrack, ['English (original)', 0] as const] : [germanTrack]) {
    await visit.field('Audio track').selectOption({ label })
    await visit.optionButton('360p', 'Download').click()
    const { bytes } = await visit.save('360p')
    const path = join(temporaryDirectory(), 'clip.mp4')
    await writeFile(path, bytes)
    const { audio, frames } = await readStamps(path)
    expect(frames).toHaveLength((endTime - startTime) * FRAME_RATE)
    expect(
      Math.abs(audioOffsetSeconds(audio!, startTime + aheadSeconds + audio!.startSeconds) ?? 1),
    ).toBeLessThanOrEqual(0.001)
    expect((await readText(path)).audioLanguage).toBe(aheadSeconds > 0 ? 'deu' : 'eng')
  }
})

/** Cues of a subtitle file as the browser's player reads them. */
function cuesOfTrack(visit: Visit, address: string) {
  return visit.page.evaluate(async (url) => {
    const video = document.createElement('video')
    const track = document.createElement('track')
    track.src = url
    const trackLoad = new Promise((resolve, reject) => {
      track.addEventListener('load', resolve)
      track.addEventListener('error', reject)
    })
    video.append(track)
    // A video outside the document may be collected as garbage before its track has loaded.
    document.body.append(video)
    track.track.mode = 'hidden'
    await trackLoad
    video.remove()
    const cues = [...(track.track.cues ?? [])] as VTTCue[]
    return cues.map(({ startTime, endTime, text }) => ({ startTime, endTime, text }))
  }, address)
}

function cuesOfSrt(text: string) {
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, times = '', ...lines] = block.split('\n')
      const [startTime = 0, endTime = 0] = times.split(' --> ').map(parseSubtitleTime)
      return { startTime, endTime, text: lines.join('\n') }
    })
}

/** Seconds of a time such as `00:01:02,345`. */
function parseSubtitleTime(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(',', '.').split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

function expectCues(cues: readonly { startTime: number; endTime: number; text: string }[]): void {
  const words = cues.map(({ text }) =>
    text
      .replace(/[.\n]+/g, ' ')
      .trim()
      .split(' '),
  )
  expect(words).toEqual(sentencesInRange.map((sentence) => sentence.words))
  for (const [index, { startTime, endTime }] of cues.entries()) {
    expect(Math.abs(startTime - sentencesInRange[index]!.startTime)).toBeLessThanOrEqual(0.001)
    expect(Math.abs(endTime - sentencesInRange[index]!.endTime)).toBeLessThanOrEqual(0.001)
  }
}
