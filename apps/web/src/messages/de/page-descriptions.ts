import type { Wording } from '../wording.ts'

export const pageDescriptions: Wording<typeof import('../en/page-descriptions.ts').pageDescriptions> = {
  home: 'Link einfügen, Anfang und Ende bildgenau wählen und genau diesen Teil herunterladen. Bis 4K oder als MP3. Ohne Wasserzeichen, ohne Konto.',
  signIn: 'Melde dich bei deinem Konto an.',
  signUp: 'Leg ein kostenloses Konto an: deine Downloads, dein Tarif, auf jedem Gerät.',
  forgotPassword: 'Lass dir einen Link schicken, um ein neues Passwort zu setzen.',
  resetPassword: 'Setz mit dem Code aus deiner E-Mail ein neues Passwort.',
  terms: 'Was du von uns erwarten darfst, und was wir von dir erwarten.',
  privacy: 'Was dieser Server über dich speichert, wie lange, und wie du es löschen lässt.',
  contact: 'Schreib den Menschen hinter diesem Server.',
  subscription: 'Free, Pro und Lifetime: derselbe genaue Schnitt, mehr Pixel und mehr Clips.',
  profile: 'Dein Konto, dein Tarif und deine Downloads.',
  billing: 'Dein Tarif und deine Quittungen.',
  jobs: 'Deine früheren und laufenden Downloads.',
  settings: 'Dein Profil, dein Passwort und deine Sitzungen.',
  admin: 'Nutzer, Aufträge, Tarife und Einstellungen.',
  adminTest: 'Statistik und Nutzer als Rohdaten.',
  api: 'Jeder Aufruf der API: was hineingeht, was herauskommt, was abgelehnt werden kann.',
  changelog: 'Was sich geändert hat, Version für Version.',
  dmca: 'Melde ein Video, dessen Rechte bei dir liegen.',
}
