import { expect, it } from 'vitest'
import type { ByteSource } from '../../ports/sources.ts'
import { processesIn } from './testing/processes-in.ts'
import { openTestEngine } from './testing/test-engine.ts'

const { engineWith, folder, sourceVideo, defaultOptions } = await openTestEngine()
const { signal } = defaultOptions

/** Returns the same bytes as a separate file. `openings` counts reads of the first byte. */
function newFile(): ByteSource & { openings: number } {
  const file = {
    ...sourceVideo,
    openings: 0,
    read(...[start, end]: Parameters<ByteSource['read']>) {
      if (start === 0) file.openings += 1
      return sourceVideo.read(start, end)
    },
  }
  return file
}

it('one process reads all GOPs and frames of a file, another process those of another file', async () => {
  const engine = engineWith()
  const [firstFile, secondFile] = [newFile(), newFile()]
  const gopAt = (file: ByteSource, atSeconds: number) =>
    engine.readGop(file, { atSeconds, maxBytes: 4_000_000 }, signal)

  expect(await gopAt(firstFile, 0.5)).toMatchObject({ startTime: 0, endTime: 2 })
  expect(await gopAt(firstFile, 3)).toMatchObject({ startTime: 2, endTime: 4 })
  const frame = await engine.drawFrame(firstFile, { atSeconds: 4.5, place: 'at', width: 160 }, signal)
  expect(frame.startTime).toBeCloseTo(4.5, 6)
  expect(firstFile.openings).toBe(1)

  expect(await gopAt(secondFile, 3)).toMatchObject({ startTime: 2, endTime: 4 })
  expect(secondFile.openings).toBe(1)
  expect(await gopAt(firstFile, 4.9)).toMatchObject({ startTime: 4, endTime: 5 })
  expect(firstFile.openings).toBe(1)
})

it('a process that ended while idle, or whose request was aborted, is replaced', async () => {
  const engine = engineWith()
  const file = newFile()
  const gopAt = (atSeconds: number, callerSignal = signal) =>
    engine.readGop(file, { atSeconds, maxBytes: 4_000_000 }, callerSignal)
  await gopAt(0.5)
  for (const id of await processesIn(folder)) process.kill(Number(id), 'SIGKILL')
  await expect.poll(() => processesIn(folder)).toEqual([])
  expect(await gopAt(3)).toMatchObject({ startTime: 2, endTime: 4 })
  expect(file.openings).toBe(2)

  await expect(gopAt(4.5, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  const controller = new AbortController()
  const read = file.read
  file.read = (...range) => {
    controller.abort(new Error('left'))
    return read(...range)
  }
  await expect(gopAt(1, controller.signal)).rejects.toThrow('left')
  file.read = read
  expect(await gopAt(1)).toMatchObject({ startTime: 0, endTime: 2 })
  expect(file.openings).toBe(3)
})

it('a process killed during its work is replaced, but not forever', async () => {
  const engine = engineWith()
  const fileWithKills = (count: number): ByteSource => {
    let remainingKills = count
    const read: ByteSource['read'] = async (...range) => {
      if (remainingKills-- > 0) for (const id of await processesIn(folder)) process.kill(Number(id), 'SIGKILL')
      return sourceVideo.read(...range)
    }
    return { ...sourceVideo, read }
  }
  const gopRequest = { atSeconds: 0.5, maxBytes: 4_000_000 }
  expect(await engine.readGop(fileWithKills(1), gopRequest, signal)).toMatchObject({ startTime: 0, endTime: 2 })
  await expect(engine.readGop(fileWithKills(100), gopRequest, signal)).rejects.toThrow('ended by')
})
