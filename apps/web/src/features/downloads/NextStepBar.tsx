import type { DownloadOption } from '@kerf/contract/video'
import type { RefObject } from 'react'
import { toolWords } from '#messages/tool.ts'
import { useOutOfView } from '../../browser/use-out-of-view.ts'
import type { LimitInForce } from './limit-in-force.ts'
import { OptionButton } from './OptionButton.tsx'
import type { RowAction } from './option-row.ts'
import type { Downloads } from './use-downloads.ts'

interface NextStepBarProps {
  option: DownloadOption
  options: readonly DownloadOption[]
  action: RowAction
  downloads: Downloads
  isNext: boolean
  limit: LimitInForce | null
  /** The rows that the bar stands in for while they are off the screen. */
  rows: RefObject<HTMLElement | null>
}

/** On a phone the downloads are a long way below the strip: until they are in view, the best one waits at the thumb. */
export function NextStepBar({ option, rows, ...button }: NextStepBarProps) {
  const away = useOutOfView(rows)
  if (!away) return null
  return (
    <aside className="next-step" aria-label={toolWords.downloads.nextStep}>
      <b>{option.label}</b>
      <OptionButton option={option} {...button} />
    </aside>
  )
}
