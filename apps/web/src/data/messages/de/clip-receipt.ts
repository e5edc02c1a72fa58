import type { clipReceiptWords as english } from '../en/clip-receipt.ts'
import type { Wording } from '../wording.ts'

export const clipReceiptWords: Wording<typeof english> = {
  available: (moment) => `Verfügbar bis ${moment}, noch`,
  fromNow: 'lang.',
  originalAnew:
    'In diesem Ausschnitt gab es kein Bild, von dem an kopiert werden kann: Jedes wurde neu codiert, in seinem eigenen Codec.',
  clip: 'Dein Clip',
  exactness: 'Wie genau',
  effort: 'Was es gebraucht hat',
  frames: 'Bilder',
  firstFrame: 'Erstes Bild',
  lastFrame: 'Letztes Bild',
  length: 'Länge',
  copied: 'Originale Bilder',
  encoded: 'Neu gebaute Bilder',
  sound: 'Ton gegen Bild',
  fetched: 'Geholt',
  took: 'Dauer',
  ways: {
    copied: 'Jedes Bild ist das Original, Bit für Bit.',
    smart: 'Nur die Bilder an den Rändern wurden neu gebaut. Der Rest ist das Original, Bit für Bit.',
    transcoded: 'Die Quelle hat kein Bild dieser Größe in H.264, deshalb wurde jedes Bild neu codiert.',
    mp3: 'Der Ton wurde genau auf den Moment geschnitten und einmal codiert.',
    gif: 'Jedes Bild ist das der Quelle in seinem Moment, gezeichnet mit den 255 Farben, die zum Clip passen.',
    webp: 'Jedes Bild ist das der Quelle in seinem Moment, klein zum Teilen.',
    still: 'Das erste Bild des Bereichs, ohne Verlust.',
  },
}
