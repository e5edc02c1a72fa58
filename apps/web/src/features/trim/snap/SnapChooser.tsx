import { SelectField } from '@kerf/ui/SelectField'
import { Tooltip } from '@kerf/ui/Tooltip'
import { useId } from 'react'
import { snapWords as words } from '#messages/clips/tool.ts'
import type { SnapMode } from './snap-modes.ts'

interface SnapChooserProps {
  modes: readonly SnapMode[]
  mode: SnapMode
  isReady: boolean
  onChoose: (mode: SnapMode) => void
}

export function SnapChooser({ modes, mode, isReady, onChoose }: SnapChooserProps) {
  const id = useId()
  return (
    <div className="trim-snap">
      <label htmlFor={id}>{words.label}</label>
      <Tooltip text={words.meaning}>
        <SelectField
          id={id}
          value={mode}
          aria-busy={!isReady || undefined}
          onChange={({ target }) => onChoose(target.value as SnapMode)}
          options={modes.map((value) => ({ value, name: words.modes[value] }))}
        />
      </Tooltip>
    </div>
  )
}
