import {
  type Download,
  listDownloads,
  readDownload,
  readDownloadSubtitles,
  readDownloadZip,
  requestDownload,
} from '@kerf/contract/download'
import { pathFor } from '@kerf/contract/protocol/client'
import { describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { rewriteVideos } from '../harness/sample-clip.ts'
import { EXAMPLE_RECEIPT, exampleOwnDownload } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import { AUTOMATIC, ENGLISH, scriptSpeech, transcriptOf } from '../harness/spoken-sample.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

/** Opens the sample, dubbed and with captions. */
async function visitDubbed(query = '', options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg', ...options })
  await scriptSpeech(visit, { transcript: () => transcriptOf(['one two', 'three four'], 30) })
  await rewriteVideos(visit, (video) => {
    video.captions = [ENGLISH, AUTOMATIC]
    video.audioTracks = [
      { id: 'en', language: 'en', label: 'English', isOriginal: true },
      { id: 'de', language: 'de', label: 'Deutsch', isOriginal: false },
    ]
  })
  await visit.goToSample(`&start=10&end=20${query}`)
  await visit.field('Subtitles').waitFor()
  return visit
}

/** Answers each request of a clip with a finished one. */
async function scriptClips(visit: Visit) {
  const downloads: Download[] = []
  await scriptCall(visit, listDownloads, () => ({ downloads: [...downloads].reverse() }))
  await scriptCall(visit, readDownload, ({ params }) => downloads.find(({ id }) => id === params.id)!)
  return scriptCall(visit, requestDownload, ({ body }, nth) => {
    const { audioTrack = null, subtitles = null } = body
    const clip = {
      quality: body.quality as Download['quality'],
      format: body.format as Download['format'],
      startTime: 10,
      endTime: 20,
      audioTrack,
      subtitles,
    }
    const subtitlesInClip =
      subtitles && subtitles.as !== 'file' ? { subtitles: { label: 'English', as: subtitles.as, cues: 7 } } : {}
    const receipt = { ...EXAMPLE_RECEIPT!, audioTrack: 'Deutsch', chapters: 2, ...subtitlesInClip }
    const { title: _title, url: _url, ...download } = exampleOwnDownload(`clip${nth}`, { ...clip, receipt })
    downloads.push(download)
    return download
  })
}

const query = (visit: Visit) => new URL(visit.page.url()).searchParams

describe('what a clip carries beside its frames', () => {
  it('is chosen once, goes into each request as far as the format can have it, and is in the address', async () => {
    const visit = await visitDubbed()
    const calls = await scriptClips(visit)
    expect(await visit.field('Audio track').locator('option').allTextContents()).toEqual([
      'English (original)',
      'Deutsch',
    ])
    await visit.field('Audio track').selectOption('Deutsch')
    await visit.field('Subtitles').selectOption('Burned in')
    await visit.seeText('MP4 only; other formats come without. Burning in re-encodes the whole clip.')
    await visit.field('Style').selectOption('Box')
    await visit.field('Language of the subtitles').selectOption('English (automatic)')
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await visit.optionButton('Audio (MP3, 320 kbps)', 'Download').click()
    await expect.poll(() => calls.length, PATIENTLY).toBe(2)
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
    await visit.optionButton('360p', 'How exact is this?').click()
    const receipt = visit.option('360p').getByRole('group', { name: 'Your clip' })
    await expect
      .poll(() => receipt.innerText(), PATIENTLY)
      .toMatch(/Audio track\s+Deutsch\s+Subtitles\s+English, burned in\s+Lines of subtitles\s+7\s+Chapters\s+2/)

    // Another choice is another clip; the first one stays available.
    await visit.field('Subtitles').selectOption('In the clip (text track)')
    await visit.optionButton('360p', 'Download').waitFor()
    await visit.optionButton('360p', 'Save your clip of 0:10 to 0:20, burned-in subtitles').waitFor()
    const readAddress = () => ['track', 'captions', 'subtitles'].map((name) => query(visit).get(name))
    await expect.poll(readAddress, PATIENTLY).toEqual(['de', 'en-auto', 'track'])
    await visit.openFold('More')
    await visit.button('Copy link to this trim').click()
    await visit.seeToast('Link Copied')
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${stage.kerf.url}/?url=sample&start=10&end=20&track=de&captions=en-auto&subtitles=track`,
    )
    await visit.field('Subtitles').selectOption('None')
    await visit.field('Audio track').selectOption('English (original)')
    await visit.field('Captions').selectOption('English')
    await expect.poll(readAddress, PATIENTLY).toEqual([null, null, null])
  })

  it('is opened by an address, and is free of accessibility faults', async () => {
    const visit = await visitDubbed('&track=de&captions=en-auto&subtitles=burned-yellow', { screen: PHONE })
    const values = async () =>
      Promise.all(
        ['Audio track', 'Subtitles', 'Language of the subtitles', 'Style'].map((name) =>
          visit.field(name).inputValue(),
        ),
      )
    expect(await values()).toEqual(['de', 'burned', 'en-auto', 'yellow'])
    await visit.expectNoFaults()
  })

  it('may be files beside the clip, which are saved by themselves or in a zip with it', async () => {
    const visit = await visitDubbed()
    const calls = await scriptClips(visit)
    await visit.field('Subtitles').selectOption('Beside the clip (.srt, .vtt)')
    await visit.optionButton('360p', 'Download').click()
    const files = visit.option('360p').getByRole('group', { name: 'Subtitles of 360p' })
    await files.waitFor()
    expect(calls[0]!.body.subtitles).toEqual({ captions: 'en', as: 'file' })
    const { id } = exampleOwnDownload('clip1')
    const formats: (string | null)[] = []
    await visit.answer(`*${pathFor(readDownloadSubtitles, { id })}*`, (request) => {
      formats.push(new URL(request.url()).searchParams.get('format'))
      return { body: 'WEBVTT\n', headers: { 'content-type': 'text/plain' } }
    })
    await visit.answer(`*${pathFor(readDownloadZip, { id })}`, () => ({
      body: 'PK',
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="kerf_720p.zip"' },
    }))
    const save = (name: string) => visit.saveBy(files.getByRole('button', { name, exact: true }))
    expect((await save('.srt')).name).toBe('kerf_720p.srt')
    expect((await save('.vtt')).name).toBe('kerf_720p.vtt')
    expect(formats).toEqual(['srt', 'vtt'])
    expect((await save('Clip and subtitles (.zip)')).name).toBe('kerf_720p.zip')
  })

  it('is not asked about where there is no choice; that nothing of it can be searched is said in one quiet line', async () => {
    const visit = await stage.visit()
    await rewriteVideos(visit, (video) => {
      video.captions = []
      video.audioTracks = []
      video.chapters = []
    })
    await visit.openSample()
    await visit.seeText('This video has no captions.')
    expect(visit.requestedUrls.filter((url) => /transcript/i.test(url))).toEqual([])
    expect(await visit.page.getByRole('grid', { name: 'What is said, with times' }).count()).toBe(0)
    expect(await visit.page.getByText(/^(Subtitles|Audio track)$/).count()).toBe(0)
    expect(await visit.page.getByText(/chapter/i).count()).toBe(0)
    await visit.openFold('Snap and zoom')
    expect(await visit.field('Snap').locator('option').allTextContents()).not.toContain('Chapters')
  })

  itAtLength('is free of accessibility faults in the light and in the dark, on a phone and a desktop', async () => {
    for (const screen of [PHONE, DESKTOP]) {
      const visit = await visitDubbed('&subtitles=burned', { screen })
      await visit.expectNoFaultsInBothThemes()
    }
  })
})
