import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { Badge } from '@kerf/ui/Badge'
import { Button, IconButton } from '@kerf/ui/Button'
import { CloseIcon, RotateCcwIcon } from '@kerf/ui/icons/tool-icons'
import { SelectField } from '@kerf/ui/SelectField'
import { batchWords } from '#messages/clips/batch.ts'
import { chapterWords } from '#messages/clips/choices.ts'
import { type LineClip, QUALITY_CHOICES } from './line-clip.ts'
import type { BatchLine } from './read-lines.ts'

interface ClipRowProps {
  line: BatchLine
  clip: LineClip
  /** Requested quality. The video may have only a smaller one. */
  quality: QualityId
  onQuality: (quality: QualityId) => void
  onRetry: () => void
  onRemove: () => void
  /** Makes a clip of each chapter; undefined where there is no choice of chapters. */
  onSplit: (() => void) | undefined
}

const words = batchWords.clips
const BADGE_LOOKS = {
  waiting: 'dashed',
  reading: 'plain',
  ready: 'good',
  failed: 'fault',
  impossible: 'fault',
} as const

export function ClipRow({ line, clip, quality, onQuality, onRetry, onRemove, onSplit }: ClipRowProps) {
  const hasVideo = 'video' in clip
  const videoTitle = hasVideo ? clip.video.title : line.link
  const title = line.chapter === undefined ? videoTitle : `${videoTitle} · ${line.chapter}`
  return (
    <li className="batch-row" aria-label={title}>
      <span className="time text-small text-ink-2" aria-hidden="true">
        {line.number}
      </span>
      <div className="batch-words">
        <p className={hasVideo ? 'row-title' : 'truncate text-[0.9375rem]'} title={title}>
          {title}
        </p>
        <p className="batch-facts">
          <ClipFacts clip={clip} quality={quality} />
        </p>
      </div>
      {clip.kind !== 'ready' && (
        <p className="batch-state">
          <Badge look={BADGE_LOOKS[clip.kind]}>{words.states[clip.kind === 'impossible' ? 'failed' : clip.kind]}</Badge>
        </p>
      )}
      <div className="col-[-2] flex items-center gap-2 max-desk:col-[2] max-desk:flex-wrap">
        {hasVideo && (
          <SelectField
            className="max-desk:flex-auto [&>select]:max-w-47.5 [&>select]:text-small max-desk:[&>select]:max-w-none"
            aria-label={words.qualityOf(title)}
            options={QUALITY_CHOICES}
            value={clip.kind === 'ready' ? clip.option.quality : quality}
            onChange={(event) => onQuality(event.target.value as QualityId)}
          />
        )}
        {clip.kind === 'failed' && (
          <Button variant="paper" size="small" aria-label={words.retryNamed(title)} onClick={onRetry}>
            <RotateCcwIcon />
            {words.retry}
          </Button>
        )}
        {onSplit && (
          <Button
            className="max-desk:flex-1"
            variant="paper"
            size="small"
            aria-label={words.chaptersOf(title)}
            onClick={onSplit}
          >
            {chapterWords.eachAClip}
          </Button>
        )}
        <IconButton
          variant="paper"
          className="max-desk:ml-auto"
          label={words.removeNamed(title)}
          icon={<CloseIcon />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

function ClipFacts({ clip, quality }: Pick<ClipRowProps, 'clip' | 'quality'>) {
  if (clip.kind === 'failed' || clip.kind === 'impossible') return <span className="text-fault">{clip.why}</span>
  if (clip.kind !== 'ready') return null
  const { startTime, endTime } = clip.range
  return (
    <>
      <span className="time">{batchWords.links.range(shortTimecode(startTime), shortTimecode(endTime))}</span>
      <span className="time">{shortTimecode(endTime - startTime)}</span>
      {clip.shortened && <span>{words.shortened(shortTimecode(endTime))}</span>}
      {clip.option.quality !== quality && <span>{words.instead(QUALITIES[quality].label, clip.option.label)}</span>}
    </>
  )
}
