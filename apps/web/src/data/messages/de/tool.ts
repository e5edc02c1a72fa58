import type * as english from '../en/tool.ts'
import type { Wording } from '../wording.ts'

const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

export const toolWords: Wording<typeof english.toolWords> = {
  result: {
    goneTitle: 'Dieses Video ist nicht mehr hier',
    goneText:
      'Es wurde in einem anderen Browser geöffnet oder ist weggeräumt worden. Füg seinen Link ein, dann ist es wieder da.',
    blockedTitle: 'Dieses Video ist gesperrt',
    failedTitle: 'Das Video ließ sich nicht laden',
    retry: 'Noch einmal',
    views: (formatted, views) => `${formatted} ${views === 1 ? 'Aufruf' : 'Aufrufe'}`,
    badges: { fourK: '4K verfügbar', mp3: 'Ton als MP3', fast: 'Schnell geschnitten' },
    noThumbnail: 'Kein Bild',
    noticeTitle: 'Hinweis zur Plattform.',
    notice:
      'Die Richtlinien der Videoplattform schränken Downloads von Servern derzeit ein. Wird dieses Video verweigert, erfährst du, warum, und dein Download wird nicht gezählt.',
    demoTitle: 'Systemdemo',
    demo: '360p und Ton bekommst du ohne Konto.',
    signUp: 'Gratis-Konto',
    signIn: 'Anmelden',
  },
  trim: {
    title: 'Ausschnitt genau wählen',
    timeline: 'Filmstreifen',
    startTime: 'Anfangszeit',
    endTime: 'Endzeit',
    duration: 'Dauer',
    frame: '1\u00a0Bild',
    frameEarlier: (field) => `${field}, 1\u00a0Bild früher`,
    frameLater: (field) => `${field}, 1\u00a0Bild später`,
    apply: 'Übernehmen',
    applying: 'Übernimmt\u00a0…',
    openPreview: 'Vorschau zeigen',
    closePreview: 'Vorschau schließen',
    zoom: 'Zoom',
    zoomWhole: 'Ganz',
    zoomRange: 'Ausschnitt',
    zoomIn: 'Näher heran',
    zoomOut: 'Weiter weg',
    notATime: 'Das ist keine Zeit. Schreib sie so: 1:23.450.',
    shortestByHand: (seconds) =>
      `Von Hand geht es bis ${seconds}\u00a0Sekunden. Für weniger: Zeiten eintippen oder bildweise schieben.`,
    setTo: (time) => `Auf ${time} gesetzt: so weit, wie das Video und das andere Ende es zulassen.`,
    updatedTitle: 'Ausschnitt übernommen',
    updated: (start, end) => `${start} bis ${end}`,
    failed: 'Der Ausschnitt konnte nicht übernommen werden',
    openedTitle: 'Vorschau geöffnet',
    closedTitle: 'Vorschau geschlossen',
    keys: {
      left: 'Links',
      right: 'Rechts',
      shift: 'Umschalt',
      space: 'Leertaste',
      second: '1\u00a0Sekunde',
      fiveSeconds: '5\u00a0Sekunden',
      frame: '1\u00a0Bild',
      here: 'Anfang, Ende hier',
      preview: 'Vorschau',
    },
  },
  preview: {
    player: (title) => `Vorschau von ${title}`,
    note: 'Die heruntergeladene Datei enthält nur den Ausschnitt.',
    play: 'Abspielen',
    pause: 'Pause',
    back: 'Ein Bild zurück',
    forward: 'Ein Bild vor',
    to: 'bis',
    none: 'Die Vorschau dieses Videos lässt sich nicht abspielen. Sein Download ist davon nicht betroffen.',
  },
  downloads: {
    title: 'Downloads',
    sizesFor: (duration) => `Die Größen gelten für deine ${duration}.`,
    left: (left, limit, period) =>
      `${period === 'today' ? 'Heute' : 'Diesen Monat'} noch ${left} von ${count(limit, 'Download', 'Downloads')}.`,
    two: (one, other) => `${one} und ${other}`,
    span: (first, last) => `${first} bis ${last}`,
    needAccount: (names, several) => `${names} ${several ? 'brauchen' : 'braucht'} ein kostenloses Konto`,
    needPro: (names, several) => `${names} ${several ? 'brauchen' : 'braucht'} Pro`,
    seePlans: 'Tarife ansehen',
    about: 'etwa',
    until: (moment) => `bis ${moment}`,
    keptFor: 'noch da für',
    secondsLeft: (seconds) => (seconds < 1 ? 'fast fertig' : `noch etwa ${waitFor(seconds)}`),
    inLine: (position, seconds) =>
      `${position}. in der Schlange${seconds === null ? '' : `, etwa ${waitFor(seconds)}`}`,
    cuttingOther: (range) => `schneidet ${range}`,
    stopsAt: (label) => `Dieses Video gibt es nur bis ${label}`,
    noAudio: 'Dieses Video hat keinen Ton',
    noVideo: 'Dieses Video hat kein Bild dieser Größe',
    stages: {
      waiting: 'wartet auf einen freien Platz',
      resolving: 'fragt die Quelle',
      reading: 'holt deinen Teil',
      encoding: 'baut die Ränder neu',
      writing: 'schreibt den Clip',
      checking: 'prüft den Clip',
      done: 'fast fertig',
    },
    deletedAfter: 'Nach Ablauf seiner Zeit gelöscht, wie versprochen',
    deletedByViewer: 'Gelöscht, wie du wolltest',
    notCounted: 'Nicht gezählt.',
    earlier: (range) => `Dein Clip von ${range}:`,
    save: 'speichern',
    joined: (ranges, length) => `${ranges}\u00a0verbundenen Ausschnitten, ${length}`,
    saveRange: (range) => `Deinen Clip von ${range} speichern`,
    badges: {
      free: 'GRATIS',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'GESPERRT',
      none: 'NICHT DABEI',
      failed: 'GESCHEITERT',
      expired: 'ABGELAUFEN',
    },
    download: 'Download',
    downloadSize: (megabytes) => `Download (${megabytes}\u00a0MB)`,
    requesting: 'Lädt\u00a0…',
    processing: 'Schneidet\u00a0…',
    progress: (label) => `${label}, Fortschritt`,
    cancel: (label) => `${label} abbrechen`,
    upgrade: 'Nur mit Pro',
    signUp: 'Nur mit Konto',
    unavailable: 'Nicht verfügbar',
    limitReached: 'Limit erreicht',
    tryAgain: 'Noch einmal',
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
    started: 'Download läuft',
    startedText: (megabytes) => `${megabytes}\u00a0MB`,
    error: 'Download nicht möglich',
    failed: 'Download gescheitert',
    failedDefault: 'Das Video konnte nicht heruntergeladen werden. Bitte versuch es noch einmal.',
    restricted:
      'Dieses Video kann wegen Einschränkungen von YouTube nicht heruntergeladen werden. Bitte versuch es mit einem anderen.',
    region: 'Dieses Video ist in deiner Region nicht verfügbar. Bitte versuch es mit einem anderen.',
    empty: 'Die heruntergeladene Datei ist leer',
    fileRefused: (status, body) => `Fehler ${status}: ${body}`,
    premium: 'Nur mit Pro',
    premiumText: (best) =>
      `Downloads in hoher Qualität gibt es mit einem Pro-Tarif. Ohne ihn kannst du ${best === '360p' ? best : `bis zu ${best}`} und nur den Ton herunterladen.`,
    noWayToSave: 'Dieser Browser speichert keine Dateien. Bitte öffne die Seite in einem anderen.',
    linkCopied: 'Download-Link kopiert',
    linkCopiedText: 'Füg ihn in einem neuen Tab ein, um den Clip zu speichern.',
    cancelled: 'Download abgebrochen',
    cancelledText: 'Er zählt nicht.',
    deleted: 'Clip gelöscht',
    deletedText: 'Auf dem Server ist nichts mehr davon.',
  },
  countdown: {
    hours: (hours, minutes) => (minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`),
    minutes: (minutes) => `${minutes}\u00a0min`,
    seconds: (seconds) => `${seconds}\u00a0s`,
  },
  limit: {
    daily: 'Tageslimit erreicht',
    monthly: 'Monatslimit erreicht',
    resets: (moment, wait) => `Neu gezählt wird ${onset(moment)}${moment}, in ${wait}.`,
  },
  receipt: {
    open: 'Wie genau ist das?',
    deleteNow: 'Jetzt löschen',
  },
}

/** What goes before a moment that begins something: `um 22:14 Uhr`, `am Sonntag um 10:00 Uhr`, but `morgen um 01:00 Uhr`. */
function onset(moment: string): string {
  if (/^\d+:/.test(moment)) return 'um '
  return moment.startsWith('morgen') ? '' : 'am '
}

function waitFor(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export const processingWords: Wording<typeof english.processingWords> = {
  title: 'Video wird geöffnet',
  text: 'Bitte warte, bis dein Video bereit ist\u00a0…',
  secondsLeft: (seconds) => `noch etwa ${seconds}\u00a0s`,
  stages: {
    sending: 'Der Link wird geschickt',
    asking: 'Die Quelle wird nach dem Video gefragt',
    describing: 'Der Filmstreifen wird eingelegt',
  },
  cancel: 'Abbrechen',
}

export const limitWords: Wording<typeof english.limitWords> = {
  used: (used, limit) => `${used} von ${limit} ${limit === 1 ? 'Download' : 'Downloads'} verbraucht.`,
  plans: 'Tarife ansehen',
  account: (daily) => `Ein kostenloses Konto hat ${daily} am Tag.`,
  signUp: 'Registrieren',
}

export const clipReceiptWords: Wording<typeof english.clipReceiptWords> = {
  available: (moment) => `Verfügbar bis ${moment}, noch`,
  fromNow: 'lang.',
  originalReencoded:
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
  audio: 'Ton gegen Bild',
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

export const moreFormatsWords: Wording<typeof english.moreFormatsWords> = {
  title: 'Weitere Formate',
  summary: 'Originalcodec, Standbild, GIF, WebP',
  size: 'Größe von Original und Standbild',
  original: (size) => `Originalcodec, ${size}`,
  still: (size) => `Standbild, ${size}`,
  originalKind: (container, codec) => `${container}, ${codec} wie aus der Quelle`,
  stillKind: 'PNG, das Bild an deinem Anfang',
  movingKind: (seconds, pixels) => `Bis ${seconds}\u00a0s, höchstens ${pixels}\u00a0Pixel, ohne Ton`,
  tooLong: (seconds, length) => `Bis ${seconds}\u00a0s. Dein Ausschnitt hat ${length}.`,
  noOriginal: 'Die Quelle hat nichts in genau dieser Größe',
}

const clips = (count: number): string => (count === 1 ? '1\u00a0Clip' : `${count}\u00a0Clips`)

export const severalWords: Wording<typeof english.severalWords> = {
  title: 'Ausschnitte',
  one: 'Nimm noch einen dazu, um beide auf einmal zu schneiden.',
  sum: (ranges, length) => `${ranges}\u00a0Ausschnitte, zusammen ${length}. Nur sie werden geschnitten.`,
  full: (most) => `Mehr als ${most}\u00a0Ausschnitte gehen nicht auf einmal.`,
  list: 'Ausschnitte in ihrer Reihenfolge',
  place: (place) => `Ausschnitt ${place}`,
  range: (start, end) => `${start} bis ${end}`,
  edit: 'Ändern',
  done: 'Fertig',
  editPlace: (place) => `Ausschnitt ${place} auf dem Streifen ändern`,
  donePlace: (place) => `Fertig mit Ausschnitt ${place}`,
  earlier: (place) => `Ausschnitt ${place} nach oben`,
  later: (place) => `Ausschnitt ${place} nach unten`,
  remove: (place) => `Ausschnitt ${place} entfernen`,
  moved: (place) => `Jetzt an Stelle ${place}.`,
  removed: (place) => `Ausschnitt ${place} ist weg.`,
  as: 'Schneiden als',
  joined: 'Ein Clip, verbunden',
  separate: 'Einzelne Clips',
  join: (ranges) => `${ranges}\u00a0Teile verbinden`,
  cut: (count) => `${clips(count)} schneiden`,
  pro: {
    title: 'Nur mit Pro',
    text: 'Mehrere Ausschnitte und Stapel gehören zu Pro. Jeden Ausschnitt für sich gibt es auch ohne.',
    listed:
      'Dieser Link nennt mehrere Ausschnitte. Sie auf einmal zu schneiden gehört zu Pro. Einzeln geht es auch ohne: Ausschnitt ändern, dann herunterladen.',
    plans: 'Tarife ansehen',
  },
}

export const trimTools: Wording<typeof english.trimTools> = {
  copyLink: 'Link zu diesem Ausschnitt kopieren',
  linkCopied: 'Link kopiert',
  linkCopiedText: 'Er öffnet dieses Video für alle mit deinem Anfang und Ende.',
  linkNotCopied: 'Link nicht kopiert',
  linkNotCopiedText:
    'Dein Browser gibt die Zwischenablage hier nicht frei. Auch die Adresszeile enthält einen Link zu diesem Ausschnitt.',
  addRange: 'Ausschnitt dazu',
  doneWithRange: (place) => `Ausschnitt ${place} fertig`,
  pro: 'PRO',
  snap: 'Einrasten',
  snapMeaning: 'Griffe halten bei ganzen Sekunden; weit vergrößert bei einzelnen Bildern',
}
