import type { CutProgress } from '@kerf/server/open-link'

export interface ProgressBar {
  showText(text: string): void
  show(progress: CutProgress): void
  /** Erases the bar, so that the next output begins on an empty line. */
  clear(): void
}

/** The output stream that shows the bar. */
export interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const BAR_CELLS = 30
const DEFAULT_COLUMNS = 80
const ERASE_LINE = '\r\u001b[2K'
const STAGE_NAMES: Record<CutProgress['stage'], string> = {
  reading: 'reading',
  encoding: 'encoding',
  writing: 'writing',
  checking: 'checking the clip',
}

/** Creates a progress line that is redrawn on a terminal. Without a terminal it shows nothing, because it would fill logs. */
export function createProgressBar(terminal: Terminal): ProgressBar {
  if (!terminal.isTTY) return { showText() {}, show() {}, clear() {} }
  let currentText = ''
  const draw = (line: string) => {
    const text = line.slice(0, (terminal.columns || DEFAULT_COLUMNS) - 1)
    if (text !== currentText) terminal.write(`${ERASE_LINE}${text}`)
    currentText = text
  }
  return {
    showText: (text) => draw(`${text} ...`),
    show({ done, stage }) {
      const filledCells = Math.round(BAR_CELLS * done)
      const bar = '#'.repeat(filledCells) + '-'.repeat(BAR_CELLS - filledCells)
      draw(`[${bar}] ${String(Math.floor(100 * done)).padStart(3)}%  ${STAGE_NAMES[stage]}`)
    },
    clear() {
      if (currentText !== '') terminal.write(ERASE_LINE)
      currentText = ''
    },
  }
}
