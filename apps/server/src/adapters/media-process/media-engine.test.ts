import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import type { CutInput } from '../../ports/media.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'
import { boundedSource, createMediaEngine } from './media-engine.ts'
import { startMediaProcess } from './media-process.ts'
import { processesIn } from './testing/processes-in.ts'
import { endlessIndex, openTestEngine, sourceOfBytes } from './testing/test-engine.ts'
import { innermostPid } from './watch-limits.ts'

const { engineWith, folder, sourceVideo, usualEngine, defaultOptions } = await openTestEngine()

const cutRequestFor = (source: ByteSource) =>
  ({
    parts: { video: source, audio: source },
    ranges: [{ startTime: 1.1, endTime: 3.2 }],
    spec: { kind: 'video', height: null } as const,
    filePath: join(folder, 'clip.mp4'),
  }) satisfies CutInput

/** Returns the ids of this test's media processes. The working process precedes the process that was started ahead. */
async function mediaChildren(): Promise<number[]> {
  const ids = await processesIn(folder)
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  // The process inside bubblewrap is a child of bubblewrap, not of this process.
  const isChildOfTest = (stat: string | undefined) =>
    stat?.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid)
  return ids
    .filter((_, index) => isChildOfTest(stats[index]))
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** A source that sends a byte now and then and never finishes. */
const tricklingSource = (): ByteSource => ({
  sizeBytes: 1_000_000,
  read: (_start, _end, signal, onBytes) =>
    new Promise((_resolve, reject) => {
      const timer = setInterval(() => onBytes?.(1), 20)
      signal?.addEventListener('abort', () => {
        clearInterval(timer)
        reject(signal.reason)
      })
    }),
})

const silentSource = (): ByteSource => ({ ...sourceVideo, read: () => new Promise(() => undefined) })

describe('the media engine', () => {
  it("inspects one owner's video while others' slow sources lose their slots", async () => {
    const engine = engineWith({ slowMilliseconds: 250 })
    const controller = new AbortController()
    const results = ['one', 'two', 'one', 'two', 'one', 'two'].map(async (owner) => {
      const source = tricklingSource()
      const inspection = rationedBy(owner, () => engine.inspect({ video: source, audio: source }, controller.signal))
      return inspection.then(
        () => 'facts',
        (error: unknown) => (error as { code?: string }).code ?? 'gone',
      )
    })
    const facts = await rationedBy('another', () =>
      engine.inspect({ video: sourceVideo, audio: sourceVideo }, defaultOptions.signal),
    )
    expect(facts.durationSeconds).toBeCloseTo(5, 1)
    controller.abort(new Error('gone'))
    // The speed of the machine decides how many of these sources lose their slots, but both outcomes occur.
    expect(new Set(await Promise.all(results))).toEqual(new Set(['gone', 'source_timeout']))
  })

  it('cuts in a separate process, reports its progress, and returns the receipt', async () => {
    const progressValues: number[] = []
    const receipt = await usualEngine().cut(cutRequestFor(sourceVideo), {
      ...defaultOptions,
      onProgress: ({ done }) => progressValues.push(done),
    })
    expect(receipt).toMatchObject({ frames: 63, way: 'smart' })
    expect(progressValues).toEqual([...progressValues].sort((a, b) => a - b))
    expect(progressValues.at(-1)).toBe(1)
    const { frames } = await readStamps(join(folder, 'clip.mp4'))
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, i) => i + 33))
  })

  it('draws subtitles in the sandbox with the bundled fonts, and leaves only the clip', async () => {
    const cues = [
      { startTime: 1, endTime: 2, text: 'Grüße, 日本語 한국어 你好' },
      { startTime: 2.2, endTime: 3, text: 'مرحبا שלום สวัสดี' },
    ]
    const cutRequest = cutRequestFor(sourceVideo)
    const filesBefore = await readdir(folder)
    const receipt = await usualEngine().cut(
      { ...cutRequest, spec: { ...cutRequest.spec, subtitles: { as: 'burned', style: 'box', language: 'en', cues } } },
      defaultOptions,
    )
    expect(receipt).toMatchObject({ frames: 63, framesReencoded: 63, way: 'transcoded', cues: 2 })
    expect(receipt.shown).toEqual([{ startTime: 1.1, endTime: 3.2 }])
    const { frames } = await readStamps(cutRequest.filePath)
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, index) => 33 + index))
    expect((await readdir(folder)).filter((name) => !filesBefore.includes(name) && name !== 'clip.mp4')).toEqual([])
  })

  it('removes the temporary files of a stopped cut', async () => {
    const controller = new AbortController()
    const scratchFiles: string[] = []
    const cutRequest = cutRequestFor(sourceVideo)
    const filePath = join(folder, 'left.mp4')
    const filesBefore = await readdir(folder)
    const pendingCut = usualEngine().cut(
      { ...cutRequest, filePath, spec: { ...cutRequest.spec, maxBytes: 40_000, loudness: -20 } },
      {
        signal: controller.signal,
        onProgress: () => {
          scratchFiles.push(...readdirSync(folder, { recursive: true }).map(String))
          if (scratchFiles.some((name) => name.includes('kerf-fit-'))) controller.abort(new Error('gone'))
        },
      },
    )
    await expect(pendingCut).rejects.toThrow('gone')
    expect(scratchFiles.some((name) => name.includes('kerf-fit-'))).toBe(true)
    expect((await readdir(folder)).filter((name) => !filesBefore.includes(name) && name !== 'left.mp4')).toEqual([])
  })

  it('reads the index of a known file only once', async () => {
    const engine = engineWith()
    const readBytes: number[] = []
    for (let time = 0; time < 2; time++) {
      let bytes = 0
      const countedSource: ByteSource = {
        sizeBytes: sourceVideo.sizeBytes,
        identity: 'the video',
        read(start, end) {
          bytes += end - start
          return sourceVideo.read(start, end)
        },
      }
      await engine.cut({ ...cutRequestFor(countedSource), filePath: join(folder, `known-${time}.mp4`) }, defaultOptions)
      readBytes.push(bytes)
    }
    expect(readBytes[0]! - readBytes[1]!).toBeGreaterThanOrEqual(64 * 1024)
    const { frames } = await readStamps(join(folder, 'known-1.mp4'))
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, i) => i + 33))
  })

  it('describes what is in a file', async () => {
    const listeners = new Set<string>()
    const listeningSource: ByteSource = {
      sizeBytes: sourceVideo.sizeBytes,
      async read(start, end, signal, onBytes) {
        listeners.add(typeof onBytes)
        return sourceVideo.read(start, end, signal)
      },
    }
    const facts = await usualEngine().inspect({ video: listeningSource, audio: listeningSource }, defaultOptions.signal)
    expect(facts).toMatchObject({ durationSeconds: 5, video: { codec: 'h264', width: 320 }, audio: { codec: 'aac' } })
    // The engine passes a listener for received bytes, so a slow source does not count as stalled.
    expect(listeners).toEqual(new Set(['function']))
  })

  it.each([
    ['not_media', async () => new TextEncoder().encode('<!doctype html><title>Not found</title>'.repeat(100))],
    ['unfinished_media', () => sourceVideo.read(0, 600)],
  ])('fails with %s for an incomplete file, and leaves no file', async (code, read) => {
    const cutRequest = { ...cutRequestFor(sourceOfBytes(await read())), filePath: join(folder, 'refused.mp4') }
    await expect(usualEngine().cut(cutRequest, defaultOptions)).rejects.toMatchObject({ code })
    expect(await readdir(folder)).not.toContain('refused.mp4')
  })

  it('passes on why the source could not be read', async () => {
    const refusingSource: ByteSource = {
      sizeBytes: sourceVideo.sizeBytes,
      read: () => Promise.reject(new SourceReadError('source_timeout', 'too slow', { expired: true })),
    }
    await expect(usualEngine().cut(cutRequestFor(refusingSource), defaultOptions)).rejects.toMatchObject({
      code: 'source_timeout',
      expired: true,
    })
  })

  it.each([
    ['makes no progress', { stallMilliseconds: 200 }, 'cut_timeout', /no progress after 0\.2 s\.$/],
    ['takes too long in all', { totalMilliseconds: 200 }, 'cut_timeout', /the time limit is over after 0\.2 s\.$/],
    ['takes too much memory', { maxResidentBytes: 1024 }, 'media_too_large', / \d+ bytes .* 1024 are allowed\.$/],
  ])('stops work that %s', async (_description, limits, code, message) => {
    await expect(engineWith(limits).cut(cutRequestFor(silentSource()), defaultOptions)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('reports how a crashed process ended', async () => {
    const error = await engineWith({ maxHeapMegabytes: 4 })
      .cut(cutRequestFor(sourceVideo), defaultOptions)
      .catch((thrownError: unknown) => thrownError)
    expect(error).toMatchObject({ code: 'cut_failed', message: expect.stringMatching(/ended by (SIG\w+|code \d+)\.$/) })
  })

  it('retries a cut whose process was killed, and gives up after three attempts', async () => {
    const engine = usualEngine()
    const killedPids: number[] = []
    const killingSource = (times: number): ByteSource => ({
      ...sourceVideo,
      async read(start, end) {
        const [pid] = await mediaChildren()
        if (pid !== undefined && killedPids.length < times && !killedPids.includes(pid)) {
          killedPids.push(pid)
          process.kill(pid, 'SIGKILL')
        }
        return sourceVideo.read(start, end)
      },
    })
    const filePath = join(folder, 'killed.mp4')
    expect(await engine.cut({ ...cutRequestFor(killingSource(2)), filePath }, defaultOptions)).toMatchObject({
      frames: 63,
    })
    expect(killedPids).toHaveLength(2)
    const { frames } = await readStamps(filePath)
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, i) => i + 33))
    killedPids.splice(0)
    await expect(engine.cut(cutRequestFor(killingSource(9)), defaultOptions)).rejects.toMatchObject({
      code: 'cut_failed',
    })
    expect(killedPids).toHaveLength(3)
  })

  it('fails at once without its folder', async () => {
    const engine = createMediaEngine({ scratchDirectory: join(folder, 'gone') })
    await expect(engine.cut(cutRequestFor(sourceVideo), defaultOptions)).rejects.toMatchObject({
      code: 'cut_failed',
      message: 'The media process ended by ENOENT.',
    })
    await engine.close()
  })

  it('stops work on an endless index, however fast its source sends', async () => {
    await expect(
      engineWith({ openingMilliseconds: 300 }).cut(cutRequestFor(endlessIndex()), defaultOptions),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/source_timeout|broken_media|not_media|unsupported_media/),
    })
  })

  it('inspects few files at once, and refuses more', async () => {
    const neverAnswering = silentSource()
    const engine = engineWith()
    const controller = new AbortController()
    const waitingInspections = Array.from({ length: 18 }, () =>
      engine.inspect({ video: neverAnswering, audio: neverAnswering }, controller.signal).catch(() => 'left'),
    )
    await expect(
      engine.inspect({ video: sourceVideo, audio: sourceVideo }, defaultOptions.signal),
    ).rejects.toMatchObject({
      code: 'busy',
    })
    controller.abort(new Error('gone'))
    expect(await Promise.all(waitingInspections)).toEqual(Array(18).fill('left'))
    expect(await engine.inspect({ video: sourceVideo, audio: sourceVideo }, defaultOptions.signal)).toMatchObject({
      durationSeconds: 5,
    })
  })

  it('stops at once when the caller aborts', async () => {
    const controller = new AbortController()
    const mutePart: ByteSource = {
      sizeBytes: sourceVideo.sizeBytes,
      read: () => {
        controller.abort(new Error('cancelled'))
        return new Promise(() => undefined)
      },
    }
    await expect(
      usualEngine().cut(cutRequestFor(mutePart), { ...defaultOptions, signal: controller.signal }),
    ).rejects.toThrow('cancelled')
  })

  it('accepts no work after it is closed', async () => {
    const engine = engineWith()
    await engine.close()
    await expect(engine.cut(cutRequestFor(sourceVideo), defaultOptions)).rejects.toMatchObject({ code: 'busy' })
    await expect(engine.facts()).rejects.toMatchObject({ code: 'busy' })
  })
})

it('a bounded source returns its bytes up to the limit, and an error beyond it', async () => {
  const limitedSource = boundedSource(sourceVideo, 100)
  expect(await limitedSource.read(10, 70)).toEqual(await sourceVideo.read(10, 70))
  expect(await limitedSource.read(0, 40)).toHaveLength(40)
  await expect(limitedSource.read(0, 1)).rejects.toMatchObject({ code: 'source_failed' })
})

it('the engine reports the versions of the media library, which lacks no codec', async () => {
  expect(await usualEngine().facts()).toEqual({
    version: expect.stringMatching(/^FFmpeg \d+\.\d+\S*, node-av \d+\.\d+\.\d+$/),
    missingCodecs: [],
  })
})

describe.runIf(process.platform === 'linux')('a media process', () => {
  it('has no environment variables of the server, and ends when it is killed', async () => {
    const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: 256 })
    await new Promise((resolve) => media.child.once('message', resolve))
    const pid = await innermostPid(media.child.pid)
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean)
    // Node adds the variables of its channel, bubblewrap adds PWD. The remaining variables set up the allocator.
    const ownVariables = environment.filter((entry) => !/^(?:NODE_CHANNEL_|PWD=)/.test(entry))
    expect(ownVariables.map((entry) => entry.split('=')[0]).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
    ])
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('--permission')
    await media.kill()
    await expect
      .poll(() =>
        open(`/proc/${pid}/status`).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone')
  })

  it('leaves nothing behind, even if it is killed during its start', async () => {
    const scratchDirectory = await mkdtemp(join(folder, 'starting-'))
    for (let delayReads = 0; delayReads < 60; delayReads += 2) {
      const { child } = startMediaProcess({ scratchDirectory, maxHeapMegabytes: 256 })
      const exit = once(child, 'exit')
      // This loop waits for the process inside bubblewrap. That process waits at first and then leaves the group.
      const untilMilliseconds = performance.now() + 20
      while (performance.now() < untilMilliseconds && (await innermostPid(child.pid)) === child.pid);
      for (let readCount = 0; readCount < delayReads; readCount += 1) await innermostPid(child.pid)
      child.kill('SIGKILL')
      await exit
    }
    // A process that still starts finds the channel closed and exits.
    await expect.poll(() => processesIn(scratchDirectory)).toEqual([])
  })

  it.each([
    ['that cuts', 5, {}],
    ['that is not urgent', 10, { yields: true }],
  ])('%s has a niceness %i higher in all its threads', async (_description, niceness, extraOptions) => {
    const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: 256, ...extraOptions })
    await new Promise((resolve) => media.child.once('message', resolve))
    const threads = (await readdir(`/proc/${await innermostPid(media.child.pid)}/task`)).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(
      new Set([Math.min(19, getPriority() + niceness)]),
    )
    await media.kill()
  })
})
