import { readFile } from 'node:fs/promises'
import type { Download } from '@kerf/contract/download'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { type DrivenPage, ENTER, pressAt, selectAll, typeText } from '../harness/browsers/driven-page.ts'
import { BROWSER_FAMILIES } from '../harness/browsers/families.ts'
import { findCutOffButtons } from '../harness/cut-off-buttons.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { endFrame, expectShownFrame, MONITOR_FRAME, readCanvas } from '../harness/shown-frame.ts'
import { makeStampedVideo } from '../harness/stamped-clips.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

const RANGE = { startTime: 4.567, endTime: 6.89 }
const FIRST_FRAME = 137
const LAST_FRAME = 206

describe.each(BROWSER_FAMILIES)('in $name', ({ open }) => {
  it.skipIf(open === null)(
    'a visitor sees the frames of the cut, plays the edges, and saves exactly the chosen part',
    async () => {
      const page = await open!()
      onTestFinished(() => page.close())
      await page.goto(testbed.kerf.url)
      await fillField(page, 'Video link', linkTo(videoIds.ordinary))
      await pressButton(page, '^Process$')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
        .toBe('Stand-in test video')

      await fillField(page, 'Start Time', '0:04.567')
      await expectFrame(page, MONITOR_FRAME, FIRST_FRAME)
      await fillField(page, 'End Time', '0:06.890')
      await expectFrame(page, MONITOR_FRAME, LAST_FRAME)
      await expectFrame(page, endFrame('start'), FIRST_FRAME)
      await expectFrame(page, endFrame('end'), LAST_FRAME)
      await pressButton(page, '^Start Time, 1 frame later$')
      await expectFrame(page, MONITOR_FRAME, FIRST_FRAME + 1)
      await pressButton(page, '^Start Time, 1 frame earlier$')
      await expectFrame(page, endFrame('start'), FIRST_FRAME)

      await pressButton(page, '^Play the edges$')
      await expect.poll(() => page.evaluate(readPlayedSeconds), PATIENTLY).toBeGreaterThan(0.2)
      await pressButton(page, '^Close the edges$')

      await pressButton(page, '^Download 360p')
      await pressButton(page, '^Download \\(')
      await expectExactClip(await fetchNewestClip(page), RANGE, FRAME_RATE)

      for (const screen of [DESKTOP, PHONE]) {
        await page.resize(screen)
        await expect.poll(() => page.evaluate(findCutOffButtons), PATIENTLY).toEqual([])
        await expect.poll(() => page.evaluate(measureOverhang), PATIENTLY).toBeLessThanOrEqual(0)
      }
    },
  )

  it.skipIf(open === null)('a local file is cut to the frame by a page that cannot send it', async () => {
    const page = await open!()
    onTestFinished(() => page.close())
    await page.goto(testbed.kerf.url)
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.alive), PATIENTLY).toBe('')
    await page.evaluate(dropFile, await readFile(await makeStampedVideo(temporaryDirectory(), 8), 'base64'))
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent), PATIENTLY).toBe('video.mp4')
    expect(await page.evaluate(isConnectionRefused)).toBe(true)
    await fillField(page, 'Start Time', '0:04.567')
    await fillField(page, 'End Time', '0:06.890')
    await expectFrame(page, endFrame('start'), FIRST_FRAME)
    await pressButton(page, '^Cut and save$')
    await expect
      .poll(() => page.evaluate(() => document.querySelector('.result-download .band')?.textContent), PATIENTLY)
      .toMatch(/^Saved: video 0\.04\.567-0\.06\.890\.mp4/)
    await expectExactClip(Buffer.from(await page.evaluate(readSavedFile), 'base64'), RANGE, FRAME_RATE)
  })
})

/** Runs in the page. Drops a file onto it, and keeps what the page then saves, because no test sees the dialog. */
function dropFile(bytes: string): void {
  Object.assign(window, { showSaveFilePicker: undefined })
  const makeAddress = URL.createObjectURL
  URL.createObjectURL = (content) => {
    Object.assign(window, { savedFile: content })
    return makeAddress(content)
  }
  const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'video.mp4')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  for (const type of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}

/** Runs in the page. The file that the page has saved last, as base64. */
async function readSavedFile(): Promise<string> {
  const { savedFile } = window as unknown as { savedFile: Blob }
  const bytes = new Uint8Array(await savedFile.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Runs in the page. */
const isConnectionRefused = (): Promise<boolean> =>
  fetch('/api/health').then(
    () => false,
    () => true,
  )

const expectFrame = (page: DrivenPage, canvas: string, number: number): Promise<void> =>
  expectShownFrame(() => page.evaluate(readCanvas, canvas), number, number / FRAME_RATE)

/** Presses a button by its name, as soon as nothing covers it. */
async function pressButton(page: DrivenPage, name: string): Promise<void> {
  await pressAt(page, await pointOf(page, 'button', name))
}

/** Replaces the text of a field, and presses Enter except in the link field. */
async function fillField(page: DrivenPage, label: string, text: string): Promise<void> {
  // A page that is still loading may move the field, or the focus, at the moment of the press.
  const pressField = async () => {
    await pressAt(page, await pointOf(page, 'input', `^${label}$`))
    return page.evaluate(isFocused, label)
  }
  await expect.poll(pressField, PATIENTLY).toBe(true)
  await selectAll(page)
  await typeText(page, text)
  if (label !== 'Video link') await typeText(page, ENTER)
}

async function pointOf(page: DrivenPage, tag: 'button' | 'input', name: string): Promise<{ x: number; y: number }> {
  let place: { x: number; y: number } | null = null
  await expect
    .poll(async () => (place = await page.evaluate(findPoint, tag, name)), { ...PATIENTLY, message: name })
    .not.toBeNull()
  return place!
}

/**
 * Runs in the page. Finds the middle of the control with this name; null if there is none, it moves, or another element
 * covers it.
 */
async function findPoint(tag: 'button' | 'input', name: string): Promise<{ x: number; y: number } | null> {
  const namePattern = new RegExp(name)
  const control = [...document.querySelectorAll<HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }>(tag)].find(
    (element) => {
      const label = element.labels?.[0]?.textContent ?? element.textContent
      return (
        element.getClientRects().length > 0 && namePattern.test((element.getAttribute('aria-label') ?? label).trim())
      )
    },
  )
  if (!control || control.closest('fieldset:disabled, [inert], [aria-disabled=true]')) return null
  control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const firstBox = control.getBoundingClientRect()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const { left, top, width, height } = control.getBoundingClientRect()
  if (left !== firstBox.left || top !== firstBox.top) return null
  const point = { x: left + width / 2, y: top + height / 2 }
  const topElement = document.elementFromPoint(point.x, point.y)
  return topElement && control.contains(topElement) ? point : null
}

/** Runs in the page. Whether the field with this name has the focus. */
function isFocused(label: string): boolean {
  const field = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null
  return (field?.getAttribute('aria-label') ?? field?.labels?.[0]?.textContent)?.trim() === label
}

/** Runs in the page. Measures by how many pixels the page is wider than the screen. */
const measureOverhang = (): number => document.documentElement.scrollWidth - innerWidth

/** Runs in the page. Reads the position in the edges of the clip, in seconds. */
function readPlayedSeconds(): number {
  return document.querySelector<HTMLVideoElement>('video[aria-label^="The first and last seconds"]')?.currentTime ?? 0
}

/** The newest clip of this visitor, fetched by the page. */
async function fetchNewestClip(page: DrivenPage): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const { downloads } = (await (await fetch('/api/download')).json()) as { downloads: Download[] }
    const file = await (await fetch(`/api/download/${downloads[0]!.id}/file`)).bytes()
    return btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}
