import type { userMenuWords as english } from '../en/user-menu.ts'
import type { Wording } from '../wording.ts'

export const userMenuWords: Wording<typeof english> = {
  open: (name) => `Kontomenü von ${name}`,
  profile: 'Profil',
  billing: 'Abrechnung/Tarif',
  jobs: 'Downloads/Aufträge',
  batch: 'Mehrere Links auf einmal',
  settings: 'Einstellungen',
  admin: 'Verwaltung',
  logout: 'Abmelden',
  signingOut: 'Wird abgemeldet\u00a0…',
}
