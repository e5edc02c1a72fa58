import { durationSeconds, framesPerSecond } from './film.ts'
import { paintFilm } from './paint-film.ts'
import { timecodeFont } from './timecode.ts'

/** The part of the painter that runs in the browser; results go to the server that the page came from. */
export interface PaintingPage {
  /** Loads the timecode's font; to be called once, first. */
  prepare(): Promise<void>
  /** Sends one frame as RGBA, row by row. */
  sendPixels(frameNumber: number, width: number, height: number): Promise<void>
  /** Sends one frame without timecode as a JPEG. */
  sendPoster(frameNumber: number, width: number, height: number): Promise<void>
  /** Sends a sheet of small frames as a JPEG: one a second, row by row. */
  sendFilmstrip(columns: number, frameWidth: number, frameHeight: number): Promise<void>
}

declare global {
  interface Window {
    painting: PaintingPage
  }
}

const posterQuality = 0.9
const filmstripQuality = 0.82

/** A canvas whose pixels are read back all the time. */
function createCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas')
  return context
}

async function send(body: BodyInit): Promise<void> {
  const answer = await fetch('/painted', { method: 'POST', body })
  if (!answer.ok) throw new Error(`The server did not take a picture: ${answer.status}`)
}

async function sendJpeg({ canvas }: CanvasRenderingContext2D, quality: number): Promise<void> {
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
  if (!jpeg) throw new Error('This browser writes no JPEG')
  await send(jpeg)
}

let film: CanvasRenderingContext2D | null = null

window.painting = {
  async prepare() {
    const font = new FontFace(timecodeFont, 'url(/timecode-font.woff2)', { weight: '100 800', stretch: '75% 112.5%' })
    document.fonts.add(await font.load())
  },

  async sendPixels(frameNumber, width, height) {
    if (film?.canvas.width !== width) film = createCanvas(width, height)
    paintFilm(film, frameNumber, true)
    await send(film.getImageData(0, 0, width, height).data)
  },

  async sendPoster(frameNumber, width, height) {
    const poster = createCanvas(width, height)
    paintFilm(poster, frameNumber, false)
    await sendJpeg(poster, posterQuality)
  },

  async sendFilmstrip(columns, frameWidth, frameHeight) {
    const sheet = createCanvas(columns * frameWidth, Math.ceil(durationSeconds / columns) * frameHeight)
    const frame = createCanvas(frameWidth, frameHeight)
    for (let second = 0; second < durationSeconds; second++) {
      paintFilm(frame, second * framesPerSecond, true)
      const column = second % columns
      sheet.drawImage(frame.canvas, column * frameWidth, Math.floor(second / columns) * frameHeight)
    }
    await sendJpeg(sheet, filmstripQuality)
  },
}
