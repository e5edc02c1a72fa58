import { createBatch, readBatch } from '@kerf/contract/batch'
import { readTranscript, type Video } from '@kerf/contract/video'
import type { Chapter } from '@kerf/domain/captions/transcript'
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { isAtLength, showOnOneOfBothScreens } from '../../../testing/at-length.ts'
import { exampleOwnDownload } from '../../../testing/examples/account-examples.ts'
import { exampleBatch } from '../../../testing/examples/batch-examples.ts'
import { DUBBED_TRACKS, ENGLISH_CAPTIONS, transcriptOf } from '../../../testing/examples/video-examples.ts'
import {
  button,
  expectNoFaults,
  optionsOf,
  PHONE,
  pressOn,
  see,
  seeFocus,
  seeFocusAround,
  seeNo,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { answerRequests, scriptAccount, scriptCall } from '../../../testing/scripted-server.ts'
import { chooseSnap, dragHandle } from '../../../testing/timeline.ts'
import {
  openFold,
  openSample,
  optionButton,
  scriptVideo,
  seeRange,
  slider,
  sliderSeconds,
  typeTime,
} from '../../../testing/video.ts'

const chaptersAt = (...parts: [title: string, startTime: number][]): Chapter[] =>
  parts.map(([title, startTime], nth) => ({ title, startTime, endTime: parts[nth + 1]?.[1] ?? 60 }))

const CHAPTERS = chaptersAt(['Intro', 0], ['The sea', 10], ['Hills', 20.5], ['Fog', 30], ['Forest', 32], ['Road', 48])

async function openChaptered(changes: Partial<Video> = {}): Promise<void> {
  scriptVideo({ chapters: CHAPTERS, ...changes })
  await openSample()
}

const bar = page.getByRole('toolbar', { name: 'Chapters' })
const chapter = (name: string): Locator => bar.getByRole('button', { name: new RegExp(`${name}$`) })
const seeSelected = (titles: string[]) =>
  expect
    .poll(() =>
      bar
        .getByCss('[aria-pressed="true"]')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(titles)

describe('the chapters of a video', () => {
  it('are on the timeline with names, and become the range by a click, or several with Shift', async () => {
    await openChaptered()
    await see(chapter('The sea'))
    // A narrow chapter shows its name in a tooltip.
    await chapter('Fog').hover()
    await see(page.getByRole('tooltip', { name: 'Fog, 0:30 to 0:32' }))
    await chapter('The sea').click()
    await seeRange(10, 20.5)
    await seeSelected(['The sea'])
    await chapter('Forest').click({ modifiers: ['Shift'] })
    await seeRange(10, 48)
    await chapter('Intro').click({ modifiers: ['Shift'] })
    await seeRange(0, 48)
    await chapter('Hills').click()
    await button('Add next chapter').click()
    await seeRange(20.5, 32)
    await button('6 chapters').click()
    await page.getByRole('list').getByRole('button', { name: '0:48 Road' }).click()
    await seeRange(48, 60)
    await seeNo(button('Add next chapter'))
    // The button disappears after it has added the last chapter. The focus moves to the button beside it.
    await chapter('Forest').click()
    await pressOn(button('Add next chapter'), '{Enter}')
    await seeRange(32, 60)
    await seeFocusAround(button('6 chapters'))
  })

  it('are chosen by keyboard, and the new range is announced', async () => {
    await openChaptered()
    await pressOn(chapter('Intro'), '{ArrowRight}')
    await seeFocus(chapter('The sea'))
    await userEvent.keyboard('{Enter}')
    await seeRange(10, 20.5)
    await seeText('The range is from 10 seconds to 20.5 seconds.')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{Enter}{/Shift}')
    await seeRange(10, 32)
    await userEvent.keyboard('{End}')
    await seeFocus(chapter('Road'))
    // Tab stops only once at the row of chapters.
    await userEvent.tab()
    await seeFocus(button('6 chapters'))
    // A focused chapter outside the view scrolls into view.
    await chapter('Road').click()
    await openFold('Snap and zoom')
    await button('Range').click()
    await pressOn(chapter('Road'), '{Home}')
    await seeFocus(chapter('Intro'))
  })

  it('are a row of buttons on a phone', async () => {
    await page.viewport(PHONE.width, PHONE.height)
    await openChaptered()
    await chapter('Forest').click()
    await seeRange(32, 48)
    await seeSelected(['0:32 Forest'])
    await button('Add next chapter').click()
    await seeRange(32, 60)
    await expectNoFaults()
  })

  it('are free of accessibility faults', async () => {
    await showOnOneOfBothScreens()
    await openChaptered()
    await chapter('The sea').click()
    // A phone has no such button.
    if (isAtLength) await button('6 chapters').click()
    await expectNoFaults()
  })
})

describe('a clip of each chapter', () => {
  it('is a batch with Pro, up to the batch limit', async () => {
    const chapters = chaptersAt(
      ...Array.from({ length: 24 }, (_, nth): [string, number] => [`Part ${nth + 1}`, nth * 2.5]),
    )
    scriptAccount({ user: { subscription: 'pro-monthly' } })
    scriptVideo({ chapters, audioTracks: DUBBED_TRACKS }, 'pro')
    await openSample('&track=de')
    await seeText('A batch takes 20 clips, beginning with the chapter at your start.')
    await button('One clip per chapter').click()
    await seeToast('Chapters Listed', '20 of 24 chapters fit into one batch.')
    // The batch is finished, so the page does not poll it.
    const downloads = [exampleOwnDownload('one')]
    const batch = exampleBatch({ status: 'completed', etaSeconds: null, total: 1, fileSize: 1, downloads })
    const batchRequests = scriptCall(createBatch, () => batch)
    scriptCall(readBatch, () => batch)
    await optionButton('360p', 'Cut 20 clips').click()
    await expect.poll(() => batchRequests.length).toBe(1)
    const items = batchRequests[0]!.body.items
    expect(items).toHaveLength(20)
    expect(items[1]).toMatchObject({ quality: '360p', startTime: 2.5, endTime: 5, audioTrack: 'de' })
  })

  it('names the plan that it needs', async () => {
    await openChaptered()
    await button('One clip per chapter PRO').click()
    await seeText(/Several ranges and batches come with Pro\./)
    await seeRange(0, 60)
  })
})

describe('handles snap', () => {
  it('to chapters, by mouse and keys, and name the chapter', async () => {
    await openChaptered()
    await chooseSnap('Chapters')
    await dragHandle('Start', 20.4)
    await seeRange(20.5, 60)
    await seeText('Snapped to chapter “Hills”')
    // Far from any chapter, a handle does not snap.
    await dragHandle('End', -6)
    await expect.poll(() => sliderSeconds('End')).toBeCloseTo(54, 0)
    await seeNo(page.getByText(/^Snapped to/))
    await pressOn(slider('End'), '{Shift>}{ArrowLeft}{/Shift}')
    await seeRange(20.5, 48)
    await seeText('Snapped to chapter “Forest”')
    // Typed times are exact.
    await typeTime('End Time', '0:47.9')
    await seeRange(20.5, 47.9)
  })

  // snap-points.test.ts covers the snap points themselves.
  it('to words and silences once they are loaded', async () => {
    const waveform = { peaksPerSecond: 25, address: '/audio-of-this-test' }
    scriptVideo({ captions: [ENGLISH_CAPTIONS], waveform })
    scriptCall(readTranscript, () => transcriptOf(['one two three', 'hello there'], 30))
    // Noise, with silence from 28 to 29 seconds.
    const peaks = Array.from({ length: 1500 }, (_, index) => (index >= 700 && index < 725 ? 0 : 70))
    answerRequests(({ url }) =>
      url.pathname === waveform.address ? Response.json({ peaksPerSecond: 25, peaks }) : undefined,
    )
    await openSample()
    await openFold('Snap and zoom')
    await expect.poll(() => optionsOf('Snap')).toEqual(['Off', 'Seconds', 'Frames', 'Words', 'Silences'])

    await chooseSnap('Words')
    await dragHandle('Start', 29.9)
    await seeRange(29.94, 60)
    await seeText('Snapped to the word “hello”')

    await chooseSnap('Silences')
    await pressOn(slider('Start'), '{ArrowLeft}')
    await seeRange(28.9, 60)
    await seeText('Snapped to a silence')
  })
})
