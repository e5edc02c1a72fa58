import type { User } from '@kerf/contract/auth'

/** What each form of the settings is given. */
export interface SettingsFormPlace {
  user: User
  onEdit: () => void
  /** The form that was edited last, while its changes are not saved. */
  isNext: boolean
}
