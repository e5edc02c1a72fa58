import { createBatch, readBatch } from '@kerf/contract/batch'
import type { Chapter } from '@kerf/domain/captions/transcript'
import { describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, rewriteVideos } from '../harness/sample-clip.ts'
import { exampleOwnDownload, exampleQuota, scriptAccount } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import { ENGLISH, scriptSpeech, transcriptOf } from '../harness/spoken-sample.ts'
import { chooseSnap, dragByMouse, measureTimeline } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const chaptersAt = (...parts: [title: string, startTime: number][]): Chapter[] =>
  parts.map(([title, startTime], nth) => ({ title, startTime, endTime: parts[nth + 1]?.[1] ?? 60 }))

const CHAPTERS = chaptersAt(['Intro', 0], ['The sea', 10], ['Hills', 20.5], ['Fog', 30], ['Forest', 32], ['Road', 48])

async function visitWithChapters(chapters: Chapter[] = CHAPTERS, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg', ...options })
  await rewriteVideos(visit, (video) => {
    video.chapters = chapters
  })
  await visit.goToSample()
  return visit
}

const bar = (visit: Visit) => visit.page.getByRole('toolbar', { name: 'Chapters' })
const chapter = (visit: Visit, name: string) => bar(visit).getByRole('button', { name: new RegExp(`${name}$`) })
const readSelectedTitles = async (visit: Visit) => bar(visit).locator('[aria-pressed="true"]').allTextContents()

describe('the chapters of a video', () => {
  it('are on the timeline with their names, and become the range by a click; Shift adds all up to another', async () => {
    const visit = await visitWithChapters()
    await expect.poll(() => bar(visit).getByRole('button').allTextContents(), PATIENTLY).toContain('The sea')
    // A narrow chapter shows its name in a tooltip.
    await chapter(visit, 'Fog').hover()
    await visit.page.getByRole('tooltip', { name: 'Fog, 0:30 to 0:32' }).waitFor()
    await chapter(visit, 'The sea').click()
    await expectRange(visit, 10, 20.5)
    await expect.poll(() => readSelectedTitles(visit), PATIENTLY).toEqual(['The sea'])
    await chapter(visit, 'Forest').click({ modifiers: ['Shift'] })
    await expectRange(visit, 10, 48)
    await chapter(visit, 'Intro').click({ modifiers: ['Shift'] })
    await expectRange(visit, 0, 48)
    await chapter(visit, 'Hills').click()
    await visit.button('Add next chapter').click()
    await expectRange(visit, 20.5, 32)
    await visit.button('6 chapters').click()
    await visit.page.getByRole('list').getByRole('button', { name: '0:48 Road', exact: true }).click()
    await expectRange(visit, 48, 60)
    expect(await visit.button('Add next chapter').count()).toBe(0)
    // The button disappears after it has added the last chapter. The focus moves to the button beside it.
    await chapter(visit, 'Forest').click()
    await visit.button('Add next chapter').press('Enter')
    await expectRange(visit, 32, 60)
    await visit.page.locator(':focus').getByRole('button', { name: '6 chapters' }).waitFor()
  })

  it('are taken by the keyboard, and what the range is then is said', async () => {
    const visit = await visitWithChapters()
    await chapter(visit, 'Intro').focus()
    await visit.page.keyboard.press('ArrowRight')
    await visit.seeFocus(chapter(visit, 'The sea'))
    await visit.page.keyboard.press('Enter')
    await expectRange(visit, 10, 20.5)
    await visit.seeText('The range is from 10 seconds to 20.5 seconds.')
    await visit.page.keyboard.press('ArrowRight')
    await visit.page.keyboard.press('ArrowRight')
    await visit.page.keyboard.press('Shift+Enter')
    await expectRange(visit, 10, 32)
    await visit.page.keyboard.press('End')
    await visit.seeFocus(chapter(visit, 'Road'))
    // Tab stops only once at the row of chapters.
    await visit.page.keyboard.press('Tab')
    await visit.seeFocus(visit.button('6 chapters'))
    // A focused chapter outside the view scrolls into view.
    await chapter(visit, 'Road').click()
    await visit.openFold('Snap and zoom')
    await visit.button('Range').click()
    await chapter(visit, 'Road').focus()
    await visit.page.keyboard.press('Home')
    await visit.seeFocus(chapter(visit, 'Intro'))
  })

  it('are a row of buttons on a phone, without accessibility faults', async () => {
    const visit = await visitWithChapters(CHAPTERS, { screen: PHONE })
    await chapter(visit, 'Forest').scrollIntoViewIfNeeded()
    await chapter(visit, 'Forest').tap()
    await expectRange(visit, 32, 48)
    await expect.poll(() => readSelectedTitles(visit), PATIENTLY).toEqual(['0:32 Forest'])
    await visit.button('Add next chapter').tap()
    await expectRange(visit, 32, 60)
    await visit.expectNoFaults()
  })

  itAtLength('are free of accessibility faults in the light and in the dark, on a phone and a desktop', async () => {
    for (const screen of [PHONE, DESKTOP]) {
      const visit = await visitWithChapters(CHAPTERS, { screen })
      await chapter(visit, 'The sea').click()
      if (screen !== PHONE) await visit.button('6 chapters').click()
      await visit.expectNoFaultsInBothThemes()
    }
  })
})

describe('a clip of each chapter', () => {
  const manyChapters = chaptersAt(
    ...Array.from({ length: 24 }, (_, nth): [string, number] => [`Part ${nth + 1}`, nth * 2.5]),
  )

  it('comes with Pro, as a batch of as many as that takes', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const unlimitedQuota = {
      viewer: 'pro' as const,
      limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null },
    }
    await scriptAccount(visit, { user: { subscription: 'pro-monthly' }, quota: exampleQuota(unlimitedQuota) })
    await rewriteVideos(visit, (video) => {
      video.chapters = manyChapters
      video.audioTracks = [
        { id: 'en', language: 'en', label: 'English', isOriginal: true },
        { id: 'de', language: 'de', label: 'Deutsch', isOriginal: false },
      ]
    })
    await visit.goToSample('&track=de')
    await visit.seeText('A batch takes 20 clips, beginning with the chapter at your start.')
    await visit.button('One clip per chapter').click()
    await visit.seeToast('Chapters Listed', '20 of 24 chapters fit into one batch.')
    // The batch is finished, so the page does not poll it after the journey.
    const batch = {
      id: 'batch'.padEnd(22, 'A'),
      status: 'completed' as const,
      progress: 100,
      etaSeconds: null,
      completed: 1,
      failed: 0,
      total: 1,
      fileName: 'kerf_batch.zip',
      fileSize: 1,
      expiresAt: null,
      createdAt: new Date().toISOString(),
      downloads: [exampleOwnDownload('one')],
    }
    const batchRequests = await scriptCall(visit, createBatch, () => batch)
    const batchReads = await scriptCall(visit, readBatch, () => batch)
    await visit.optionButton('360p', 'Cut 20 clips').click()
    await expect.poll(() => batchRequests.length, PATIENTLY).toBe(1)
    const items = batchRequests[0]!.body.items
    expect(items).toHaveLength(20)
    expect(items[1]).toMatchObject({ quality: '360p', startTime: 2.5, endTime: 5, audioTrack: 'de' })
    // The page reads the batch once. After the journey, this read would reach the real server.
    await expect.poll(() => batchReads.length, PATIENTLY).toBe(1)
  })

  // Several ranges need the same plan: several.journey.ts.
  itAtLength('says what plan it needs', async () => {
    const visit = await visitWithChapters()
    await visit.button('One clip per chapter PRO').click()
    await visit.seeText(/Several ranges and batches come with Pro\./)
    await expectRange(visit, 0, 60)
  })
})

describe('handles snap', () => {
  it('to chapters, by hand and by keys, and say to which', async () => {
    const visit = await visitWithChapters()
    await chooseSnap(visit, 'Chapters')
    const timeline = await measureTimeline(visit)
    await dragByMouse(visit, timeline.start, { x: 20.4 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, 20.5, 60)
    await visit.seeText('Snapped to chapter “Hills”')
    // Far from any chapter, a handle does not snap.
    const movedTimeline = await measureTimeline(visit)
    await dragByMouse(visit, movedTimeline.end, { x: -6 * movedTimeline.pixelsPerSecond, y: 0 })
    await expect.poll(() => visit.at('End'), PATIENTLY).toBeCloseTo(54, 0)
    expect(await visit.page.getByText(/^Snapped to/).count()).toBe(0)
    await visit.slider('End').focus()
    await visit.page.keyboard.press('Shift+ArrowLeft')
    await expectRange(visit, 20.5, 48)
    await visit.seeText('Snapped to chapter “Forest”')
    // Typed times are exact.
    await visit.typeTime('End Time', '0:47.9')
    await expectRange(visit, 20.5, 47.9)
  })

  // snap-points.test.ts covers the snap points themselves.
  itAtLength('to words and silences, once those are known', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await scriptSpeech(visit, { transcript: () => transcriptOf(['one two three', 'hello there'], 30) })
    await rewriteVideos(visit, (video) => {
      video.captions = [ENGLISH]
      video.waveform = { peaksPerSecond: 25, address: '/audio-of-this-test' }
    })
    // Noise, with silence from 28 to 29 seconds.
    await visit.answer('*/audio-of-this-test', () => ({
      json: {
        peaksPerSecond: 25,
        peaks: Array.from({ length: 1500 }, (_, index) => (index >= 700 && index < 725 ? 0 : 70)),
      },
    }))
    await visit.goToSample()
    await visit.openFold('Snap and zoom')
    const modes = () => visit.field('Snap').locator('option').allTextContents()
    await expect.poll(modes, PATIENTLY).toEqual(['Off', 'Seconds', 'Frames', 'Words', 'Silences'])

    await chooseSnap(visit, 'Words')
    const timeline = await measureTimeline(visit)
    await dragByMouse(visit, timeline.start, { x: 29.9 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, 29.94, 60)
    await visit.seeText('Snapped to the word “hello”')

    await chooseSnap(visit, 'Silences')
    await visit.slider('Start').focus()
    await visit.page.keyboard.press('ArrowLeft')
    await expectRange(visit, 28.9, 60)
    await visit.seeText('Snapped to a silence')
  })
})
