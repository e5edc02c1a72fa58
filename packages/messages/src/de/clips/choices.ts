import type * as english from '../../en/clips/choices.ts'
import type { Wording } from '../../wording.ts'

export const chapterWords: Wording<typeof english.chapterWords> = {
  title: 'Kapitel',
  count: (count) => `${count}\u00a0Kapitel`,
  times: (title, start, end) => `${title}, ${start} bis ${end}`,
  keys: 'Die Eingabetaste macht ein Kapitel zum Ausschnitt. Mit der Umschalttaste kommen alle Kapitel bis dorthin dazu.',
  addNext: 'Nächstes Kapitel hinzufügen',
  eachAClip: 'Ein Clip pro Kapitel',
  first: (max) => `Ein Stapel fasst ${max}\u00a0Clips, ab dem Kapitel, in dem dein Ausschnitt beginnt.`,
  listed: 'Kapitel aufgelistet',
  listedText: (taken, total) =>
    taken === total
      ? `${taken}\u00a0Kapitel, je ein Clip.`
      : `${taken} von ${total}\u00a0Kapiteln passen in einen Stapel.`,
}

export const choiceWords: Wording<typeof english.choiceWords> = {
  title: 'Ton und Untertitel',
  audioTrack: 'Tonspur',
  original: (label) => `${label} (Original)`,
  subtitles: 'Untertitel',
  none: 'Keine',
  forms: {
    file: 'Als Dateien (.srt, .vtt)',
    track: 'Im Clip (Textspur)',
    burned: 'Eingebrannt',
  },
  captions: 'Sprache der Untertitel',
  style: 'Stil',
  styles: { outline: 'Kontur', box: 'Kasten', yellow: 'Gelb' },
  notes: {
    file: 'GIF, WebP und PNG haben keine Untertitel.',
    track: 'Nur MP4 und Originalcodec. Ton allein, GIF, WebP und PNG haben keine Untertitel.',
    burned: 'Nur MP4; andere Formate kommen ohne. Beim Einbrennen wird der ganze Clip neu codiert.',
  },
}

export const subtitleFileWords: Wording<typeof english.subtitleFileWords> = {
  group: (label) => `Untertitel von ${label}`,
  zip: 'Clip mit Untertiteln (.zip)',
  saved: 'Untertitel gespeichert',
}
