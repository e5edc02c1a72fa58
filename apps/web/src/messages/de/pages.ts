import type { Wording } from '../wording.ts'

export const pageWords: Wording<typeof import('../en/pages.ts').pageWords> = {
  home: { title: 'schneide genau den Teil, den du willst' },
  signIn: { title: 'Anmelden' },
  signUp: { title: 'Konto anlegen' },
  forgotPassword: { title: 'Passwort vergessen' },
  resetPassword: { title: 'Passwort zurücksetzen' },
  terms: { title: 'Nutzungsbedingungen' },
  privacy: { title: 'Datenschutz' },
  contact: { title: 'Kontakt' },
  subscription: { title: 'Tarife' },
  profile: { title: 'Profil' },
  billing: { title: 'Abrechnung' },
  jobs: { title: 'Deine Downloads' },
  settings: { title: 'Einstellungen' },
  admin: { title: 'Verwaltung' },
  adminTest: { title: 'Verwaltung, Rohdaten' },
  api: { title: 'API' },
  changelog: { title: 'Änderungen' },
  dmca: { title: 'DMCA' },
}
