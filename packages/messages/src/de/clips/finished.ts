import type * as english from '../../en/clips/finished.ts'
import type { Wording } from '../../wording.ts'

export const finishedWords: Wording<typeof english.finishedWords> = {
  receipt: 'Wie genau ist das?',
  play: 'Abspielen',
  closePlayer: 'Player schließen',
  player: (name) => `Der Clip: ${name}`,
  cannotPlay:
    'Der Clip lässt sich nicht abspielen. Vielleicht ist er abgelaufen, oder der Dateispeicher ist nicht erreichbar.',
  share: 'Teilen',
  preparing: 'Wird vorbereitet...',
  ready: 'Bereit zum Teilen',
  readyText: 'Drück noch einmal auf Teilen.',
  shareFailed: 'Teilen fehlgeschlagen',
  shareFailedText:
    'Dein Browser hat es nicht angenommen. Speichere den Clip und teile die Datei, oder kopiere den Link.',
  deleteNow: 'Jetzt löschen',
  deleteSure: 'Wirklich löschen?',
}

export const recentClipsWords: Wording<typeof english.recentClipsWords> = {
  title: 'Zuletzt geschnitten',
  text: 'Clips, die du in diesem Browser geschnitten hast. Jeder wird gelöscht, wenn seine Zeit um ist.',
  save: 'Herunterladen',
  saving: 'Wird gespeichert...',
  openTrim: 'Ausschnitt öffnen',
}
