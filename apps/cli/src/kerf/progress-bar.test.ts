import { expect, it } from 'vitest'
import { progressBar } from './progress-bar.ts'

function terminal(isTTY: boolean) {
  const output: string[] = []
  return { isTTY, columns: 80, output, write: (text: string) => output.push(text) }
}

it('a bar is one line of a terminal, which disappears, and nothing in a log', () => {
  const screen = terminal(true)
  const bar = progressBar(screen)
  bar.show({ done: 0.5, stage: 'encoding' })
  bar.show({ done: 0.501, stage: 'encoding' })
  bar.clear()
  expect(screen.output).toEqual([`\r\u001b[2K[${'#'.repeat(15)}${'-'.repeat(15)}]  50%  encoding`, '\r\u001b[2K'])
  const log = terminal(false)
  const inLog = progressBar(log)
  inLog.say('Looking')
  inLog.show({ done: 0.5, stage: 'reading' })
  inLog.clear()
  expect(log.output).toEqual([])
})
