import type { Wording } from '../wording.ts'

export const landing: Wording<typeof import('../en/landing.ts').landing> = {
  hero: {
    words: ['Schneide', 'Trimme', 'Lade'],
    spoken: 'Schneide, trimme, lade genau das, was du willst.',
    restOfLine: ' genau',
    secondLine: 'das, was du willst.',
    strip: 'Probier die Griffe am Beispielvideo',
    steps: [
      ['Link einfügen.', 'Das Video ist sofort da.'],
      ['Anfang und Ende setzen.', 'Ziehen, tippen oder Bild für Bild.'],
      ['Diesen Teil herunterladen.', 'Kein Bild zu viel.'],
    ],
  },
  features: {
    title: 'Der Schnitt sitzt auf dem Bild, das du gewählt hast',
    lead: 'Videos sind in Bildfolgen gespeichert, die aufeinander aufbauen. Deshalb schneiden die meisten Werkzeuge dort, wo eine Folge beginnt, und hoffen, dass du es nicht merkst. Kerf baut die wenigen Bilder am Rand neu und kopiert den Rest unverändert.',
    usual: {
      title: 'Ein üblicher Schnitt',
      text: 'Beginnt, wo eine Bildfolge beginnt. Was du nicht wolltest, bleibt drin, sichtbar oder versteckt.',
      picture: 'Ein ungenau geschnittener Filmstreifen: Vor dem Anfang und nach dem Ende bleiben Bilder stehen',
    },
    exact: {
      title: 'Kerf',
      text: '0 Bilder zu viel, keines in der Datei versteckt. Zu jedem Clip gibt es einen Beleg.',
      picture: 'Ein Filmstreifen, am Anfang und am Ende genau geschnitten',
    },
    key: { cut: 'wo du schneidest', leak: 'was ein üblicher Schnitt stehen lässt' },
    facts: [
      ['Schnell', 'Geholt werden nur die Bytes deines Teils, egal wie lang das Video drumherum ist.'],
      ['Bis 4K', 'Oder 360p, wenn das reicht. Die Größe für deinen Ausschnitt siehst du vor dem Download.'],
      ['Nur Ton', 'MP3 mit 320\u00a0kbps, auf den gleichen Moment geschnitten wie das Bild.'],
      ['Kein Wasserzeichen', 'In keinem Tarif. Was du schneidest, bekommst du.'],
      ['Geht am Handy', 'Derselbe Filmstreifen, dieselben Griffe, dieselben Bilder.'],
      ['Privat', 'Für den Anfang kein Konto. Dateien werden innerhalb von 24\u00a0Stunden automatisch gelöscht.'],
    ],
  },
}
