import { type Download, readDownloadSubtitles, readDownloadZip } from '@kerf/contract/download'
import { pathFor } from '@kerf/contract/protocol/client'
import { readTranscript } from '@kerf/contract/video'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showOnOneOfBothScreens } from '../../../testing/at-length.ts'
import { exampleOwnDownload } from '../../../testing/examples/account-examples.ts'
import {
  AUTOMATIC_CAPTIONS,
  DUBBED_TRACKS,
  ENGLISH_CAPTIONS,
  transcriptOf,
} from '../../../testing/examples/video-examples.ts'
import {
  button,
  expectNoFaults,
  field,
  inputIn,
  optionsOf,
  saveBy,
  see,
  seeNo,
  seeText,
  seeToast,
  seeVisibleText,
} from '../../../testing/screen.ts'
import { answerRequests, requestedPaths, scriptCall } from '../../../testing/scripted-server.ts'
import {
  addressParameter,
  openFold,
  openSample,
  option,
  optionButton,
  scriptClips,
  scriptVideo,
} from '../../../testing/video.ts'

/** Opens the sample, dubbed and with captions. */
async function openDubbed(query = ''): Promise<void> {
  scriptVideo({ captions: [ENGLISH_CAPTIONS, AUTOMATIC_CAPTIONS], audioTracks: DUBBED_TRACKS })
  scriptCall(readTranscript, () => transcriptOf(['one two', 'three four'], 30))
  await openSample(`&start=10&end=20${query}`)
  await see(field('Subtitles'))
}

const receiptOf = ({ subtitles }: Partial<Download>) => ({
  audioTrack: 'Deutsch',
  chapters: 2,
  ...(subtitles && subtitles.as !== 'file' ? { subtitles: { label: 'English', as: subtitles.as, cues: 7 } } : {}),
})

describe('the audio track and subtitles of a clip', () => {
  it('are chosen once, go into each request that supports them, and are in the address', async () => {
    await openDubbed()
    const calls = scriptClips(receiptOf)
    expect(optionsOf('Audio track')).toEqual(['English (original)', 'Deutsch'])
    await field('Audio track').selectOptions('Deutsch')
    await field('Subtitles').selectOptions('Burned in')
    await seeText('MP4 only; other formats come without. Burning in re-encodes the whole clip.')
    await field('Style').selectOptions('Box')
    await field('Language of the subtitles').selectOptions('English (automatic)')
    await optionButton('360p', 'Download').click()
    await see(optionButton('360p', /^Download \(/))
    await optionButton('Audio (MP3, 320 kbps)', 'Download').click()
    await expect.poll(() => calls.length).toBe(2)
    const range = { ranges: [{ startTime: 10, endTime: 20 }] }
    expect(calls.map(({ body }) => body)).toEqual([
      {
        quality: '360p',
        format: 'mp4',
        ...range,
        audioTrack: 'de',
        subtitles: { captions: 'en-auto', as: 'burned', style: 'box' },
      },
      { quality: 'audio', format: 'mp3', ...range, audioTrack: 'de' },
    ])
    await optionButton('360p', 'How exact is this?').click()
    await seeVisibleText(
      option('360p').getByRole('group', { name: 'Your clip' }),
      /Audio track\s+Deutsch\s+Subtitles\s+English, burned in\s+Lines of subtitles\s+7\s+Chapters\s+2/,
    )

    // Another choice is another clip; the first one stays available.
    await field('Subtitles').selectOptions('In the clip (text track)')
    await see(optionButton('360p', 'Download'))
    await see(optionButton('360p', 'Save your clip of 0:10 to 0:20, burned-in subtitles'))
    const readAddress = () => ['track', 'captions', 'subtitles'].map(addressParameter)
    await expect.poll(readAddress).toEqual(['de', 'en-auto', 'track'])
    await openFold('More')
    const copy = vi.spyOn(navigator.clipboard, 'writeText')
    await button('Copy link to this trim').click()
    await seeToast('Link Copied')
    expect(copy).toHaveBeenCalledWith(
      `${location.origin}/?url=sample&start=10&end=20&track=de&captions=en-auto&subtitles=track`,
    )
    await field('Subtitles').selectOptions('None')
    await field('Audio track').selectOptions('English (original)')
    await field('Captions').selectOptions('English')
    await expect.poll(readAddress).toEqual([null, null, null])
  })

  it('come from the address, and have no accessibility faults', async () => {
    await showOnOneOfBothScreens()
    await openDubbed('&track=de&captions=en-auto&subtitles=burned-yellow')
    const labels = ['Audio track', 'Subtitles', 'Language of the subtitles', 'Style']
    expect(labels.map(inputIn)).toEqual(['de', 'burned', 'en-auto', 'yellow'])
    await expectNoFaults()
  })

  it('may be separate subtitle files, saved on their own or in a zip with the clip', async () => {
    await openDubbed()
    const calls = scriptClips(receiptOf)
    await field('Subtitles').selectOptions('Beside the clip (.srt, .vtt)')
    await optionButton('360p', 'Download').click()
    const files = option('360p').getByRole('group', { name: 'Subtitles of 360p' })
    await see(files)
    expect(calls[0]!.body.subtitles).toEqual({ captions: 'en', as: 'file' })
    const { id } = exampleOwnDownload('clip1')
    const formats: (string | null)[] = []
    answerRequests(({ url }) => {
      if (url.pathname === pathFor(readDownloadZip, { id })) return new Response('PK')
      if (url.pathname !== pathFor(readDownloadSubtitles, { id })) return undefined
      formats.push(url.searchParams.get('format'))
      return new Response('WEBVTT\n')
    })
    const saveFile = (name: string) => saveBy(files.getByRole('button', { name }))
    expect((await saveFile('.srt')).name).toBe('kerf_720p.srt')
    expect((await saveFile('.vtt')).name).toBe('kerf_720p.vtt')
    expect(formats).toEqual(['srt', 'vtt'])
    expect(new URL((await saveFile('Clip and subtitles (.zip)')).url).pathname).toBe(pathFor(readDownloadZip, { id }))
  })

  it('are hidden if there is no choice; one line states that the video has no captions', async () => {
    scriptVideo()
    await openSample()
    await seeText('This video has no captions.')
    expect(requestedPaths().filter((path) => /transcript/i.test(path))).toEqual([])
    await seeNo(page.getByRole('grid', { name: 'What is said, with times' }))
    expect(page.getByText(/^(Subtitles|Audio track)$/).length).toBe(0)
    expect(page.getByText(/chapter/i).length).toBe(0)
    await openFold('Snap and zoom')
    expect(optionsOf('Snap')).not.toContain('Chapters')
  })
})
