import { expect, it } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function createTerminal(isTTY: boolean) {
  const output: string[] = []
  return { isTTY, columns: 80, output, write: (text: string) => output.push(text) }
}

it('a bar is one line of a terminal that is erased at the end; a log gets no bar', () => {
  const screen = createTerminal(true)
  const bar = createProgressBar(screen)
  bar.show({ done: 0.5, stage: 'encoding' })
  bar.show({ done: 0.501, stage: 'encoding' })
  bar.clear()
  expect(screen.output).toEqual([`\r\u001b[2K[${'#'.repeat(15)}${'-'.repeat(15)}]  50%  encoding`, '\r\u001b[2K'])
  const log = createTerminal(false)
  const logBar = createProgressBar(log)
  logBar.showText('Looking')
  logBar.show({ done: 0.5, stage: 'reading' })
  logBar.clear()
  expect(log.output).toEqual([])
})
