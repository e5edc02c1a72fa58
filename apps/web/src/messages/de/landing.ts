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
  pricing: {
    title: 'Jeder Tarif schneidet genau',
    lead: 'Du zahlst für mehr Pixel und mehr Clips, nie für Genauigkeit.',
    period: 'Abrechnung',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    aMonth: 'im Monat',
    aYear: 'im Jahr',
    once: 'einmalig',
    upTo: (quality) => `Video bis ${quality}`,
    free: {
      note: 'Keine Karte, keine Probezeit.',
      list: (quality, daily) => [
        `${quality} und Ton`,
        `${daily} ${daily === 1 ? 'Download' : 'Downloads'} am Tag`,
        'Genaue Schnitte, jedes Mal',
        'Hilfe aus der Community',
      ],
      choose: 'Mit Free anfangen',
    },
    pro: {
      monthlyNote: 'Jederzeit kündbar.',
      yearlyNote: (months, saved, list) =>
        `${months} ${months === 1 ? 'Monat' : 'Monate'} gratis. ${saved} weniger als ${list}.`,
      list: [
        'Bis 4K',
        'Downloads ohne Limit',
        'Stapel, Vorrang beim Schneiden, erweitertes Trimmen',
        'Keine Werbung',
        'Hilfe mit Vorrang',
      ],
      choose: 'Pro wählen',
    },
    lifetime: {
      note: 'Alles aus Pro, für immer.',
      list: ['Alle Pro-Funktionen', 'Alle Updates', 'Gewerbliche Nutzung', 'Mitgliedsabzeichen'],
      choose: 'Lifetime wählen',
    },
  },
  faq: {
    title: 'Fragen',
    list: [
      [
        'Kann ich jederzeit kündigen?',
        'Ja. Dein Tarif läuft bis zum Ende der bezahlten Zeit, danach bist du bei Free. Gelöscht wird nichts.',
      ],
      ['Wie kann ich bezahlen?', 'Mit PayPal, und über PayPal mit Karte. Für die Karte brauchst du kein PayPal-Konto.'],
      [
        'Gibt es eine Probezeit?',
        'Free ist die Probe: derselbe genaue Schnitt, so lange du willst, mit weniger Pixeln und Clips.',
      ],
      [
        'Kann ich später wieder wechseln?',
        'Ja, in deinem Profil. Der Wechsel gilt, sobald die laufende Zeit zu Ende ist.',
      ],
    ],
  },
}
