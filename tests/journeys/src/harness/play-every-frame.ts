import { readStamp, stampHeight } from '@kerf/stamped-media/stamp'
import type { Browser } from 'playwright-core'

/**
 * Opens a clip in the real browser's player and has it present every frame, one after the other, and then its very end. The
 * numbers are read from the pixels that the player painted.
 */
export async function playEveryFrame(browser: Browser, clip: Uint8Array, frames: number, frameRate: number) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const base64 = Buffer.from(clip).toString('base64')
    const played = await page.evaluate(presentEach, { base64, frames, frameRate, stampShare: STAMP_SHARE })
    const { width, height, durationSeconds } = played
    const numbers = played.videoFrames.map(({ luma }) => {
      const pixels = Buffer.from(luma, 'base64')
      return readStamp({ width, height }, (x, y) => pixels[y * width + x] ?? 0)
    })
    return {
      /** The number read from each image that the browser presented, in the order of asking; null when it was unreadable. */
      numbers: numbers.slice(0, frames),
      /** When each image is due, by the player's own account. */
      seconds: played.videoFrames.slice(0, frames).map(({ seconds }) => seconds),
      lastNumber: numbers.at(-1) ?? null,
      durationSeconds,
    }
  } finally {
    await context.close()
  }
}

/** The numbers stand in the upper part of the image; the rest need not leave the browser. */
const STAMP_SHARE = stampHeight(1000) / 1000 + 0.01

interface Presentation {
  base64: string
  frames: number
  frameRate: number
  stampShare: number
}

/** Runs in the page: asks for the middle of each frame's time, and waits until that frame has been presented. */
async function presentEach({ base64, frames, frameRate, stampShare }: Presentation) {
  const bytes = Uint8Array.from(atob(base64), (email) => email.charCodeAt(0))
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  document.body.append(video)

  const failed = new Promise<never>((_resolve, reject) => {
    video.addEventListener('error', () => reject(new Error(`The player says: ${video.error?.message}`)))
  })
  const loaded = new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
  await Promise.race([loaded, failed])

  const { videoWidth: width, videoHeight: height } = video
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.ceil(height * stampShare)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')

  const present = (seconds: number): Promise<number> => {
    const presented = new Promise<number>((resolve) => {
      video.requestVideoFrameCallback((_now, frame) => resolve(frame.mediaTime))
    })
    video.currentTime = seconds
    return Promise.race([presented, failed])
  }
  const videoFrames: { seconds: number; luma: string }[] = []
  const times = Array.from({ length: frames }, (_, frame) => (frame + 0.5) / frameRate)
  for (const time of [...times, video.duration]) {
    const seconds = await present(time)
    context.drawImage(video, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let luma = ''
    for (let pixel = 0; pixel < data.length; pixel += 4) luma += String.fromCharCode(data[pixel + 1] ?? 0)
    videoFrames.push({ seconds, luma: btoa(luma) })
  }
  return { width, height, durationSeconds: video.duration, videoFrames }
}
