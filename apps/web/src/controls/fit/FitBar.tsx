import { Fold } from '@kerf/ui/Fold'
import type { ReactNode } from 'react'
import { fitInShort as words } from '#messages/clips/fit.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { fitSummary } from '../../data/ranges/fit-summary.ts'
import type { FitProps } from './CropChooser.tsx'

/** Loads the panel's code on demand, because most clips need no change. */
const loadPanel = () => import('./FitPanel.tsx')

/** Line with a summary of the fit, which opens the panel that changes it. `children` are shown below the open panel. */
export function FitBar({ children, ...props }: FitProps & { children?: ReactNode }) {
  const summary = fitSummary(props.fit, props.aspect)
  return (
    <Fold title={words.title} summary={summary === '' ? words.asTheyAre : <b className="text-ink">{summary}</b>}>
      <OpenedPanel {...props}>{children}</OpenedPanel>
    </Fold>
  )
}

function OpenedPanel({ children, ...props }: FitProps & { children: ReactNode }) {
  const panelModule = useLoaded(loadPanel, 'opened')
  return (
    panelModule && (
      <>
        <panelModule.FitPanel {...props} />
        {children}
      </>
    )
  )
}
