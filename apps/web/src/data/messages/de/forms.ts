import type { formWords as english } from '../en/forms.ts'
import type { Wording } from '../wording.ts'

export const formWords: Wording<typeof english> = {
  error: 'Fehler',
  success: 'Erledigt',
  reveal: (what) => ({
    show: 'Zeigen',
    hide: 'Verbergen',
    showLabel: `${what} zeigen`,
    hideLabel: `${what} verbergen`,
  }),
}
