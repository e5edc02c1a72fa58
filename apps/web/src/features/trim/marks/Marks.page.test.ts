import { readMarks, type Video } from '@kerf/contract/video'
import type { Mark } from '@kerf/domain/marks/mark'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { showOnOneOfBothScreens } from '../../../testing/at-length.ts'
import { button, expectNoFaults, pressOn, region, see, seeNo, seeText } from '../../../testing/screen.ts'
import { answerRequests, scriptCall } from '../../../testing/scripted-server.ts'
import { addressParameter, openFold, openSample, scriptVideo, seeRange } from '../../../testing/video.ts'

const MARKS: Mark[] = [
  { kind: 'chapter', title: 'Fog', startTime: 0, endTime: 60 },
  { kind: 'most-replayed', startTime: 0, endTime: 30, weight: 0.1 },
  { kind: 'most-replayed', startTime: 30, endTime: 40, weight: 1 },
  { kind: 'most-replayed', startTime: 40, endTime: 60, weight: 0.2 },
  { kind: 'sponsor', startTime: 10, endTime: 20 },
  { kind: 'intro', startTime: 0, endTime: 4 },
  { kind: 'interaction', startTime: 50, endTime: 60 },
]

async function openMarked(changes: Partial<Video> = {}, viewer: 'anonymous' | 'pro' = 'pro'): Promise<void> {
  scriptVideo({ marks: MARKS, ...changes }, viewer)
  await openSample()
  await openFold('Leave parts out')
}

const list = page.getByRole('list', { name: 'Marks of the video' })
const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })

describe('the marks of a video', () => {
  it('are drawn on the timeline, and listed with their times', async () => {
    await openMarked()
    await see(row('Sponsor'))
    const texts = list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.replace(/ to [\d:]+Set as.*/, ''))
    expect(texts).toEqual(['Intro 0:00', 'Sponsor 0:10', 'Most replayed 0:30', 'Request to subscribe 0:50', 'Fog 0:00'])
    const layer = page.getByCss('.timeline .marks-layer')
    expect(layer.getByCss('b').elements()).toHaveLength(3)
    expect(layer.getByCss('path').elements()).toHaveLength(2)
  })

  it('become the range by a button', async () => {
    await openMarked()
    await pressOn(button('Set as range: Most replayed, 0:30 to 0:40'), '{Enter}')
    await seeRange(30, 40)
  })

  it('are left out, so that one joined clip remains', async () => {
    await openMarked()
    await button('Leave these 2 out').click()
    await seeText('2 parts left out. 2 ranges, 0:40 in total.')
    expect(addressParameter('ranges')).toBe('0-10,20-50')
    await see(button('One clip, joined'))
    // A press takes all of a kind along, and another one takes it back.
    await pressOn(button('Intro (1)'), '{Enter}')
    await button('Leave out: Sponsor, 0:10 to 0:20').click()
    await button('Leave these 2 out').click()
    await seeText('1 part left out. 2 ranges, 0:36 in total.')
  })

  it('shorten the range at its ends, without Pro', async () => {
    await openMarked({}, 'anonymous')
    await button('Leave out: Sponsor, 0:10 to 0:20').click()
    await page.getByRole('button', { name: /^Leave this one out/ }).click()
    await seeRange(0, 50)
    await seeNo(page.getByText(/come with Pro/))
    await button('Leave out: Sponsor, 0:10 to 0:20').click()
    await page.getByRole('button', { name: /^Leave these 2 out/ }).click()
    await seeText(/Several ranges and batches come with Pro\./)
    await seeRange(0, 50)
  })

  it('say so if nothing would be left, or if none is in the range', async () => {
    await openMarked()
    await button('Set as range: Sponsor, 0:10 to 0:20').click()
    await button('Leave these 2 out').click()
    await seeText('Nothing would be left of your range.')
    await button('Set as range: Most replayed, 0:30 to 0:40').click()
    await button('Leave these 2 out').click()
    await seeText('None of these lies in your range.')
  })

  it("of the operator's server come later, and the page works without them", async () => {
    scriptCall(readMarks, () => ({ marks: MARKS, isPartial: false }))
    await openMarked({ marks: [], hasMoreMarks: true })
    await see(row('Sponsor'))
  })

  it('say so if some could not be read', async () => {
    scriptCall(readMarks, () => ({ marks: MARKS, isPartial: true }))
    await openMarked({ marks: [], hasMoreMarks: true })
    await seeText('Not all marks could be read.')
  })

  it('are free of accessibility faults', async () => {
    await showOnOneOfBothScreens()
    await openMarked()
    await see(row('Sponsor'))
    await expectNoFaults()
  })
})

it('a video with chapters only has them among the rarely used tools', async () => {
  scriptVideo({ marks: MARKS.slice(0, 1) }, 'pro')
  await openSample()
  await seeNo(page.getByRole('region', { name: 'Leave parts out' }))
  await openFold('More')
  await see(row('Fog'))
})

describe('silences', () => {
  const WAVEFORM = { peaksPerSecond: 25, address: '/audio-of-this-test' }

  /** Opens the sample with silences in these parts, in seconds. */
  async function openSilent(...parts: [from: number, to: number][]): Promise<void> {
    const peaks = Array.from({ length: 1500 }, () => 70)
    for (const [from, to] of parts) peaks.fill(0, from * 25, to * 25)
    answerRequests(({ url }) =>
      url.pathname === WAVEFORM.address ? Response.json({ peaksPerSecond: 25, peaks }) : undefined,
    )
    scriptVideo({ waveform: WAVEFORM }, 'pro')
    await openSample()
    await openFold('More')
    await expect.element(button('Cut out')).not.toHaveAttribute('aria-disabled', 'true')
  }
  const field = page.getByRole('textbox', { name: 'Cut out silences longer than' })

  it('longer than the given seconds are cut out', async () => {
    await openSilent([5, 10], [20, 21.5])
    await field.fill('2')
    await button('Cut out').click()
    await seeText('1 part left out. 2 ranges, 0:55.3 in total.')
    expect(addressParameter('ranges')).toBe('0-5.15,9.85-60')
    await field.fill('soon')
    await pressOn(field, '{Enter}')
    await seeText('Enter a number of seconds from 0.5 to 600.')
  })

  it('are cut out from the longest if there are too many', async () => {
    await openSilent(...Array.from({ length: 25 }, (_, nth): [number, number] => [1 + nth * 2.2, 2 + nth * 2.2]))
    await field.fill('0.5')
    await button('Cut out').click()
    await seeText(/A clip has up to 20 ranges, so only the longest 19 of 25 parts are left out\./)
    await see(region('Ranges'))
  })

  it('do not exist in a loud range', async () => {
    await openSilent()
    await button('Cut out').click()
    await seeText('There is no such silence in your range.')
  })
})
