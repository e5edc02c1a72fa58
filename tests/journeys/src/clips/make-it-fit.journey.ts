import { parseCrop } from '@kerf/domain/formats/crop'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectExactCroppedClip } from '../harness/exact-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { dragByFinger } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const stage = openStage({ youtube: false })

const panelOf = (visit: Visit): Locator => visit.region('Make it fit')
const choiceButton = (visit: Visit, name: string): Locator => panelOf(visit).getByRole('button', { name, exact: true })
const cropFrame = (visit: Visit): Locator => visit.page.getByRole('slider', { name: /^Crop frame/ })
const queryOf = (visit: Visit) => new URL(visit.page.url()).searchParams

async function openPanel(visit: Visit): Promise<void> {
  await choiceButton(visit, 'Make it fit').click()
  await choiceButton(visit, '9:16').waitFor()
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The crop in the address; null if there is none. */
const readCrop = (visit: Visit) => {
  const crop = parseCrop(queryOf(visit).get('crop') ?? '')
  return typeof crop === 'string' ? null : crop
}

it('on a phone a visitor drags the frame of an upright clip, wants 10 MB at most, and saves exactly that', async () => {
  const visit = await stage.visit({ screen: PHONE })
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  const range = { startTime: 7.511, endTime: 8.6 }
  await visit.typeRange('0:07.511', '0:08.600')
  await openPanel(visit)
  await choiceButton(visit, '9:16').click()
  await visit.seeFocus(cropFrame(visit))
  await dragByFinger(visit, await middleOf(cropFrame(visit)), { x: 200, y: 0 })
  // The crop is at the right edge, where the end of each stamp is.
  await expect.poll(() => readCrop(visit)?.left, PATIENTLY).toBeCloseTo(1 - 0.3164, 3)
  await visit.expectNoFaults()
  await visit.button('Done').click()
  await visit.seeFocus(choiceButton(visit, '9:16'))
  await visit.field('File size').selectOption('At most 10\u00a0MB')
  await visit.seeText('9:16 · 10\u00a0MB', panelOf(visit))

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
