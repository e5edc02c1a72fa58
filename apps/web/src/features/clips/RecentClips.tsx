import type { OwnDownload } from '@kerf/contract/user'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import { Button } from '@kerf/ui/Button'
import { DownloadIcon } from '@kerf/ui/icons/tool-icons'
import { useId } from 'react'
import { Link } from 'wouter'
import { recentClipsWords as words } from '#messages/clips/finished.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import { Countdown } from '../../controls/Countdown.tsx'
import { CuttingState } from '../../controls/CuttingState.tsx'
import { CLIP_LINK, FinishedClip } from '../../controls/clip/FinishedClip.tsx'
import { joinedTimes, rangeTimes } from '../../data/downloads/job-view.ts'
import { resultAddressOfClip } from '../../data/downloads/trim-of-clip.ts'
import { roughSize } from '../../data/formatting/size.ts'
import { type RecentClipList, useRecentClips } from './use-recent-clips.ts'

/** Lists the recent clips of this viewer that are being cut or can be downloaded. */
export function RecentClips() {
  const clips = useRecentClips()
  const titleId = useId()
  if (clips.list.length === 0) return null
  return (
    <div ref={keepFocus} className="page">
      <section className="pt-[clamp(40px,7vh,72px)]" aria-labelledby={titleId}>
        <h2 id={titleId} className="text-h3 tracking-[-0.01em]">
          {words.title}
        </h2>
        <p className="text-small/[1.45] text-ink-2">{words.text}</p>
        <ul className="rows mt-4">
          {clips.list.map((clip) => (
            <RecentClip key={clip.id} clip={clip} clips={clips} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function RecentClip({ clip, clips }: { clip: OwnDownload; clips: RecentClipList }) {
  const { title, status, fileSize, expiresAt } = clip
  const { start, end } = rangeTimes(clip)
  const label = clipLabel(clip)
  const name = `${title}, ${label}`
  const isSaving = clips.isSaving(clip)
  const openTrim = (
    <Link
      href={resultAddressOfClip(clip)}
      className={`inline-flex items-center ${CLIP_LINK}`}
      aria-label={`${words.openTrim} ${name}`}
    >
      {words.openTrim}
    </Link>
  )
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 bg-surface py-3.5 pr-3.5 pl-5 max-phone:grid-cols-1 max-phone:gap-y-2.5 max-phone:pl-3.5"
      aria-label={name}
    >
      <div className="min-w-0">
        <p className="row-title text-lead/tight" title={title}>
          {title}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3.5 text-small/[1.5] text-ink-2 [&_.time]:text-[0.9em]">
          <span>{label}</span>
          <span className="time">{joinedTimes(clip) ?? toolWords.trim.updated(start, end)}</span>
          {fileSize !== null && <span className="time">{roughSize(fileSize)}</span>}
          {status === 'processing' ? (
            <CuttingState download={clip} />
          ) : (
            expiresAt && (
              <span>
                {toolWords.downloads.keptFor} <Countdown until={expiresAt} />
              </span>
            )
          )}
        </p>
      </div>
      {status === 'completed' ? (
        <>
          <Button
            aria-label={`${isSaving ? words.saving : words.save} ${name}`}
            aria-disabled={isSaving || undefined}
            onClick={() => clips.save(clip)}
          >
            <DownloadIcon />
            {isSaving ? words.saving : words.save}
          </Button>
          <FinishedClip download={clip} name={name} onDelete={() => clips.remove(clip)}>
            {openTrim}
          </FinishedClip>
        </>
      ) : (
        openTrim
      )}
    </li>
  )
}
