import type * as english from '../../en/clips/workspace.ts'
import type { Wording } from '../../wording.ts'

export const workspaceWords: Wording<typeof english.workspaceWords> = {
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  timelineTools: 'Einrasten und Zoom',
  more: 'Mehr',
  forms: 'Andere Form wählen',
}
