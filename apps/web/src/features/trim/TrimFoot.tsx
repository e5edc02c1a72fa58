import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { LinkIcon } from '@kerf/ui/icons/tool-icons'
import { keySheetWords } from '#messages/clips/key-sheet.ts'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { ownServerAddress } from '../../browser/own-address.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { optionsInAddress } from '../../data/ranges/clip-choice.ts'
import { isRangeListFull } from '../../data/ranges/range-list.ts'
import { sharedAddress } from '../../data/ranges/result-address.ts'
import { CopyCommand } from './CopyCommand.tsx'
import type { TrimPanelInput } from './use-trim-panel.ts'

interface TrimFootProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'onAddRange' | 'onKeySheet'> {
  /** Whether this viewer may cut several ranges together. */
  mayAdd: boolean
}

/** Buttons that add a range, copy the link or the command of this trim, and list the keys. */
export function TrimFoot({ video, trim, mayAdd, onAddRange, onKeySheet }: TrimFootProps) {
  const { list } = trim
  return (
    <div className="trim-foot-acts">
      <Button
        variant="quiet"
        size="small"
        aria-keyshortcuts="A"
        aria-disabled={isRangeListFull(list) && list.editing === null}
        onClick={onAddRange}
      >
        {list.editing === null ? trimTools.addRange : trimTools.doneWithRange(list.editing + 1)}
        {!mayAdd && <Badge look="solid">{toolWords.downloads.badges.pro}</Badge>}
      </Button>
      {/* Times of a live stream count from what could be rewound at its lookup, so a link to them means another part. A local file has no link. */}
      {!video.liveAt && video.url !== '' && (
        <>
          <CopyTrimLink video={video} trim={trim} />
          <CopyCommand video={video} trim={trim} />
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        className="[@media(hover:none)]:hidden"
        aria-keyshortcuts="?"
        onClick={onKeySheet}
      >
        {keySheetWords.open}
      </Button>
    </div>
  )
}

/** Copies a link that opens this range of the video with the chosen options. */
function CopyTrimLink({ video, trim }: Pick<TrimPanelInput, 'video' | 'trim'>) {
  function copy(): void {
    const address = sharedAddress(video.url, trim.range, trim.list, optionsInAddress(trim.choice, video))
    void copyText(
      new URL(ownServerAddress() + address).href,
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
