import type { MediaLibrary } from '../media/media-library.ts'
import type { StoryboardLevel } from '../media/storyboards.ts'

/**
 * YouTube describes storyboards in one string: the address with `$L` (level) and `$N` (name), then per level
 * `width#height#frames#columns#rows#milliseconds between images#name#signature`, `$M` being the sheet's number.
 */
export function storyboardSpec(videoId: string, library: MediaLibrary): string {
  const levels = library.storyboards.map((board) => {
    const { width, height, frames, columns, rows, level } = board
    const everyMilliseconds = level === 0 ? 0 : 1000
    return [width, height, frames, columns, rows, everyMilliseconds, boardNameOf(board), signatureOf(board)].join('#')
  })
  return [`https://i.ytimg.com/sb/${videoId}/storyboard3_L$L/$N.jpg?sqp=standin`, ...levels].join('|')
}

/** The address of one sheet as a resolver puts it together from the string above; `$M` leaves its number open. */
export function storyboardSheetUrl(videoId: string, board: StoryboardLevel, sheet: number | '$M'): string {
  const name = boardNameOf(board).replace('$M', () => String(sheet))
  const address = `https://i.ytimg.com/sb/${videoId}/storyboard3_L${board.level}/${name}.jpg`
  return `${address}?sqp=standin&sigh=${signatureOf(board)}`
}

function boardNameOf(board: StoryboardLevel): string {
  return board.level === 0 ? 'default' : 'M$M'
}

function signatureOf(board: StoryboardLevel): string {
  return `rs$standin${board.level}`
}
