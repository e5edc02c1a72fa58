import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { ArrowLeftIcon, ArrowRightIcon, LinkIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import type { ReactNode } from 'react'
import { edgesWords } from '#messages/clips/edges.ts'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { optionsInAddress } from '../../data/ranges/clip-choice.ts'
import { isFull } from '../../data/ranges/range-list.ts'
import { sharedAddress } from '../../data/ranges/result-address.ts'
import { CopyCommand } from './CopyCommand.tsx'
import type { TrimPanelInput } from './use-trim-panel.ts'

interface TrimFootProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'onAddRange'> {
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  /** Plays the first or last seconds of the clip as it will be; null where there is nothing to see. */
  onPlayEdges: (() => void) | null
}

const words = toolWords.trim

/** Below the times: the keys, one more range, and the link and the command of this trim. */
export function TrimFoot({ video, trim, mayAdd, onAddRange, onPlayEdges }: TrimFootProps) {
  const { list } = trim
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-2">
      <TrimKeys />
      <div className="trim-foot-acts">
        {onPlayEdges && (
          <Button variant="quiet" size="small" onClick={onPlayEdges}>
            <PlayIcon />
            {edgesWords.play}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-keyshortcuts="A"
          aria-disabled={isFull(list) && list.editing === null}
          onClick={onAddRange}
        >
          {list.editing === null ? trimTools.addRange : trimTools.doneWithRange(list.editing + 1)}
          {!mayAdd && <Badge look="solid">{toolWords.downloads.badges.pro}</Badge>}
        </Button>
        <CopyTrimLink video={video} trim={trim} />
        <CopyCommand video={video} trim={trim} />
      </div>
    </div>
  )
}

/** Copies a link that opens this part of this video, with its audio track and captions. */
function CopyTrimLink({ video, trim }: Pick<TrimPanelInput, 'video' | 'trim'>) {
  function copy(): void {
    const address = sharedAddress(video.url, trim.range, trim.list, optionsInAddress(trim.choice, video))
    void copyText(
      new URL(address, location.origin).href,
      { title: trimTools.linkCopied, text: trimTools.linkCopiedText },
      { title: trimTools.linkNotCopied, text: trimTools.linkNotCopiedText },
    )
  }
  return (
    <Button variant="quiet" size="small" onClick={copy}>
      <LinkIcon />
      {trimTools.copyLink}
    </Button>
  )
}

const ARROWS: Partial<Record<string, ReactNode>> = {
  [words.keys.left]: <ArrowLeftIcon />,
  [words.keys.right]: <ArrowRightIcon />,
}
const KEYS: readonly (readonly [names: readonly string[], meaning: string])[] = [
  [[words.keys.left, words.keys.right], words.keys.second],
  [[words.keys.shift], words.keys.fiveSeconds],
  [[',', '.'], words.keys.frame],
  [['I', 'O'], words.keys.here],
  [[words.keys.space], words.keys.preview],
  [['A'], trimTools.addRange],
]

/** The keys that work in the panel; not shown where there is no keyboard. */
function TrimKeys() {
  return (
    <p className="trim-keys flex flex-wrap gap-x-4.5 gap-y-1 text-small text-ink-2 max-desk:hidden [@media(hover:none)]:hidden">
      {KEYS.map(([names, meaning]) => (
        <span key={meaning}>
          {names.map((name) => (
            <kbd key={name}>
              {ARROWS[name]}
              <span className={ARROWS[name] ? 'sr-only' : undefined}>{name}</span>
            </kbd>
          ))}
          {meaning}
        </span>
      ))}
    </p>
  )
}
