import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { clickAt, drag } from '../../../testing/pointer.ts'
import { button } from '../../../testing/screen.ts'
import { answerRequests } from '../../../testing/scripted-server.ts'
import { openFold, openSample, scriptVideo, seeRange, slider, typeRange } from '../../../testing/video.ts'

const canvas = page.getByCss('.trim-panel canvas.timeline-canvas')
const barCount = () => Number(canvas.element().getAttribute('data-waveform-bars'))
const seeRuler = (place: string, time: string) =>
  expect.poll(() => document.querySelector(`${place} .timeline-ruler`)?.textContent).toContain(time)

it('the overview shows a whole long video, and moves the window to the pressed place', async () => {
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
