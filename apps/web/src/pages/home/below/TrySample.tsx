import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { buttonClass } from '@kerf/ui/Button'
import type { ComponentProps, MouseEvent } from 'react'
import { featureWords } from '#messages/landing.ts'
import { sharedAddress } from '../../../data/ranges/result-address.ts'
import type { UrlTrim } from '../../../data/ranges/trim-address.ts'
import './try-sample.css'

const { words, seam } = featureWords

/** Opens a part of the sample. */
export type OpenSample = (part: UrlTrim) => void

/** The sample has six ten-second shots. */
const SHOT_SECONDS = 10
const FRAME_RATE = 30
/**
 * First frame of the clip, and the keyframe before it, where a plain copy has to begin. The files are named by these
 * frames.
 */
const FIRST_FRAME_NUMBER = 642
const KEYFRAME_NUMBER = 600
const CUT_SECONDS = FIRST_FRAME_NUMBER / FRAME_RATE
const CLIP_SECONDS = 6

/** Two features to try on the sample: a cut by words, and the frames on both sides of a cut. */
export function TrySample({ onOpen }: { onOpen: OpenSample }) {
  return (
    <div className="try-sample">
      <article>
        <h3>{words.title}</h3>
        <p>{words.text}</p>
        <p className="try-words">
          {words.shots.map((shot, index) => (
            <SampleLink
              key={shot}
              range={{ startTime: index * SHOT_SECONDS, endTime: (index + 1) * SHOT_SECONDS }}
              onOpen={onOpen}
            >
              {shot}
            </SampleLink>
          ))}
        </p>
        <p className="text-small">{words.quote}</p>
      </article>
      <article>
        <h3>{seam.title}</h3>
        <p>{seam.text(formatTimecode(CUT_SECONDS, 3))}</p>
        <div className="try-seam">
          <SampleFrame frame={FIRST_FRAME_NUMBER - 1} caption={seam.outside} />
          <SampleFrame frame={FIRST_FRAME_NUMBER} caption={seam.first} />
          <SampleFrame frame={KEYFRAME_NUMBER} caption={seam.leftIn(FIRST_FRAME_NUMBER - KEYFRAME_NUMBER)} />
        </div>
        <SampleLink
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          range={{ startTime: CUT_SECONDS, endTime: CUT_SECONDS + CLIP_SECONDS }}
          onOpen={onOpen}
        >
          {seam.open}
        </SampleLink>
      </article>
    </div>
  )
}

interface SampleLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  range: TimeRange
  onOpen: OpenSample
}

/** Link to a part of the sample. As a link it also works before this code has loaded, and in another tab. */
function SampleLink({ range, onOpen, ...linkProps }: SampleLinkProps) {
  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen({ start: String(range.startTime), end: String(range.endTime) })
  }
  return <a href={BASE_PATH + sharedAddress(SAMPLE_LINK, range)} onClick={open} {...linkProps} />
}

function SampleFrame({ frame, caption }: { frame: number; caption: string }) {
  return (
    <figure>
      {/* Each frame of the sample shows its time, so the time is its alternative text. */}
      <img
        src={`${BASE_PATH}/sample/sample-frame-${frame}.jpg`}
        alt={formatTimecode(frame / FRAME_RATE, 3)}
        width={416}
        height={234}
        loading="lazy"
      />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
