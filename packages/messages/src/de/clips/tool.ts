import type * as english from '../../en/clips/tool.ts'
import type { Wording } from '../../wording.ts'

const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

export const toolWords: Wording<typeof english.toolWords> = {
  result: {
    goneTitle: 'Dieses Video ist nicht mehr hier',
    goneText:
      'Es wurde in einem anderen Browser geöffnet oder ist abgelaufen. Füge den Link ein, um es wieder zu öffnen.',
    blockedTitle: 'Dieses Video ist gesperrt',
    failedTitle: 'Das Video ließ sich nicht laden',
    retry: 'Erneut versuchen',
    views: (formatted, views) => `${formatted} ${views === 1 ? 'Aufruf' : 'Aufrufe'}`,
    badges: { fourK: '4K verfügbar', mp3: 'Audio als MP3', fast: 'Schnell geschnitten' },
    noThumbnail: 'Keine Vorschau',
    noCaptions: 'Dieses Video hat keine Untertitel.',
    playlist: 'Mehrere Videos dieser Playlist auswählen',
    noticeTitle: 'Hinweis zur Plattform.',
    notice:
      'Die Richtlinien der Videoplattform schränken Downloads von Servern derzeit ein. Diese Oberfläche ist eine funktionierende Demonstration des gesamten Systems: Anmeldung, Bedienung, Rollen und Server. Lässt sich dieses Video nicht herunterladen, sagen wir dir, warum, und es zählt nicht gegen dein Limit.',
    demoTitle: 'Systemdemo',
    demo: '360p und Audio gibt es ohne Konto.',
    signUp: 'Kostenlos registrieren',
    signIn: 'Anmelden',
  },
  trim: {
    title: 'Ausschnitt genau wählen',
    startTime: 'Anfangszeit',
    endTime: 'Endzeit',
    duration: 'Dauer',
    frame: '1\u00a0Bild',
    frameEarlier: (field) => `${field}, 1\u00a0Bild früher`,
    frameLater: (field) => `${field}, 1\u00a0Bild später`,
    apply: 'Übernehmen',
    applying: 'Wird übernommen\u00a0…',
    openPreview: 'Vorschau zeigen',
    closePreview: 'Vorschau schließen',
    zoom: 'Zoom',
    zoomWhole: 'Ganz',
    zoomRange: 'Ausschnitt',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    colon: 'Doppelpunkt',
    notATime: 'Gib eine Zeit wie 1:23.450 ein.',
    shortestByHand: (seconds) =>
      `Ziehen geht bis ${seconds}\u00a0Sekunden. Für kürzere Clips gib die Zeiten ein oder geh bildweise vor.`,
    setTo: (time) => `Auf ${time} gesetzt, den nächstmöglichen Zeitpunkt.`,
    updatedTitle: 'Ausschnitt übernommen',
    updated: (start, end) => `${start} bis ${end}`,
    failed: 'Der Ausschnitt konnte nicht übernommen werden',
    openedTitle: 'Vorschau geöffnet',
    closedTitle: 'Vorschau geschlossen',
  },
  preview: {
    player: (title) => `Vorschau von ${title}`,
    note: 'Die heruntergeladene Datei enthält nur den Ausschnitt.',
    play: 'Abspielen',
    pause: 'Pause',
    back: 'Ein Bild zurück',
    forward: 'Ein Bild vor',
    none: 'Die Vorschau lässt sich nicht abspielen. Herunterladen kannst du deinen Clip trotzdem.',
  },
  downloads: {
    title: 'Downloads',
    sizesFor: (duration) => `Geschätzte Größen für ${duration}.`,
    leftUnknown: 'Wie viele Downloads dir bleiben, ließ sich nicht lesen.',
    left: (left, limit, period) =>
      `${period === 'today' ? 'Heute' : 'Diesen Monat'} noch ${left} von ${count(limit, 'Download', 'Downloads')}.`,
    opensWith: 'Verfügbar mit',
    freeAccount: 'kostenlosem Konto',
    account: 'einem Konto',
    longestClip: (length) => `Clips dürfen hier bis zu ${length} lang sein`,
    about: 'etwa',
    keptFor: 'Löschung in',
    secondsLeft: (seconds) => (seconds < 1 ? 'fast fertig' : `noch etwa ${durationWords(seconds)}`),
    inLine: (position, seconds) =>
      `Platz ${position} in der Warteschlange${seconds === null ? '' : `, etwa ${durationWords(seconds)}`}`,
    fitted: (size, height) => `höchstens ${size}, als ${height}p`,
    tooLongFor: (size) => `Dein Ausschnitt ist zu lang für ${size}`,
    fadesMeet: (seconds) => `Blenden dürfen höchstens halb so lang sein wie der Clip: ${seconds}\u00a0s`,
    cuttingOther: (range) => `schneidet ${range}`,
    stopsAt: (label) => `Dieses Video gibt es nur bis ${label}`,
    noAudio: 'Dieses Video hat keinen Ton',
    noVideo: 'Dieses Video gibt es nicht in dieser Größe',
    stages: {
      waiting: 'wartet auf den Start',
      resolving: 'verbindet mit der Quelle',
      reading: 'liest deinen Ausschnitt',
      encoding: 'codiert die Ränder neu',
      writing: 'schreibt den Clip',
      checking: 'prüft den Clip',
      done: 'fast fertig',
    },
    deletedAfter: 'Abgelaufen und gelöscht, wie versprochen',
    deletedByViewer: 'Du hast diesen Clip gelöscht',
    notCounted: 'Zählt nicht gegen dein Limit.',
    joined: (ranges, length) => `${ranges}\u00a0verbundenen Ausschnitten, ${length}`,
    saveRange: (range) => `Deinen Clip von ${range} speichern`,
    badges: {
      free: 'GRATIS',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'GESPERRT',
      none: 'NICHT VERFÜGBAR',
      failed: 'FEHLGESCHLAGEN',
      expired: 'ABGELAUFEN',
    },
    download: 'Download',
    downloadSize: (megabytes) => `Download (${megabytes}\u00a0MB)`,
    requesting: 'Wird geladen\u00a0…',
    processing: 'Wird geschnitten\u00a0…',
    progress: (label) => `${label}, Fortschritt`,
    cancel: (label) => `${label} abbrechen`,
    upgrade: 'Nur mit Pro',
    signUp: 'Nur mit Konto',
    unavailable: 'Nicht verfügbar',
    limitReached: 'Limit erreicht',
    nextStep: 'Nächster Schritt',
    cutAgain: 'Neu schneiden',
  },
  downloadToasts: {
    starting: 'Download beginnt',
    startingText: (label) => `${label} wird angefordert.`,
    processing: 'Schnitt begonnen',
    processingText: (label) => `${label} wird geschnitten.`,
    ready: 'Download bereit',
    readyText: (label, megabytes) => `${label}, ${megabytes}\u00a0MB`,
    error: 'Download nicht möglich',
    failed: 'Download fehlgeschlagen',
    premium: 'Nur mit Pro',
    premiumText: (best) =>
      `Downloads in hoher Qualität gibt es mit einem Pro-Tarif. Ohne ihn kannst du ${best === '360p' ? best : `bis zu ${best}`} und nur Audio herunterladen.`,
    cancelled: 'Download abgebrochen',
    cancelledText: 'Er zählt nicht gegen dein Limit.',
    deleted: 'Clip gelöscht',
    deletedText: 'Er wurde vom Server entfernt.',
  },
  countdown: {
    hours: (hours, minutes) => (minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`),
    minutes: (minutes) => `${minutes}\u00a0min`,
    seconds: (seconds) => `${seconds}\u00a0s`,
  },
  limit: {
    resets: (moment, wait) => `Das Limit wird ${timePreposition(moment)}${moment} zurückgesetzt, in ${wait}.`,
  },
}

/** Preposition before a time: `um 22:14 Uhr`, `am Sonntag um 10:00 Uhr`, but `morgen um 01:00 Uhr`. */
function timePreposition(moment: string): string {
  if (/^\d+:/.test(moment)) return 'um '
  return moment.startsWith('morgen') ? '' : 'am '
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export const processingWords: Wording<typeof english.processingWords> = {
  title: 'Video wird geöffnet',
  text: 'Bitte warte, bis dein Video bereit ist\u00a0…',
  slow: 'dauert länger als sonst',
  stages: {
    sending: 'Der Link wird gesendet',
    asking: 'Die Videodaten werden abgerufen',
    describing: 'Die Zeitleiste wird vorbereitet',
  },
  cancel: 'Abbrechen',
}

export const trimTools: Wording<typeof english.trimTools> = {
  copyLink: 'Link zu diesem Ausschnitt kopieren',
  linkCopied: 'Link kopiert',
  linkCopiedText: 'Er öffnet dieses Video für alle mit deinem Anfang und Ende.',
  linkNotCopied: 'Link nicht kopiert',
  linkNotCopiedText: 'Dein Browser blockiert die Zwischenablage. Du kannst den Link aus der Adresszeile kopieren.',
  addRange: 'Ausschnitt hinzufügen',
  ranged: (start, end) => `Der Ausschnitt geht von ${start} bis ${end}.`,
  doneWithRange: (place) => `Ausschnitt ${place} fertig`,
}

export const snapWords: Wording<typeof english.snapWords> = {
  label: 'Einrasten',
  meaning: 'Woran die Griffe einrasten, wenn du sie ziehst, auf die Zeitleiste klickst oder die Pfeiltasten benutzt',
  modes: {
    off: 'Aus',
    seconds: 'Sekunden',
    frames: 'Bilder',
    words: 'Wörter',
    silences: 'Stille Stellen',
    chapters: 'Kapitel',
  },
  second: 'An einer vollen Sekunde eingerastet',
  frame: 'An einem Bild eingerastet',
  end: 'Am Ende des Videos eingerastet',
  silence: 'An einer stillen Stelle eingerastet',
  word: (word) => `Am Wort „${word}“ eingerastet`,
  chapter: (title) => `Am Kapitel „${title}“ eingerastet`,
}

export const askedWords: Wording<typeof english.askedWords> = {
  seeking: (words) => `„${words}“ wird gesucht\u00a0…`,
  notSaid: (words) => `„${words}“ kommt in den Untertiteln dieses Videos nicht vor.`,
  noCaptions: (words) => `„${words}“ wurde nicht gefunden: Dieses Video hat keine Untertitel.`,
}
