import type { Download } from '@kerf/contract/download'
import * as downloadCalls from '@kerf/contract/download'
import { readQuota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import * as videoCalls from '@kerf/contract/video'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { open } from './app.tsx'
import { EXAMPLE_RECEIPT, exampleOwnDownload, exampleQuota } from './examples/account-examples.ts'
import { exampleSizes, exampleVideo, SAMPLE_TITLE } from './examples/video-examples.ts'
import { pressOn, region, see, seeFocus } from './screen.ts'
import { answerRequests, scriptCall } from './scripted-server.ts'

/** Viewer and limits of a visitor without an account. */
const VISITOR_QUOTA = {
  viewer: 'anonymous',
  quota: { dailyDownloads: 0, monthlyDownloads: 0 },
  limits: { dailyLimit: 3, monthlyLimit: 10, longestClipSeconds: null },
} as const
const PRO_LIMITS = { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null }

export type Viewer = 'anonymous' | 'free' | 'pro'

/**
 * Answers every call of a page with a video: each link leads to the sample, with these changes. There are no frames,
 * and no clips.
 */
export function scriptVideo(changes: Partial<Video> = {}, viewer: Viewer = 'anonymous'): Video {
  const video = exampleVideo(viewer, changes)
  scriptCall(readQuota, () =>
    exampleQuota(
      viewer === 'anonymous' ? VISITOR_QUOTA : { viewer, ...(viewer === 'pro' ? { limits: PRO_LIMITS } : {}) },
    ),
  )
  answerRequests(({ method, url }) =>
    method === 'POST' && url.pathname === videoCalls.processVideo.path
      ? new Response(`{"stage":"asking"}\n${JSON.stringify({ video })}\n`)
      : undefined,
  )
  scriptCall(videoCalls.readVideo, () => video)
  scriptCall(videoCalls.setTrim, ({ body }) => ({ ...video, ...body }))
  scriptCall(videoCalls.readSizes, () => exampleSizes(video))
  scriptCall(downloadCalls.listDownloads, () => ({ downloads: [] }))
  for (const call of [videoCalls.readGop, videoCalls.readFrame]) scriptCall(call, () => ({ refuse: 'not_found' }))
  return video
}

const sampleHeading = page.getByRole('heading', { level: 1, name: SAMPLE_TITLE })

/** Opens the sample by its address. `query` adds a range and other parameters. */
export async function openSample(query = ''): Promise<void> {
  await open(`/?url=sample${query}`)
  // The page scrolls before its heading has the focus, and a click would miss its target.
  await seeFocus(sampleHeading)
  await openChoice()
}

export async function seeSample(): Promise<void> {
  await see(sampleHeading)
  await openChoice()
}

/** Opens the choice of qualities and formats below the video, without scrolling. */
async function openChoice(): Promise<void> {
  // Every video has this row.
  const row = option('Audio (MP3, 320 kbps)')
  // The bar may be replaced while a part of the page is loading, so the click is repeated.
  const openAndLook = async () => {
    const chip = document.querySelector<HTMLElement>('.form-chip[aria-expanded="false"]')
    if (chip) {
      const top = scrollY
      chip.click()
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      scrollTo({ top, behavior: 'instant' })
    }
    return row.length
  }
  await expect.poll(openAndLook).toBe(1)
}

/** Opens a folded section below the timeline. */
export async function openFold(name: 'Snap and zoom' | 'Leave parts out' | 'Make it fit' | 'More'): Promise<void> {
  const opener = region(name).getByRole('button', { name })
  if ((await opener.findElement()).getAttribute('aria-expanded') === 'false') await opener.click()
}

export type OptionLabel = '4K 2160p' | '1080p (HD)' | '720p' | '480p' | '360p' | 'Audio (MP3, 320 kbps)'

export const option = (label: OptionLabel): Locator => page.getByRole('listitem', { name: label })

/** The button with this name in an option. Its accessible name may go on with the option's label. */
export function optionButton(label: OptionLabel, name: string | RegExp): Locator {
  const escapeRegex = (text: string): string => text.replace(/[.()?]/g, '\\$&')
  const namePattern = typeof name === 'string' ? new RegExp(`^${escapeRegex(name)}( ${escapeRegex(label)}.*)?$`) : name
  return option(label).getByRole('button', { name: namePattern })
}

export const slider = (name: 'Start' | 'End' | 'Playhead'): Locator => page.getByRole('slider', { name })

/** The position of a slider, in seconds. */
export const sliderSeconds = (name: 'Start' | 'End' | 'Playhead'): number =>
  Number(slider(name).element().getAttribute('aria-valuenow'))

/** Waits until both handles are within `tolerance` seconds of these times. */
export async function seeRange(startSeconds: number, endSeconds: number, tolerance = 0.0005): Promise<void> {
  await expect
    .poll(
      () => Math.max(Math.abs(sliderSeconds('Start') - startSeconds), Math.abs(sliderSeconds('End') - endSeconds)),
      {
        message: `the range from ${startSeconds} to ${endSeconds}`,
      },
    )
    .toBeLessThanOrEqual(tolerance)
}

export async function typeTime(name: 'Start Time' | 'End Time', time: string): Promise<void> {
  const timeField = page.getByRole('textbox', { name })
  await timeField.fill(time)
  await pressOn(timeField, '{Enter}')
}

/** Types both times, the end first: the start may then be anything before it. */
export async function typeRange(start: string, end: string): Promise<void> {
  await typeTime('End Time', end)
  await typeTime('Start Time', start)
}

/** A parameter in the address; null if there is none. */
export const addressParameter = (name: string): string | null => new URLSearchParams(location.search).get(name)

/**
 * Answers each request for a clip with a finished clip that has the requested options. `receiptOf` adds fields to its
 * receipt. Returns the requests so far.
 */
export function scriptClips(receiptOf: (clip: Partial<Download>) => object = () => ({})) {
  const downloads: Download[] = []
  scriptCall(downloadCalls.listDownloads, () => ({ downloads: [...downloads].reverse() }))
  scriptCall(downloadCalls.readDownload, ({ params }) => downloads.find(({ id }) => id === params.id)!)
  return scriptCall(downloadCalls.requestDownload, ({ body }, callNumber) => {
    const { quality, format, ranges, join: _join, audioTrack = null, subtitles = null, ...fit } = body
    const [{ startTime, endTime } = { startTime: 0, endTime: 0 }] = ranges ?? []
    const form = { quality: quality as Download['quality'], format: format as Download['format'] }
    const clip = { ...form, startTime, endTime, audioTrack, subtitles, ...fit }
    const receipt = { ...EXAMPLE_RECEIPT!, ...receiptOf(clip) }
    const { title: _title, url: _url, ...download } = exampleOwnDownload(`clip${callNumber}`, { ...clip, receipt })
    downloads.push(download)
    return download
  })
}
