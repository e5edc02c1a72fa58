import type { Filmstrip } from '@kerf/contract/video'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SAMPLE_SECONDS } from '../../../testing/examples/video-examples.ts'
import { clickAt, drag } from '../../../testing/pointer.ts'
import { button } from '../../../testing/screen.ts'
import { answerRequests } from '../../../testing/scripted-server.ts'
import { openFold, openSample, scriptVideo, seeRange, slider, typeRange } from '../../../testing/video.ts'

const canvas = page.getByCss('.trim-panel canvas.timeline-canvas')
const barCount = () => Number(canvas.element().getAttribute('data-waveform-bars'))
const seeRuler = (place: string, time: string) =>
  expect.poll(() => document.querySelector(`${place} .timeline-ruler`)?.textContent).toContain(time)

it('the overview shows the whole of a long video, and moves the window to a pressed place', async () => {
  const waveform = { peaksPerSecond: 10, address: '/audio-in-pieces', inPieces: true }
  scriptVideo({ duration: 1200, endTime: 1200, waveform })
  const requestedStarts: (string | null)[] = []
  answerRequests(({ url }) => {
    if (url.pathname !== waveform.address) return undefined
    requestedStarts.push(url.searchParams.get('from'))
    const fromSeconds = Number(url.searchParams.get('from'))
    const peaks = Array.from({ length: 10 * (Number(url.searchParams.get('to')) - fromSeconds) }, () => 80)
    return Response.json({ peaksPerSecond: 10, fromSeconds, peaks })
  })
  await openSample()
  // Only the audio of the minute that the timeline shows is fetched.
  await expect.poll(barCount).toBeGreaterThan(100)
  expect(requestedStarts).toEqual(['0'])
  await seeRuler('.trim-overview', '15:00')
  await seeRuler('.timeline', '0:30')
  const line = page.getByCss('.trim-overview-line').element()
  line.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = line.getBoundingClientRect()
  await clickAt({ x: left + width / 2, y: top + height / 2 })
  await seeRuler('.timeline', '10:00')
  await drag({ x: left + width / 2, y: top + 20 }, { x: width / 4, y: 0 })
  await seeRuler('.timeline', '15:00')
  await expect.poll(() => requestedStarts).toContain('900')

  // A click moves a handle from outside the view to the clicked place. The view does not move.
  const bed = page.getByCss('.trim-panel .timeline-bed').element().getBoundingClientRect()
  await clickAt({ x: bed.left + bed.width / 2, y: bed.top + bed.height / 2 })
  await seeRange(0, 900, 1)
  await seeRuler('.timeline', '15:00')

  // A handle outside the view scrolls into view when it gets the keyboard focus.
  slider('Start').element().focus()
  await seeRuler('.timeline', '0:30')
  await typeRange('5:00', '5:10')
  await openFold('Snap and zoom')
  await button('Range').click()
  await seeRuler('.timeline', '5:04')
})

/** A filmstrip with a grey thumbnail for each second of the sample. */
function greyFilmstrip(): Filmstrip {
  const sheet = document.createElement('canvas')
  sheet.width = 640
  sheet.height = 540
  const context = sheet.getContext('2d')!
  context.fillStyle = '#a0a0a0'
  context.fillRect(0, 0, sheet.width, sheet.height)
  const size = { frameWidth: 64, frameHeight: 36, columns: 10, rows: 15 }
  return { ...size, frameCount: SAMPLE_SECONDS, secondsPerFrame: 1, sheets: [sheet.toDataURL()] }
}

it('the audio is drawn below the images: bright inside the selection, dim outside', async () => {
  const waveform = { peaksPerSecond: 10, address: '/audio-of-this-test' }
  scriptVideo({ waveform, filmstrip: greyFilmstrip() })
  answerRequests(({ url }) =>
    url.pathname === waveform.address ? Response.json({ peaksPerSecond: 10, peaks: Array(600).fill(80) }) : undefined,
  )
  await openSample()
  await typeRange('0:20', '0:40')
  await expect.poll(barCount).toBeGreaterThan(300)
  /** Brightness before, in and after the selection, at this share of the height. */
  const readBrightness = (height: number) => {
    const drawing = canvas.element() as HTMLCanvasElement
    const { data } = drawing.getContext('2d')!.getImageData(0, Math.round(drawing.height * height), drawing.width, 1)
    return [0.1, 0.5, 0.9].map((share) => {
      const firstColumn = Math.round(drawing.width * share)
      return Math.max(...Array.from({ length: 12 }, (_, index) => data[(firstColumn + index) * 4] ?? 0))
    })
  }
  // The waveform is drawn for the new video, and again for the typed range.
  const compareBrightness = () => {
    const [before = 0, inside = 0, after = 0] = readBrightness(0.85)
    return [inside > 200, ...[before, after].map((outside) => outside > 30 && outside < inside / 1.5)]
  }
  await expect.poll(compareBrightness).toEqual([true, true, true])
  const [before = 0, inside = 0, after = 0] = readBrightness(0.3)
  expect(inside).toBe(160)
  for (const outside of [before, after]) expect(outside).toBeLessThan(inside / 1.5)
})
