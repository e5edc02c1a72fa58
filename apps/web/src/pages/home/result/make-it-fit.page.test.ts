import { createBatch } from '@kerf/contract/batch'
import { ANIMATION_WIDTH_BOUNDS } from '@kerf/domain/formats/clip-options'
import { parseCrop } from '@kerf/domain/formats/crop'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { reload } from '../../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../../testing/at-length.ts'
import { exampleVideo } from '../../../testing/examples/video-examples.ts'
import { drag, middlePointOf } from '../../../testing/pointer.ts'
import {
  expectNoFaults,
  field,
  inputIn,
  pressOn,
  region,
  see,
  seeFocus,
  seeInput,
  seeNo,
  seeText,
  seeVisibleText,
} from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'
import {
  addressParameter,
  openSample,
  option,
  optionButton,
  scriptClips,
  scriptVideo,
  seeSample,
  typeRange,
  type Viewer,
} from '../../../testing/video.ts'

const panel = region('Make it fit')
const choice = (name: string): Locator => panel.getByRole('button', { name })
const frame = page.getByRole('slider', { name: /^Crop frame/ })
const sizeField = page.getByRole('textbox', { name: 'At most, in MB' })
const RECEIPT = {
  way: 'transcoded' as const,
  framesCopied: 0,
  framesReencoded: 2520,
  size: { width: 608, height: 1080 },
  loudness: { before: -23.14, after: -14 },
}

/** Opens the sample at the range from 10 to 20 seconds. */
async function openPart(parameters = '', viewer: Viewer = 'anonymous'): Promise<void> {
  scriptVideo({}, viewer)
  await openSample(`&start=10&end=20${parameters}`)
}

async function openPanel(): Promise<void> {
  await choice('Make it fit').click()
  await see(choice('9:16'))
}

/** The crop in the address; null if there is none. */
function readCrop() {
  const crop = parseCrop(addressParameter('crop') ?? '')
  return typeof crop === 'string' ? null : crop
}

describe('the fit options', () => {
  it('go into each request that supports them, are in the address, and distinguish clips', async () => {
    await openPart()
    const calls = scriptClips(() => RECEIPT)
    await openPanel()
    await choice('1:1').click()
    await userEvent.keyboard('{Escape}')
    await field('File size').selectOptions('Other size')
    await sizeField.fill('0.1')
    await seeText('Enter a number from 0.5 to 2000.')
    await sizeField.fill('8,5')
    await field('Loudness').selectOptions('Normalised to −14 LUFS')
    await panel.getByRole('slider', { name: 'Fade video' }).fill('0.5')
    await panel.getByRole('slider', { name: 'Fade audio' }).fill('1')
    await seeText('1:1 · 8.5\u00a0MB · −14 LUFS · fades', panel)
    await seeText('MP4, GIF, WebP and PNG only. Cropping re-encodes every frame.')

    await optionButton('360p', 'Download').click()
    await see(optionButton('360p', /^Download \(/))
    await optionButton('Audio (MP3, 320 kbps)', 'Download').click()
    const moreFormats = region('More formats')
    await expect.poll(() => calls.length).toBe(2)
    await moreFormats.getByRole('button', { name: 'More formats' }).click()
    // The sample has 30 frames a second, and the usual GIF every third of them.
    const frameRate = moreFormats.getByRole('slider', { name: 'Frames per second' })
    await expect.element(frameRate).toHaveAttribute('aria-valuetext', '10 fps')
    await frameRate.fill('20')
    await expect.element(frameRate).toHaveAttribute('aria-valuetext', '20 fps')
    await moreFormats
      .getByRole('slider', { name: 'GIF and WebP, longer side' })
      .fill(String(ANIMATION_WIDTH_BOUNDS.least))
    await moreFormats.getByRole('button', { name: /^Download GIF/ }).click()
    await moreFormats.getByRole('button', { name: /^Download Audio \(MP3, variable\)/ }).click()
    await expect.poll(() => calls.length).toBe(4)
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
    await expect.poll(() => location.search).toMatch(/&crop=1:1&max=8\.5MB&loudness=-14&fade=0\.5,1&animation=160,20$/)

    await optionButton('360p', 'How exact is this?').click()
    await seeVisibleText(option('360p').getByRole('group', { name: 'Your clip' }), /Loudness\s+−23\.1 to −14\.0 LUFS/)
    await seeText(/faded in and out, made to fit 8\.5\sMB\./, option('360p'))

    // Another choice is another clip; the first one stays available.
    await choice('Off').click()
    await see(optionButton('360p', 'Download'))
    await see(option('360p').getByRole('button', { name: /^Save your clip of 0:10 to 0:20, 1:1 · 8\.5\sMB/ }))
  })

  it('are opened by an address, and described before the download', async () => {
    await openPart('&crop=0.1,0,0.3164,1&max=0.5MB&loudness=-16')
    await seeText('9:16 · 0.5\u00a0MB · −16 LUFS', panel)
    await openPanel()
    await expect.element(choice('9:16')).toHaveAttribute('aria-pressed', 'true')
    expect(inputIn('Loudness')).toBe('-16')
    await expect.element(sizeField).toHaveValue('0.5')
    await typeRange('0:00', '0:30')
    await seeText(/at most 0\.5\sMB, as \d+p/, option('360p'))
    await typeRange('0:00', '1:00')
    await seeText('Your range is too long for 0.5\u00a0MB', option('360p'))
  })

  it('follow the back button, even a typed size', async () => {
    await openPart()
    await openPanel()
    await pressOn(page.getByRole('link', { name: 'Skip to content' }), '{Enter}')
    await field('File size').selectOptions('Other size')
    await sizeField.fill('3')
    await expect.poll(() => addressParameter('max')).toBe('3MB')
    history.back()
    await seeText('File size, crop, loudness, fades', panel)
    await seeInput('File size', '')
    history.forward()
    await seeText('3\u00a0MB', panel)
    await expect.element(sizeField).toHaveValue('3')
  })

  it('have a crop frame that keys move, whose corners keep a shape or are free', async () => {
    await openPart()
    await openPanel()
    await choice('9:16').click()
    await seeFocus(frame)
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowRight}{/Shift}')
    await expect.poll(() => readCrop()?.left).toBeCloseTo(0.3418 + 0.09, 3)
    await expect
      .element(frame)
      .toHaveAttribute('aria-valuetext', '43% from the left, 0% from the top, 32% of the width, 100% of the height')
    await drag(await middlePointOf(frame), { x: -2000, y: 0 })
    await expect.poll(() => readCrop()?.left).toBe(0)
    const corner = page.getByRole('slider', { name: 'Bottom right corner' })
    await drag(await middlePointOf(corner), { x: -30, y: -60 })
    await expect.poll(() => readCrop()?.height).toBeLessThan(0.9)
    await expect.element(choice('9:16')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await seeFocus(choice('9:16'))
    await seeNo(frame)

    await choice('Free').click()
    // The frame takes the focus when it appears, and would take the key press from the corner.
    await seeFocus(frame)
    // The address changes a little later than the frame.
    const widthBefore = Number.parseFloat((frame.element() as HTMLElement).style.width) / 100
    await pressOn(corner, '{Shift>}{ArrowRight}{/Shift}')
    await expect.poll(() => readCrop()!.width - widthBefore).toBeCloseTo(0.1, 2)
    await expect.element(choice('Free')).toHaveAttribute('aria-pressed', 'true')
    await choice('Off').click()
    await expect.poll(() => addressParameter('crop')).toBeNull()
  })

  it('apply to each of several separate clips', async () => {
    scriptVideo({}, 'pro')
    const calls = scriptCall(createBatch, () => ({ refuse: 'busy' }))
    await openSample('&clips=10-20,30-42&crop=4:5&max=10MB')
    await optionButton('360p', 'Cut 2 clips').click()
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]!.body.items).toMatchObject([
      { startTime: 10, endTime: 20, crop: '4:5', maxBytes: 10_000_000 },
      { startTime: 30, endTime: 42, crop: '4:5', maxBytes: 10_000_000 },
    ])
  })

  it('are free of accessibility faults', async () => {
    await showOnOneOfBothScreens()
    await openPart('&max=8.5MB&loudness=-14&fade=1,0')
    await openPanel()
    await choice('Free').click()
    await see(frame)
    await region('More formats').getByRole('button', { name: 'More formats' }).click()
    await expectNoFaults()
  })
})

it('a re-encoded row also offers the source codec if this device plays it, and remembers the choice', async () => {
  const playable = { supported: true, smooth: true, powerEfficient: true } as MediaCapabilitiesDecodingInfo
  vi.spyOn(navigator.mediaCapabilities, 'decodingInfo').mockResolvedValue(playable)
  const shape = { width: 3840, height: 2160, frameRate: 30, bitrate: 14_000_000 }
  const sourceCodec = {
    codec: 'AV1' as const,
    contentType: 'video/mp4; codecs="av01.0.12M.08"',
    ...shape,
    seconds: 3.4,
  }
  const options = exampleVideo('anonymous').options.map((row) =>
    row.quality === '360p' ? { ...row, sourceCodec, h264Seconds: 41 } : row,
  )
  scriptVideo({ options })
  const calls = scriptClips(() => RECEIPT)
  await openSample('&start=10&end=20')
  const h264Choice = page.getByRole('radio', { name: 'MP4, H.264: opens everywhere, takes about 41 s' })
  const av1Choice = page.getByRole('radio', { name: 'MP4, AV1: for newer players, takes about 3 s' })
  await expect.element(h264Choice).toBeChecked()
  await expectNoFaults()
  await av1Choice.click()
  await optionButton('360p', 'Download').click()
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]!.body).toEqual({
    quality: '360p',
    format: 'original',
    container: 'mp4',
    ranges: [{ startTime: 10, endTime: 20 }],
  })
  await reload()
  await seeSample()
  await expect.element(av1Choice).toBeChecked()
  // A size limit needs every frame re-encoded, so AV1 is no longer offered.
  await openPanel()
  await field('File size').selectOptions('At most 10\u00a0MB')
  await seeNo(av1Choice)
})
