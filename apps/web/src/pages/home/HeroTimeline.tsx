import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import type { Filmstrip } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useState } from 'react'
import { landing } from '#messages/site.ts'
import type { View } from '../../features/trim/drawing/timeline-view.ts'
import { useWaveform } from '../../features/trim/drawing/use-waveform.ts'
import { type End, type MovedBy, moveTrimEnd } from '../../features/trim/timeline/move-trim-end.ts'
import { Timeline } from '../../features/trim/timeline/Timeline.tsx'

/** Facts about the sample video. The server has its filmstrip, with one frame a second, and its waveform. */
const SAMPLE_SECONDS = 60
const SAMPLE_FRAME_RATE = 30
const SAMPLE_FILMSTRIP: Filmstrip = {
  frameWidth: 208,
  frameHeight: 117,
  columns: 10,
  rows: 6,
  frameCount: 60,
  secondsPerFrame: 1,
  sheets: [`${BASE_PATH}/sample/sample-filmstrip.jpg`],
}
const SAMPLE_WAVEFORM = `${BASE_PATH}/sample/sample-waveform.json`

interface HeroTimelineProps {
  /** Called when a handle was moved. The sample then opens with this range. */
  onTry: (range: TimeRange) => void
}

/** Timeline for trying before a link is pasted. It moves like the real one. */
export function HeroTimeline({ onTry }: HeroTimelineProps) {
  const [range, setRange] = useState<TimeRange>({ startTime: 21.4, endTime: 38.233 })
  const [view, setView] = useState<View>({ fromSeconds: 4, toSeconds: 56 })
  const waveform = useWaveform(SAMPLE_WAVEFORM)
  function move(end: End, toSeconds: number, by: MovedBy): void {
    const newRange = moveTrimEnd(range, end, toSeconds, SAMPLE_SECONDS, by)
    setRange(newRange)
    onTry(newRange)
  }
  return (
    <section
      className="mt-[clamp(14px,3vh,40px)] [&_.timeline]:[--timeline-height:clamp(96px,11vw,152px)]"
      aria-label={landing.hero.timeline}
    >
      <Timeline
        bleed="always"
        range={range}
        durationSeconds={SAMPLE_SECONDS}
        frameRate={SAMPLE_FRAME_RATE}
        filmstrip={SAMPLE_FILMSTRIP}
        waveform={waveform}
        view={view}
        onViewChange={setView}
        onMove={move}
      />
    </section>
  )
}
