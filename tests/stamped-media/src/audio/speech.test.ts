import { expect, it } from 'vitest'
import { makeYoutubeRenditions } from '../make-youtube-renditions.ts'
import { readStamps } from '../read-stamps.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { DUB_AHEAD_SECONDS, SPEECH, wordStart } from './speech.ts'
import { audioOffsetSeconds } from './stamped-audio.ts'

it('speech is silent between sentences, and its timing identifies its language', async () => {
  const renditions = await makeYoutubeRenditions(temporaryDirectory(), { seconds: 6, upToHeight: 0, hasSpeech: true })
  expect(renditions.map(({ itag, speech }) => `${itag} ${speech}`)).toEqual([
    '140 undefined',
    '140 original',
    '140 dubbed',
    '251 undefined',
    '251 original',
    '251 dubbed',
  ])
  for (const { path, speech } of renditions.filter((rendition) => rendition.speech)) {
    const { audio } = await readStamps(path)
    const { sampleRate, channels } = audio!
    const sliceChannels = (start: number, end: number) =>
      channels.map((channel) => channel.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate)))
    const secondSentenceStart = wordStart(1, 0)
    const aheadSeconds = speech === 'dubbed' ? DUB_AHEAD_SECONDS : 0
    const spokenAudio = { sampleRate, channels: sliceChannels(secondSentenceStart, secondSentenceStart + 2) }
    expect(Math.abs(audioOffsetSeconds(spokenAudio, secondSentenceStart + aheadSeconds) ?? 1)).toBeLessThan(0.001)
    expect(audioOffsetSeconds(spokenAudio, secondSentenceStart + DUB_AHEAD_SECONDS - aheadSeconds)).toBeNull()
    // The margin of 50 ms leaves out the edges, which encoders smear.
    const [pause] = sliceChannels(wordStart(0, SPEECH.words) + 0.05, secondSentenceStart - 0.05)
    expect(Math.max(...pause!.map(Math.abs))).toBeLessThan(0.02)
  }
})
