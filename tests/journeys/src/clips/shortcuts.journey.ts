import { describe, expect, it } from 'vitest'
import { ENGLISH_CAPTIONS, transcriptOf } from '../../../../apps/web/src/testing/examples/video-examples.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, rewriteVideos, visitSample } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { scriptSpeech } from '../harness/spoken-sample.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const queryOf = (visit: Visit) => new URL(visit.page.url()).searchParams
const readClipboard = (visit: Visit) => visit.page.evaluate(() => navigator.clipboard.readText())

describe('a quote beside a link', () => {
  const SENTENCES = ["We'll begin at the sea.", 'Then come the hills.', 'Snow has fallen in the forest.']

  async function visitSpoken(path = '/'): Promise<Visit> {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await scriptSpeech(visit, { transcript: () => transcriptOf(SENTENCES, 20) })
    await rewriteVideos(visit, (video) => {
      video.captions = [ENGLISH_CAPTIONS]
      video.waveform = null
    })
    await visit.page.goto(new URL(path, visit.page.url()).href)
    return visit
  }

  it('opens the video where these words are said', async () => {
    const visit = await visitSpoken()
    await visit.submitLink('kerf:sample \u201cCOME the hills\u201d')
    await visit.arriveAtVideo(SAMPLE)
    const [, sentence] = SENTENCES
    const secondsPerCharacter = 20 / sentence!.length
    await expectRange(visit, 20 + 5 * secondsPerCharacter, 40, 0.07)
    await expect.poll(() => queryOf(visit).get('words'), PATIENTLY).toBeNull()
    await expect.poll(() => visit.page.getByRole('searchbox').inputValue(), PATIENTLY).toBe('COME the hills')
  })

  it('is found in an address, too, in front of the link', async () => {
    const visit = await visitSpoken(`/?url=${encodeURIComponent('"we\u2019ll begin"\nkerf:sample')}`)
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 0, (11 * 20) / SENTENCES[0]!.length, 0.07)
  })

  it('that nobody says is called that, and the video opens as ever', async () => {
    const visit = await visitSpoken()
    await visit.submitLink('kerf:sample "goodbye"')
    await visit.arriveAtVideo(SAMPLE)
    await visit.seeText(/\u201cgoodbye\u201d/)
    expect(await visit.readRange()).toEqual([0, 60])
  })
})

describe('the cards of the first page', () => {
  it('open the sample at some words, or at a cut; they are links before their code is there', async () => {
    const html = await (await fetch(stage.kerf.url)).text()
    expect(html).toMatch(/<a href="\/\?url=sample&amp;start=20&amp;end=30">/)
    const visit = await stage.visit()
    await visit.page.getByRole('link', { name: 'a balloon at noon,' }).click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 20, 30)
    await visit.page.goBack()
    const seam = visit.page.getByRole('link', { name: 'Open the sample at this cut' })
    await expect
      .poll(
        () => visit.page.getByAltText('0:21.367').evaluate((image: HTMLImageElement) => image.naturalWidth),
        PATIENTLY,
      )
      .toBe(416)
    await seam.click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 21.4, 27.4)
  })

  it('stay, and lead to the sample, if their code never comes', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    visit.expectComplaint(/ERR_FAILED/)
    const lateScripts = /\/assets\/(?!index-)[^/]*\.js$/
    await visit.context.route(lateScripts, (route) => route.abort())
    await visit.page.goto(stage.kerf.url)
    await visit.page.getByText('Does it work on a phone?').click()
    await visit.seeText(/On an iPhone the clip is in the Files app/)
    await visit.context.unroute(lateScripts)
    await visit.page.getByRole('link', { name: 'a road at dusk,' }).click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 40, 50)
  })

  it('fit a phone, with the questions that are not about plans', async () => {
    const visit = await stage.visit({ screen: PHONE, path: '/#faq' })
    const firstQuestion = 'What does “exact to the frame” mean?'
    for (const question of [
      firstQuestion,
      'What is kept, and for how long?',
      'Does it work on a phone?',
      'Can I cancel anytime?',
    ])
      await visit.page.locator('#faq summary', { hasText: question }).waitFor()
    await visit.page.getByText('Does it work on a phone?').click()
    await visit.seeText(/On an iPhone the clip is in the Files app/)
    await visit.expectNoFaults()
  })
})

describe('presets', () => {
  it('are saved under what they are, applied after a reload, and deleted', async () => {
    const visit = await visitSample(stage, '&start=10&end=20&crop=9:16&max=10MB')
    const presets = visit.region('Presets')
    const openPanel = () => visit.button('Make it fit').click()
    await openPanel()
    const name = /^360p · 9:16 · 10\sMB$/
    await presets.getByRole('button', { name: 'Save as preset' }).click()
    await presets.getByRole('button', { name, pressed: true }).waitFor()
    await presets.getByRole('textbox', { name: 'Name of the preset' }).fill('Loud')
    await visit.field('Loudness').selectOption({ index: 1 })
    await presets.getByRole('textbox', { name: 'Name of the preset' }).press('Enter')
    await presets.getByRole('button', { name: 'Loud', exact: true, pressed: true }).waitFor()
    await visit.expectNoFaults()

    await visit.goToSample('&start=30&end=40')
    await openPanel()
    await presets.getByRole('button', { name }).click()
    await expect.poll(() => queryOf(visit).get('max'), PATIENTLY).toBe('10MB')
    expect(queryOf(visit).get('crop')).toBe('9:16')
    expect(queryOf(visit).get('loudness')).toBeNull()
    await presets.getByRole('button', { name: 'Loud', exact: true }).click()
    await expect.poll(() => queryOf(visit).get('loudness'), PATIENTLY).toBe('-14')
    await expectRange(visit, 30, 40)

    // A preset also restores the form of the clip, which the last request has changed.
    const chip = visit.page.locator('.action-bar .form-chip b')
    await visit.openChoice()
    await visit.optionButton('Audio (MP3, 320 kbps)', 'Download').click()
    await expect.poll(() => chip.innerText(), PATIENTLY).toBe('Audio (MP3, 320 kbps)')
    await presets.getByRole('button', { name }).click()
    await expect.poll(() => chip.innerText(), PATIENTLY).toBe('360p')

    await presets.getByRole('button', { name: 'Delete \u201cLoud\u201d' }).click()
    await presets.getByRole('button', { name: 'Loud', exact: true }).waitFor({ state: 'detached' })
    await visit.page.reload()
    await visit.seeVideo(SAMPLE)
    await openPanel()
    await presets.getByRole('button', { name }).waitFor()
    expect(await presets.getByRole('listitem').count()).toBe(1)
  })
})

describe('the command of a trim', () => {
  it('has its times and everything that is chosen, and the form of the clip that was made of it', async () => {
    const visit = await visitSample(stage, '&start=10&end=13.5&crop=9:16&loudness=-14')
    await visit.openFold('More')
    await visit.button('Copy as command').click()
    await visit.seeToast('Command Copied')
    const command = 'kerf cut sample --from 0:10.000 --to 0:13.500'
    expect(await readClipboard(visit)).toBe(`${command} --crop 9:16 --loudness=-14`)
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await visit.button('Copy as command').click()
    await expect.poll(() => readClipboard(visit), PATIENTLY).toBe(`${command} -q 360p --crop 9:16 --loudness=-14`)
  })
})
