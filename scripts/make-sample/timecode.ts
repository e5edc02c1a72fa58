import { durationSeconds, framesPerSecond, stageHeight, stageWidth } from './film.ts'

export const timecodeFont = 'Martian Mono'

const plate = { left: 48, bottom: 60, height: 92, width: 356 }
const lineHeight = 8

/** When a frame is shown, as m:ss.mmm, rounded to the thousandth. */
export function timecodeOf(frameNumber: number): string {
  const thousandths = Math.round((frameNumber * 1000) / framesPerSecond)
  const minutes = Math.floor(thousandths / 60_000)
  const seconds = Math.floor((thousandths % 60_000) / 1000)
  return `${minutes}:${String(seconds).padStart(2, '0')}.${String(thousandths % 1000).padStart(3, '0')}`
}

/** The time in a corner and a line along the lower edge for how much of the film is over. */
export function drawTimecode(stage: CanvasRenderingContext2D, frameNumber: number): void {
  const top = stageHeight - plate.bottom - plate.height
  stage.fillStyle = 'rgba(20, 20, 17, 0.78)'
  stage.fillRect(plate.left, top, plate.width, plate.height)
  stage.fillStyle = '#f4f2ec'
  stage.font = `600 58px "${timecodeFont}"`
  stage.textBaseline = 'middle'
  stage.textAlign = 'center'
  stage.fillText(timecodeOf(frameNumber), plate.left + plate.width / 2, top + plate.height / 2 + 2)

  const share = frameNumber / (durationSeconds * framesPerSecond)
  stage.fillStyle = 'rgba(20, 20, 17, 0.55)'
  stage.fillRect(0, stageHeight - lineHeight, stageWidth, lineHeight)
  stage.fillStyle = '#f4f2ec'
  stage.fillRect(0, stageHeight - lineHeight, stageWidth * share, lineHeight)
}
