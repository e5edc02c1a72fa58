import type { OwnDownload } from '@kerf/contract/user'
import { isAudio, isSilent } from '@kerf/domain/formats/clip-format'
import { CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { type ReactNode, useState } from 'react'
import { finishedWords as words } from '#messages/clips/finished.ts'
import { shareWords } from '#messages/clips/share.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { clipAddress } from '../../data/downloads/clip-file.ts'
import { ClipPlayer } from './ClipPlayer.tsx'
import { ShareClip } from './ShareClip.tsx'

const loadPublicLink = () => import('./PublicLink.tsx')

/** CSS classes of the links of a finished clip. */
export const CLIP_LINK = 'min-h-(--touch) text-small underline underline-offset-[0.22em]'

interface FinishedClipProps {
  download: OwnDownload
  /** Title, quality and format of the clip, for screen readers. */
  name: string
  /** Absent where the clip's row has a delete button of its own. */
  onDelete?: () => void
  /** Whether the row can open the receipt of the clip. */
  hasReceipt?: boolean
  /** More links of the row. */
  children?: ReactNode
}

/** Links of a finished clip besides Download, and its player while it is open. */
export function FinishedClip({ download, name, onDelete, hasReceipt, children }: FinishedClipProps) {
  const [isPlaying, setPlaying] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const linkModule = useLoaded(loadPublicLink, isSharing ? 'link' : null)
  return (
    <div className="col-span-full min-w-0">
      <p className="-mb-2.5 flex flex-wrap gap-x-5">
        <button
          type="button"
          className={CLIP_LINK}
          aria-label={`${isPlaying ? words.closePlayer : words.play} ${name}`}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? words.closePlayer : words.play}
        </button>
        <ShareClip download={download} name={name} className={CLIP_LINK} />
        <button
          type="button"
          className={CLIP_LINK}
          aria-label={`${shareWords.link} ${name}`}
          aria-expanded={isSharing}
          onClick={() => setSharing(!isSharing)}
        >
          {shareWords.link}
        </button>
        {children}
        {hasReceipt && <CollapsibleTrigger>{words.receipt}</CollapsibleTrigger>}
        {onDelete && <DeleteButton name={name} onDelete={onDelete} />}
      </p>
      {isSharing && linkModule && <linkModule.PublicLink download={download} />}
      {isPlaying && (
        <div className="mt-3.5">
          <ClipInPlace download={download} name={name} />
        </div>
      )}
    </div>
  )
}

function ClipInPlace({ download, name }: Pick<FinishedClipProps, 'download' | 'name'>) {
  // The address stays the same, because a player starts over with another address.
  const [address] = useState(() => clipAddress(download))
  return isSilent(download.format) ? (
    <img className="mt-1 mb-3.5 max-h-[50vh] max-w-full" src={address} alt={words.player(name)} />
  ) : (
    <ClipPlayer address={address} name={name} isAudio={isAudio(download.format)} />
  )
}

/**
 * The first press asks for confirmation, the second deletes. Losing the focus cancels, and a double click is one
 * press.
 */
function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  const text = isConfirming ? words.deleteSure : words.deleteNow
  return (
    <button
      type="button"
      className={CLIP_LINK}
      aria-live="polite"
      aria-label={`${text} ${name}`}
      onBlur={() => setConfirming(false)}
      onClick={({ detail }) => {
        if (!isConfirming) setConfirming(true)
        else if (detail < 2) onDelete()
      }}
    >
      {text}
    </button>
  )
}
