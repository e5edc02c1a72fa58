import type * as english from '../../en/clips/receipt.ts'
import type { Wording } from '../../wording.ts'

const ENCODED_SENTENCE = 'Der Ton wurde genau geschnitten und einmal codiert.'
const LOSSLESS_SENTENCE = 'Der Ton wurde genau geschnitten und verlustfrei gespeichert.'

export const clipReceiptWords: Wording<typeof english.clipReceiptWords> = {
  available: (moment) => `Verfügbar bis ${moment}, noch`,
  fromNow: 'lang.',
  originalReencoded:
    'Dieser Ausschnitt hat kein Keyframe, von dem an kopiert werden kann. Deshalb wurde jedes Bild in seinem eigenen Codec neu codiert.',
  reencodedFor: (reasons) => `Jedes Bild wurde neu codiert: ${reasons}.`,
  reasons: {
    crop: 'zugeschnitten',
    fade: 'ein- und ausgeblendet',
    burned: 'mit eingebrannten Untertiteln',
    size: (limit) => `auf höchstens ${limit} gebracht`,
  },
  clip: 'Dein Clip',
  exactness: 'Genauigkeit',
  effort: 'Verarbeitung',
  frames: 'Bilder',
  firstFrame: 'Erstes Bild',
  lastFrame: 'Letztes Bild',
  length: 'Länge',
  audioTrack: 'Tonspur',
  subtitles: 'Untertitel',
  subtitlesIn: { track: (label) => `${label}, Textspur`, burned: (label) => `${label}, eingebrannt` },
  cues: 'Untertitelzeilen',
  chapters: 'Kapitel',
  size: 'Bildgröße',
  pixels: (width, height) => `${width}\u00a0×\u00a0${height}`,
  loudness: 'Lautheit',
  levelled: (before, after) => `von ${before} auf ${after}\u00a0LUFS`,
  leftOut: 'Nicht enthalten',
  leftOutThings: { alpha: 'Transparenz', other_audio: 'weitere Tonspuren', subtitles: 'Untertitel' },
  notes: {
    audio_changes: (time) =>
      `Kanäle oder Abtastrate des Tons ändern sich bei ${time}. Der ganze Ton wurde so codiert, wie er davor ist.`,
    begins_later: (time) => `Das erste Bild, das gezeigt werden kann, liegt bei ${time}.`,
    ends_earlier: (time) => `Die Aufnahme bricht bei ${time} ab.`,
  },
  copied: 'Originalbilder',
  encoded: 'Neu codierte Bilder',
  audio: 'Tonversatz',
  fetched: 'Gelesene Daten',
  took: 'Dauer',
  audioCopied: 'Der Ton ist das Original, Bit für Bit. Nur seine Ränder wurden neu codiert.',
  ways: {
    copied: 'Jedes Bild ist das Original, Bit für Bit.',
    smart: 'Nur die Bilder an den Rändern wurden neu codiert. Der Rest ist das Original, Bit für Bit.',
    transcoded: 'Die Quelle hat kein H.264-Video in dieser Größe, deshalb wurde jedes Bild neu codiert.',
    mp3: ENCODED_SENTENCE,
    m4a: ENCODED_SENTENCE,
    opus: ENCODED_SENTENCE,
    flac: LOSSLESS_SENTENCE,
    wav: LOSSLESS_SENTENCE,
    gif: 'Jedes Bild entspricht der Quelle zu dieser Zeit, in den 255 Farben, die am besten zum Clip passen.',
    webp: 'Jedes Bild entspricht der Quelle zu dieser Zeit, verkleinert zum Teilen.',
    still: 'Das erste Bild des Ausschnitts, verlustfrei.',
  },
}
