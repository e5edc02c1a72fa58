import type { Filmstrip, FramePlace, Video, Waveform } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/cutter/api/time-range'
import { filmstripLayout } from '@kerf/domain/ranges/previews'
import { useEffect, useMemo, useState } from 'react'
import type { Engine } from './engine-client.ts'
import type { OpenedFile } from './use-device-file.ts'

/** The filmstrip of an open file, drawn by the engine; null until it is drawn, for audio alone, and for a link. */
export function useFilmstrip({ host, engine, facts, video }: OpenedFile): Filmstrip | null {
  const [filmstrip, setFilmstrip] = useState<Filmstrip | null>(null)
  useEffect(() => {
    // A link is read for no more than the clip and the frames at its ends.
    if (!facts.video || host !== null) return
    const [width, height] = [1000 * (video.aspect ?? 1), 1000]
    const layout = filmstripLayout(video.duration, { width, height })
    const { frameCount, secondsPerFrame } = layout
    const times = Array.from({ length: frameCount }, (_, index) => index * secondsPerFrame)
    const controller = new AbortController()
    let address = ''
    engine
      .call('drawSheet', { ...layout, times, toleranceSeconds: secondsPerFrame / 2 }, { signal: controller.signal })
      .then(
        (bytes) => {
          address = URL.createObjectURL(new Blob([bytes]))
          setFilmstrip({ ...layout, sheets: [address] })
        },
        // A timeline without thumbnails can be used, too.
        () => undefined,
      )
    return () => {
      controller.abort()
      URL.revokeObjectURL(address)
    }
  }, [host, engine, facts, video])
  return filmstrip
}

/** Reads the waveform of a part of the open file. */
export function peaksReader(engine: Engine, { duration, waveform }: Video) {
  return async ({ startTime, endTime }: TimeRange, signal: AbortSignal): Promise<Waveform> => {
    const peaksPerSecond = waveform?.peaksPerSecond ?? 1
    const part = { startTime, endTime: Math.min(endTime, duration) }
    const peaks = await engine.call('readPeaks', { peaksPerSecond, part }, { signal })
    return { peaks, peaksPerSecond, fromSeconds: startTime }
  }
}

/** The exact frames of an open file; null for audio alone. The page decodes them from GOPs that the engine reads. */
export function useDeviceFrames({ engine, facts }: OpenedFile) {
  return useMemo(
    () =>
      facts.video && {
        readGop: (atSeconds: number, signal: AbortSignal): Promise<ArrayBuffer | null> =>
          engine.call('readGop', { atSeconds }, { signal }),
        readFrame: async (_seconds: number, _place: FramePlace) => null,
      },
    [engine, facts],
  )
}
