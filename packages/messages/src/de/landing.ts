import type * as en from '../en/landing.ts'
import type { Wording } from '../wording.ts'

export const featureWords: Wording<typeof en.featureWords> = {
  title: 'Der Schnitt sitzt auf dem Bild, das du gewählt hast',
  lead: 'Videos sind in Bildfolgen gespeichert, die aufeinander aufbauen. Deshalb schneiden die meisten Werkzeuge dort, wo eine Folge beginnt, und hoffen, dass du es nicht merkst. Kerf codiert die wenigen Bilder am Rand neu und kopiert den Rest unverändert.',
  usual: {
    title: 'Ein üblicher Schnitt',
    text: 'Beginnt, wo eine Bildfolge beginnt. Was du nicht wolltest, bleibt drin, sichtbar oder versteckt.',
    drawing: 'Eine ungenau geschnittene Zeitleiste: Vor dem Anfang und nach dem Ende bleiben Bilder stehen',
  },
  exact: {
    title: 'Kerf',
    text: '0 Bilder zu viel, keines in der Datei versteckt. Zu jedem Clip gibt es einen Beleg.',
    drawing: 'Eine Zeitleiste, am Anfang und am Ende genau geschnitten',
  },
  key: { cut: 'wo du schneidest', leak: 'was ein üblicher Schnitt stehen lässt' },
  words: {
    title: 'Nach Worten schneiden',
    text: 'In einem Video mit Untertiteln drückst du das erste und das letzte Wort deines Clips. Im Beispielvideo spricht niemand, deshalb sagen diese Worte, was es zeigt. Drücke auf einige.',
    shots: [
      'Ein Boot am Morgen,',
      'Vögel über den Hügeln,',
      'ein Ballon am Mittag,',
      'Bäume im Nebel,',
      'eine Straße am Abend,',
      'ein Zelt unter Sternen.',
    ],
    quote: 'Oder füge einen Link mit einem Satz in Anführungszeichen ein: LINK „die Worte, die gesagt wurden“.',
  },
  seam: {
    title: 'Beide Seiten eines Schnitts',
    text: (time) => `Das Beispielvideo, geschnitten bei ${time}. Das sind seine Bilder.`,
    outside: 'Letztes Bild davor',
    first: 'Erstes Bild des Clips',
    leftIn: (frames) => `Eine einfache Kopie beginnt hier und lässt ${frames} Bilder stehen`,
    open: 'Beispielvideo bei diesem Schnitt öffnen',
  },
  facts: [
    ['Schnell', 'Gelesen wird nur dein Teil, egal wie lang das Video ist.'],
    ['Bis 4K', 'Oder 360p, wenn das reicht. Die geschätzte Größe siehst du vor dem Download.'],
    ['Nur Audio', 'MP3 oder verlustfrei, so genau geschnitten wie das Video.'],
    ['Kein Wasserzeichen', 'Was du schneidest, bekommst du.'],
    ['Auch am Handy', 'Dieselbe Zeitleiste, dieselben Griffe, dieselben Bilder.'],
    ['Privat', 'Kein Konto nötig. Dateien werden innerhalb von 24\u00a0Stunden automatisch gelöscht.'],
  ],
}

export const questionWords: Wording<typeof en.questionWords> = {
  list: [
    {
      question: 'Was heißt „genau auf das Bild“?',
      answer:
        'Das erste Bild deines Clips ist das an deinem Anfang, das letzte ist das vor deinem Ende. Kein anderes Bild ist in der Datei, auch kein verstecktes, und der Ton beginnt und endet zur selben Zeit. Kerf prüft jeden fertigen Clip, bevor du ihn bekommst. „Wie genau ist das?“ daneben sagt, was kopiert und was neu codiert wurde.',
    },
    {
      question: 'Was wird gespeichert, und wie lange?',
      answer:
        'Dein Clip, höchstens 24\u00a0Stunden. „Jetzt löschen“ löscht ihn früher. Ohne Konto liegt die Liste deiner Links und Downloads unter einer Zufallszahl in einem Cookie, ohne deinen Namen und deine IP-Adresse. Ein Link, von dem du nichts heruntergeladen hast, verschwindet nach einem Tag. Es gibt keine Tracker.',
      openToAll: 'Du brauchst kein Konto.',
    },
    {
      question: 'Geht das am Handy?',
      answer:
        'Ja, in seinem Browser, mit derselben Zeitleiste, denselben Bildern und Formaten. Auf dem iPhone liegt der Clip in der App Dateien, unter Downloads. „Teilen“ und „Video sichern“ legen ihn zu deinen Fotos. Unter Android liegt er in Downloads, und die meisten Galerien zeigen ihn auch.',
    },
  ],
}
