import type { CutProgress } from '@kerf/server/open-link'

export interface ProgressBar {
  say(what: string): void
  show(progress: CutProgress): void
  /** Takes the bar away: what comes next begins on a line of its own. */
  clear(): void
}

/** What a bar is drawn on. */
export interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const BAR_CELLS = 30
const USUAL_COLUMNS = 80
const ERASE_LINE = '\r\u001b[2K'
const STAGES: Record<CutProgress['stage'], string> = {
  reading: 'reading',
  encoding: 'encoding',
  writing: 'writing',
  checking: 'checking the clip',
}

/** One line that is redrawn on a terminal; elsewhere nothing, because it would fill a log. */
export function progressBar(terminal: Terminal): ProgressBar {
  if (!terminal.isTTY) return { say() {}, show() {}, clear() {} }
  let shown = ''
  const draw = (line: string) => {
    const fitting = line.slice(0, (terminal.columns || USUAL_COLUMNS) - 1)
    if (fitting !== shown) terminal.write(`${ERASE_LINE}${fitting}`)
    shown = fitting
  }
  return {
    say: (what) => draw(`${what} ...`),
    show({ done, stage }) {
      const filled = Math.round(BAR_CELLS * done)
      const bar = '#'.repeat(filled) + '-'.repeat(BAR_CELLS - filled)
      draw(`[${bar}] ${String(Math.floor(100 * done)).padStart(3)}%  ${STAGES[stage]}`)
    },
    clear() {
      if (shown !== '') terminal.write(ERASE_LINE)
      shown = ''
    },
  }
}
