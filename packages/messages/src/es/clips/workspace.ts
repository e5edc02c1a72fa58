import type * as english from '../../en/clips/workspace.ts'
import type { Wording } from '../../wording.ts'

export const workspaceWords: Wording<typeof english.workspaceWords> = {
  undo: 'Deshacer',
  redo: 'Rehacer',
  timelineTools: 'Ajuste y zoom',
  more: 'Más',
  forms: 'Elegir otro formato',
}
