import type * as english from '../../en/clips/fit.ts'
import type { Wording } from '../../wording.ts'

export const fitInShort: Wording<typeof english.fitInShort> = {
  title: 'Clip anpassen',
  asTheyAre: 'Dateigröße, Bildzuschnitt, Lautheit, Blenden',
  cropped: 'zugeschnitten',
  lufs: (loudness) => `${loudness}\u00a0LUFS`,
  fades: 'Blenden',
  sized: (pixels, frames) => `${pixels}\u00a0Pixel, ${frames}\u00a0Bilder/s`,
  nothing: 'unverändert',
}

export const fitWords: Wording<typeof english.fitWords> = {
  size: 'Dateigröße',
  noLimit: 'Keine Grenze',
  asItIs: 'Unverändert',
  atMost: (size) => `Höchstens ${size}`,
  own: 'Andere Größe',
  ownSize: 'Höchstens, in MB',
  ownFault: (min, max) => `Gib eine Zahl von ${min} bis ${max} ein.`,
  sizeNote: 'Nur MP4. Ein größerer Clip wird neu codiert, wenn nötig in geringerer Auflösung.',
  crop: 'Bildzuschnitt',
  whole: 'Aus',
  free: 'Frei',
  moveFrame: 'Rahmen verschieben',
  cropNote: 'Nur MP4, GIF, WebP und PNG. Beim Zuschneiden wird jedes Bild neu codiert.',
  loudness: 'Lautheit',
  even: (lufs) => `Normalisiert auf ${lufs}`,
  loudnessNote: 'So laut wie bei Streamingdiensten, ohne zu übersteuern. GIF, WebP und PNG haben keinen Ton.',
  fadeVideo: 'Bild ein- und ausblenden',
  fadeAudio: 'Ton ein- und ausblenden',
  off: 'Aus',
  seconds: (seconds) => `${seconds}\u00a0s`,
  fadeNote: 'Am Anfang und am Ende. Das Bild nur bei MP4; der Clip wird dabei neu codiert.',
  fadeAudioNote: 'Am Anfang und am Ende. GIF, WebP und PNG haben keinen Ton.',
}

export const cropWords: Wording<typeof english.cropWords> = {
  frame: 'Zuschnittrahmen',
  shaped: (shape) => `Zuschnittrahmen, ${shape}`,
  place: (left, top) => `${left} von links, ${top} von oben`,
  size: (width, height) => `${width} der Breite, ${height} der Höhe`,
  corners: {
    'top left': 'Ecke oben links',
    'top right': 'Ecke oben rechts',
    'bottom left': 'Ecke unten links',
    'bottom right': 'Ecke unten rechts',
  },
  done: 'Fertig',
  keys: 'Die Pfeiltasten verschieben um 1\u00a0%, mit der Umschalttaste um 10\u00a0%. Escape, wenn du fertig bist.',
}

export const codecWords: Wording<typeof english.codecWords> = {
  form: (label) => `Codec von ${label}`,
  everywhere: (seconds) =>
    `MP4, H.264: läuft überall${seconds === null ? '' : `, dauert etwa ${durationWords(seconds)}`}`,
  asSource: (codec, seconds) =>
    `MP4, ${codec}: für neuere Player${seconds === null ? '' : `, dauert etwa ${durationWords(seconds)}`}`,
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
