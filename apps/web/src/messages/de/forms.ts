import type { formWords as english } from '../en/forms.ts'
import type { Wording } from '../wording.ts'

export const formWords: Wording<typeof english> = {
  error: 'Fehler',
  success: 'Erledigt',
  password: {
    show: 'Zeigen',
    hide: 'Verbergen',
    showLabel: 'Zeigen, was im Passwortfeld steht',
    hideLabel: 'Verbergen, was im Passwortfeld steht',
  },
}
