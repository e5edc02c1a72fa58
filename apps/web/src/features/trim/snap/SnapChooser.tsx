import { SelectField } from '@kerf/ui/SelectField'
import { Tooltip } from '@kerf/ui/Tooltip'
import { useId } from 'react'
import { snapWords as words } from '#messages/clips/tool.ts'
import type { SnapMode } from './snap-modes.ts'
import type { Snap } from './use-snap.ts'

export function SnapChooser({ snap: { modes, mode, isReady, choose } }: { snap: Snap }) {
  const id = useId()
  return (
    <div className="trim-snap">
      <label htmlFor={id}>{words.label}</label>
      <Tooltip text={words.meaning}>
        <SelectField
          id={id}
          value={mode}
          aria-busy={!isReady || undefined}
          onChange={({ target }) => choose(target.value as SnapMode)}
          options={modes.map((value) => ({ value, name: words.modes[value] }))}
        />
      </Tooltip>
    </div>
  )
}
