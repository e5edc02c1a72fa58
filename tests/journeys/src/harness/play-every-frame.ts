import { readStamp, stampHeight } from '@kerf/stamped-media/stamp'
import type { Browser } from 'playwright-core'

/**
 * Plays a clip in a real browser. Seeks to every frame in turn and then to the very end, and reads the frame numbers
 * from the painted pixels.
 */
export async function playEveryFrame(browser: Browser, clip: Uint8Array, frames: number, frameRate: number) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const base64 = Buffer.from(clip).toString('base64')
    const presentation = await page.evaluate(presentEach, { base64, frames, frameRate, stampShare: STAMP_SHARE })
    const { width, height, durationSeconds } = presentation
    const numbers = presentation.videoFrames.map(({ luma }) => {
      const pixels = Buffer.from(luma, 'base64')
      return readStamp({ width, height }, (x, y) => pixels[y * width + x] ?? 0)
    })
    return {
      /** The number read from each presented frame, in order; null if it is unreadable. */
      numbers: numbers.slice(0, frames),
      /** Media time of each presented frame in seconds, as the player reports it. */
      seconds: presentation.videoFrames.slice(0, frames).map(({ seconds }) => seconds),
      lastNumber: numbers.at(-1) ?? null,
      durationSeconds,
    }
  } finally {
    await context.close()
  }
}

/** Share of the frame's height that holds the stamp. Only this part leaves the browser. */
const STAMP_SHARE = stampHeight(1000) / 1000 + 0.01

interface Presentation {
  base64: string
  frames: number
  frameRate: number
  stampShare: number
}

/** Runs in the page. Seeks to the middle of each frame's time and waits until the player presents the frame. */
async function presentEach({ base64, frames, frameRate, stampShare }: Presentation) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  document.body.append(video)

  const failure = new Promise<never>((_resolve, reject) => {
    video.addEventListener('error', () => reject(new Error(`The player says: ${video.error?.message}`)))
  })
  const firstFrameLoad = new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
  await Promise.race([firstFrameLoad, failure])

  const { videoWidth: width, videoHeight: height } = video
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.ceil(height * stampShare)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')

  const presentAt = (seconds: number): Promise<number> => {
    const presentedTime = new Promise<number>((resolve) => {
      video.requestVideoFrameCallback((_now, frame) => resolve(frame.mediaTime))
    })
    video.currentTime = seconds
    return Promise.race([presentedTime, failure])
  }
  const videoFrames: { seconds: number; luma: string }[] = []
  const times = Array.from({ length: frames }, (_, frame) => (frame + 0.5) / frameRate)
  for (const time of [...times, video.duration]) {
    const seconds = await presentAt(time)
    context.drawImage(video, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let luma = ''
    for (let pixel = 0; pixel < data.length; pixel += 4) luma += String.fromCharCode(data[pixel + 1] ?? 0)
    videoFrames.push({ seconds, luma: btoa(luma) })
  }
  return { width, height, durationSeconds: video.duration, videoFrames }
}
