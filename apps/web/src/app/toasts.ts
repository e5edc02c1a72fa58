import { createToastStore } from '@kerf/ui/toast-store'
import { INTERACTION } from '../interaction-numbers.ts'

export const toasts = createToastStore(INTERACTION.toastRemovalDelayMs)
