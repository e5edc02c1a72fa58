import { createBatch } from '@kerf/contract/batch'
import { type Download, listDownloads, requestDownload } from '@kerf/contract/download'
import { ANIMATION_WIDTH } from '@kerf/domain/formats/clip-options'
import { parseCrop } from '@kerf/domain/formats/crop'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { isAtLength, it, itAtLength } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectExactCroppedClip } from '../harness/exact-clip.ts'
import { rewriteVideos, visitSample } from '../harness/sample-clip.ts'
import { EXAMPLE_RECEIPT, exampleOwnDownload, exampleQuota } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import { dragByFinger, dragByMouse } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const stage = openStage({ youtube: false })

const panel = (visit: Visit): Locator => visit.region('Make it fit')
const choice = (visit: Visit, name: string): Locator => panel(visit).getByRole('button', { name, exact: true })
const frame = (visit: Visit): Locator => visit.page.getByRole('slider', { name: /^Crop frame/ })
const query = (visit: Visit) => new URL(visit.page.url()).searchParams

/** Opens the sample at the range from 10 to 20 seconds. */
const visitPart = (parameters = '', options?: VisitOptions): Promise<Visit> =>
  visitSample(stage, `&start=10&end=20${parameters}`, options)

async function openPanel(visit: Visit): Promise<void> {
  await choice(visit, 'Make it fit').click()
  await choice(visit, '9:16').waitFor()
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The crop in the address; null if there is none. */
const readCrop = (visit: Visit) => {
  const crop = parseCrop(query(visit).get('crop') ?? '')
  return typeof crop === 'string' ? null : crop
}

/** Answers each request of a clip with a finished one. */
async function scriptClips(visit: Visit) {
  const downloads: Download[] = []
  await scriptCall(visit, listDownloads, () => ({ downloads: [...downloads].reverse() }))
  return scriptCall(visit, requestDownload, ({ body }, nth) => {
    const { quality: _quality, format: _format, ranges: _ranges, join: _join, ...options } = body
    const { audioTrack = null, subtitles = null, ...fit } = options
    const form = { quality: body.quality as Download['quality'], format: body.format as Download['format'] }
    const receipt = {
      ...EXAMPLE_RECEIPT!,
      way: 'transcoded' as const,
      framesCopied: 0,
      framesReencoded: 2520,
      size: { width: 608, height: 1080 },
      loudness: { before: -23.14, after: -14 },
    }
    const changes = { ...form, startTime: 10, endTime: 20, audioTrack, subtitles, ...fit, receipt }
    const { title: _title, url: _url, ...download } = exampleOwnDownload(`clip${nth}`, changes)
    downloads.push(download)
    return download
  })
}

it('on a phone a visitor drags the frame of an upright clip, wants 10 MB at most, and saves exactly that', async () => {
  const visit = await stage.visit({ screen: PHONE })
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  const range = { startTime: 7.511, endTime: 8.6 }
  await visit.typeRange('0:07.511', '0:08.600')
  await openPanel(visit)
  await choice(visit, '9:16').click()
  await visit.seeFocus(frame(visit))
  await dragByFinger(visit, await middleOf(frame(visit)), { x: 200, y: 0 })
  // The crop is at the right edge, where the end of each stamp is.
  await expect.poll(() => readCrop(visit)?.left, PATIENTLY).toBeCloseTo(1 - 0.3164, 3)
  await visit.expectNoFaults()
  await visit.button('Done').click()
  await visit.seeFocus(choice(visit, '9:16'))
  await visit.field('File size').selectOption('At most 10\u00a0MB')
  await visit.seeText('9:16 · 10\u00a0MB', panel(visit))

  const downloadRequest = visit.page.waitForRequest((request) => request.url().endsWith('/download'))
  await visit.optionButton('360p', 'Download').click()
  const crop = readCrop(visit)!
  expect((await downloadRequest).postDataJSON()).toEqual({
    quality: '360p',
    format: 'mp4',
    ranges: [range],
    maxBytes: 10_000_000,
    crop,
  })
  await visit.optionButton('360p', /^Download \(/).waitFor()
  const { bytes } = await visit.save('360p')
  expect(bytes.length).toBeLessThanOrEqual(10_000_000)
  const { width, height } = await expectExactCroppedClip(bytes, range, FRAME_RATE, crop)
  expect(height).toBe(360)
  expect(Math.abs(width / height - 9 / 16)).toBeLessThan(0.01)
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.seeText(`${width} × ${height}`)
  await visit
    .option('360p')
    .getByText(/Every frame was re-encoded: cropped, made to fit 10\sMB\./)
    .waitFor()
})

describe('how clips are made to fit', () => {
  it('goes into each request as far as the format can have it, is in the address, and tells clips apart', async () => {
    const visit = await visitPart()
    const calls = await scriptClips(visit)
    await openPanel(visit)
    await choice(visit, '1:1').click()
    await visit.page.keyboard.press('Escape')
    await visit.field('File size').selectOption('Other size')
    await visit.page.getByRole('textbox', { name: 'At most, in MB' }).fill('0.1')
    await visit.seeText('Enter a number from 0.5 to 2000.')
    await visit.page.getByRole('textbox', { name: 'At most, in MB' }).fill('8,5')
    await visit.field('Loudness').selectOption('Normalised to −14 LUFS')
    await panel(visit).getByRole('slider', { name: 'Fade video' }).fill('0.5')
    await panel(visit).getByRole('slider', { name: 'Fade audio' }).fill('1')
    await visit.seeText('1:1 · 8.5\u00a0MB · −14 LUFS · fades', panel(visit))
    await visit.seeText('MP4, GIF, WebP and PNG only. Cropping re-encodes every frame.')

    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await visit.optionButton('Audio (MP3, 320 kbps)', 'Download').click()
    const moreFormats = visit.region('More formats')
    await expect.poll(() => calls.length, PATIENTLY).toBe(2)
    await moreFormats.getByRole('button', { name: 'More formats' }).click()
    // The sample has 30 frames a second, and the usual GIF every third of them.
    const frameRate = moreFormats.getByRole('slider', { name: 'Frames per second' })
    const spokenRate = () => frameRate.getAttribute('aria-valuetext')
    expect(await spokenRate()).toBe('10 fps')
    await frameRate.fill('20')
    await expect.poll(spokenRate, PATIENTLY).toBe('20 fps')
    await moreFormats.getByRole('slider', { name: 'GIF and WebP, longer side' }).fill(String(ANIMATION_WIDTH.least))
    await moreFormats.getByRole('button', { name: /^Download GIF/ }).click()
    await moreFormats.getByRole('button', { name: /^Download Audio \(MP3, variable\)/ }).click()
    await expect.poll(() => calls.length, PATIENTLY).toBe(4)
    const ranges = [{ startTime: 10, endTime: 20 }]
    expect(calls.map(({ body }) => body)).toEqual([
      {
        quality: '360p',
        format: 'mp4',
        ranges,
        crop: '1:1',
        maxBytes: 8_500_000,
        loudness: -14,
        fade: { video: 0.5, audio: 1 },
      },
      { quality: 'audio', format: 'mp3', ranges, loudness: -14, fade: { audio: 1 } },
      { quality: '360p', format: 'gif', ranges, crop: '1:1', animation: { width: 160, frameRate: 20 } },
      { quality: 'audio', format: 'mp3', ranges, loudness: -14, fade: { audio: 1 }, bitrate: 'v2' },
    ])
    expect(visit.page.url()).toMatch(/&crop=1:1&max=8\.5MB&loudness=-14&fade=0\.5,1&animation=160,20$/)

    await visit.optionButton('360p', 'How exact is this?').click()
    const receipt = visit.option('360p').getByRole('group', { name: 'Your clip' })
    await expect.poll(() => receipt.innerText(), PATIENTLY).toMatch(/Loudness\s+−23\.1 to −14\.0 LUFS/)
    await visit.seeText(/faded in and out, made to fit 8\.5\sMB\./, visit.option('360p'))

    // Another choice is another clip; the first one stays available.
    await choice(visit, 'Off').click()
    await visit.optionButton('360p', 'Download').waitFor()
    await visit
      .option('360p')
      .getByRole('button', { name: /^Save your clip of 0:10 to 0:20, 1:1 · 8\.5\sMB/ })
      .waitFor()
  })

  it('is opened by an address, and said before the download', async () => {
    const visit = await visitPart('&crop=0.1,0,0.3164,1&max=0.5MB&loudness=-16')
    await visit.seeText('9:16 · 0.5\u00a0MB · −16 LUFS', panel(visit))
    await openPanel(visit)
    expect(await choice(visit, '9:16').getAttribute('aria-pressed')).toBe('true')
    expect(await visit.field('Loudness').inputValue()).toBe('-16')
    expect(await visit.page.getByRole('textbox', { name: 'At most, in MB' }).inputValue()).toBe('0.5')
    await visit.typeRange('0:00', '0:30')
    await visit.seeText(/at most 0\.5\sMB, as \d+p/, visit.option('360p'))
    await visit.typeRange('0:00', '1:00')
    await visit.seeText('Your range is too long for 0.5\u00a0MB', visit.option('360p'))
  })

  it('goes back with the address, also a size that was typed', async () => {
    const visit = await visitPart()
    await openPanel(visit)
    await visit.page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await visit.field('File size').selectOption('Other size')
    await visit.page.getByRole('textbox', { name: 'At most, in MB' }).fill('3')
    await expect.poll(() => query(visit).get('max'), PATIENTLY).toBe('3MB')
    await visit.page.goBack()
    await visit.seeText('File size, crop, loudness, fades', panel(visit))
    expect(await visit.field('File size').inputValue()).toBe('')
    await visit.page.goForward()
    await visit.seeText('3\u00a0MB', panel(visit))
    expect(await visit.page.getByRole('textbox', { name: 'At most, in MB' }).inputValue()).toBe('3')
  })

  it('has a frame that keys move by a hundredth or a tenth, whose corners keep a shape or are free', async () => {
    const visit = await visitPart()
    await openPanel(visit)
    await choice(visit, '9:16').click()
    await visit.seeFocus(frame(visit))
    await visit.page.keyboard.press('ArrowLeft')
    await visit.page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => readCrop(visit)?.left, PATIENTLY).toBeCloseTo(0.3418 + 0.09, 3)
    expect(await frame(visit).getAttribute('aria-valuetext')).toBe(
      '43% from the left, 0% from the top, 32% of the width, 100% of the height',
    )
    await dragByMouse(visit, await middleOf(frame(visit)), { x: -2000, y: 0 })
    await expect.poll(() => readCrop(visit)?.left, PATIENTLY).toBe(0)
    const corner = visit.page.getByRole('slider', { name: 'Bottom right corner' })
    await dragByMouse(visit, await middleOf(corner), { x: -30, y: -60 })
    await expect.poll(() => readCrop(visit)?.height, PATIENTLY).toBeLessThan(0.9)
    expect(await choice(visit, '9:16').getAttribute('aria-pressed')).toBe('true')
    await visit.page.keyboard.press('Escape')
    await visit.seeFocus(choice(visit, '9:16'))
    expect(await frame(visit).count()).toBe(0)

    await choice(visit, 'Free').click()
    // The frame takes the focus when it appears, and would take the key press from the corner.
    await visit.seeFocus(frame(visit))
    // The address changes a little later than the frame.
    const widthBefore = await frame(visit).evaluate(({ style }) => Number.parseFloat(style.width) / 100)
    await corner.press('Shift+ArrowRight')
    await expect.poll(() => readCrop(visit)!.width - widthBefore, PATIENTLY).toBeCloseTo(0.1, 2)
    expect(await choice(visit, 'Free').getAttribute('aria-pressed')).toBe('true')
    await choice(visit, 'Off').click()
    await expect.poll(() => query(visit).get('crop'), PATIENTLY).toBeNull()
  })

  it('holds for each of separate clips', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await visit.answer('*/api/user/quota', () => ({ json: exampleQuota({ viewer: 'pro' }) }))
    const calls = await scriptCall(visit, createBatch, () => ({ refuse: 'busy' }))
    visit.expectComplaint(/503/)
    await visit.goToSample('&clips=10-20,30-42&crop=4:5&max=10MB')
    await visit.optionButton('360p', 'Cut 2 clips').click()
    await expect.poll(() => calls.length, PATIENTLY).toBe(1)
    expect(calls[0]!.body.items).toMatchObject([
      { startTime: 10, endTime: 20, crop: '4:5', maxBytes: 10_000_000 },
      { startTime: 30, endTime: 42, crop: '4:5', maxBytes: 10_000_000 },
    ])
  })

  itAtLength('is free of accessibility faults in the light and in the dark, on a phone and a desktop', async () => {
    for (const screen of [PHONE, DESKTOP]) {
      const visit = await visitPart('&max=8.5MB&loudness=-14&fade=1,0', { screen })
      await openPanel(visit)
      await choice(visit, 'Free').click()
      await frame(visit).waitFor()
      await visit.region('More formats').getByRole('button', { name: 'More formats' }).click()
      await visit.expectNoFaultsInBothThemes()
    }
  })
})

it('a row that would have to be re-encoded may be had at once, where this device plays it, and that is remembered', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await visit.page.addInitScript(() => {
    const decodingInfo = async () => ({ supported: true, smooth: true, powerEfficient: true })
    Object.defineProperty(navigator, 'mediaCapabilities', { value: { decodingInfo } })
  })
  const calls = await scriptClips(visit)
  await rewriteVideos(visit, (video) => {
    const option = video.options.find(({ quality }) => quality === '360p')!
    const shape = { width: 3840, height: 2160, frameRate: 30, bitrate: 14_000_000 }
    option.sourceCodec = { codec: 'AV1', contentType: 'video/mp4; codecs="av01.0.12M.08"', ...shape, seconds: 3.4 }
    option.h264Seconds = 41
  })
  await visit.goToSample('&start=10&end=20')
  const h264Choice = visit.page.getByRole('radio', { name: 'MP4, H.264: opens everywhere, takes about 41 s' })
  const av1Choice = visit.page.getByRole('radio', { name: 'MP4, AV1: for newer players, takes about 3 s' })
  await h264Choice.waitFor()
  expect(await h264Choice.isChecked()).toBe(true)
  if (isAtLength) await visit.expectNoFaults()
  await av1Choice.check()
  await visit.optionButton('360p', 'Download').click()
  await expect.poll(() => calls.length, PATIENTLY).toBe(1)
  expect(calls[0]!.body).toEqual({
    quality: '360p',
    format: 'original',
    container: 'mp4',
    ranges: [{ startTime: 10, endTime: 20 }],
  })
  await visit.page.reload()
  await av1Choice.waitFor()
  expect(await av1Choice.isChecked()).toBe(true)
  // A size limit needs every frame re-encoded, so AV1 is no longer offered.
  await openPanel(visit)
  await visit.field('File size').selectOption('At most 10\u00a0MB')
  await av1Choice.waitFor({ state: 'detached' })
})
