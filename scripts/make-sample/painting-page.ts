import { durationSeconds, framesPerSecond, stageHeight, stageWidth } from './film.ts'
import { paintFilm } from './paint-film.ts'
import { timecodeFont } from './timecode.ts'

/** The part of the painter that runs in the browser; pictures go to `address` on the server that the page came from. */
export interface PaintingPage {
  /** Loads the timecode's font; to be called once, first. */
  prepare(): Promise<void>
  /** Sends one frame as a PNG. */
  sendFrame(address: string, frameNumber: number): Promise<void>
  /** Sends one frame without timecode as a JPEG. */
  sendPoster(address: string, frameNumber: number, width: number, height: number): Promise<void>
  /** Sends a sheet of small frames as a JPEG: one a second, row by row. */
  sendFilmstrip(address: string, columns: number, frameWidth: number, frameHeight: number): Promise<void>
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

async function send(address: string, { canvas }: CanvasRenderingContext2D, type: string, quality?: number) {
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality)
  })
  if (picture?.type !== type) throw new Error(`This browser writes no ${type}`)
  const answer = await fetch(address, { method: 'POST', body: picture })
  if (!answer.ok) throw new Error(`The server did not take a picture: ${answer.status}`)
}

/** Canvases of the film's size that wait for their next frame. */
const idle: CanvasRenderingContext2D[] = []

window.painting = {
  async prepare() {
    const font = new FontFace(timecodeFont, 'url(/timecode-font.woff2)', { weight: '100 800', stretch: '75% 112.5%' })
    document.fonts.add(await font.load())
  },

  async sendFrame(address, frameNumber) {
    const frame = idle.pop() ?? createCanvas(stageWidth, stageHeight)
    paintFilm(frame, frameNumber, true)
    await send(address, frame, 'image/png')
    idle.push(frame)
  },

  async sendPoster(address, frameNumber, width, height) {
    const poster = createCanvas(width, height)
    paintFilm(poster, frameNumber, false)
    await send(address, poster, 'image/jpeg', posterQuality)
  },

  async sendFilmstrip(address, columns, frameWidth, frameHeight) {
    const sheet = createCanvas(columns * frameWidth, Math.ceil(durationSeconds / columns) * frameHeight)
    const frame = createCanvas(frameWidth, frameHeight)
    for (let second = 0; second < durationSeconds; second++) {
      paintFilm(frame, second * framesPerSecond, true)
      const column = second % columns
      sheet.drawImage(frame.canvas, column * frameWidth, Math.floor(second / columns) * frameHeight)
    }
    await send(address, sheet, 'image/jpeg', filmstripQuality)
  },
}
