import type { DownloadOption } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Collapsible, CollapsibleContent } from '@kerf/ui/Collapsible'
import { LockIcon } from '@kerf/ui/tool-icons'
import { toolWords } from '#messages/tool.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { OptionButton } from './OptionButton.tsx'
import { OptionMeta } from './OptionMeta.tsx'
import { clipOf, type KnownDownload, type RowAction, type RowBadge, rowBadges, type ShownOption } from './option-row.ts'
import type { EffectiveLimit } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'
import { useRestoredFocus } from './use-restored-focus.ts'

interface OptionRowProps {
  option: ShownOption
  options: readonly DownloadOption[]
  action: RowAction
  /** This option's downloads, newest first. */
  mine: readonly KnownDownload[]
  ranges: readonly TimeRange[]
  /** About how large a clip of them would be. */
  bytes: number | null
  viewer: ViewerKind
  downloads: Downloads
  isNext: boolean
  limit: EffectiveLimit | null
}

/** There is none before a clip is finished. */
const loadReceipt = () => import('../../controls/ClipReceipt.tsx')

const LOOKS: Readonly<Record<RowBadge, BadgeLook>> = {
  free: 'plain',
  pro: 'solid',
  admin: 'solid',
  locked: 'dashed',
  none: 'plain',
  failed: 'fault',
  expired: 'plain',
}

export function OptionRow(props: OptionRowProps) {
  const { option, options, action, mine, ranges, bytes, viewer, downloads, isNext, limit } = props
  const { refuge, onFocus, onBlur } = useRestoredFocus()
  const clip = clipOf(action)
  const receipt = useLoaded(loadReceipt, clip && 'clip')
  const faded = action.kind === 'locked' || action.kind === 'unavailable'
  return (
    <Collapsible>
      <li
        className="option"
        aria-label={option.label}
        data-faded={faded || undefined}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div className="option-row">
          <div>
            <p className="option-name">
              {option.label}
              {rowBadges(option, action, viewer).map((badge) => (
                <Badge key={badge} look={LOOKS[badge]}>
                  {badge === 'locked' && <LockIcon />}
                  {toolWords.downloads.badges[badge]}
                </Badge>
              ))}
            </p>
            <OptionMeta
              option={option}
              options={options}
              action={action}
              mine={mine}
              ranges={ranges}
              bytes={bytes}
              onSave={(download) => downloads.save(option, download)}
              onDelete={(download) => downloads.remove(download)}
            />
          </div>
          <div ref={refuge}>
            <OptionButton
              option={option}
              options={options}
              action={action}
              downloads={downloads}
              isNext={isNext}
              limit={limit}
            />
          </div>
        </div>
        {/* There from the first: the button that opens it names it, also while what is in it is on its way. */}
        {clip && (
          <CollapsibleContent className="receipt">
            {receipt && <receipt.Receipt label={option.label} download={clip} />}
          </CollapsibleContent>
        )}
      </li>
    </Collapsible>
  )
}
