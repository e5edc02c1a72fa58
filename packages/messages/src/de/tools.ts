import type * as en from '../en/tools.ts'
import type { Wording } from '../wording.ts'

export const toolsWords: Wording<typeof en.toolsWords> = {
  lead: 'Komm direkt von einem Video hierher.',
  bookmarklet: {
    title: 'Ein Lesezeichen',
    text: 'Zieh diesen Knopf in deine Lesezeichenleiste. Drück ihn auf einer Seite mit einem Video: Das Video öffnet sich hier, ab der Stelle, die gerade läuft.',
    name: (product) => `In ${product} schneiden`,
    pressed: 'Drück ihn nicht hier. Zieh ihn in deine Lesezeichenleiste.',
    byHand:
      'Wenn du ihn nicht ziehen kannst, leg ein Lesezeichen für irgendeine Seite an und ersetze seine Adresse durch diesen Text:',
  },
  phone: {
    title: 'Ein Telefon',
    android:
      'Android: Öffne das Menü deines Browsers und füge diese Seite zum Startbildschirm hinzu. Danach steht sie in der Liste, wenn du ein Video teilst.',
    iphone:
      'iPhone: Leg ein Lesezeichen an und ersetze seine Adresse durch den Text oben. Öffne es, während im Browser ein Video läuft.',
  },
  extension: {
    title: 'Die Browsererweiterung',
    text: 'Auf YouTube markiert sie mit Alt+I und Alt+O, wo Clips anfangen und enden. „In Kerf schneiden“ öffnet sie alle hier. Sie braucht keine Berechtigung außer für YouTube und lädt nichts herunter.',
    install: 'Sie gehört zum Quellcode dieser Seite:',
    load: 'Chrome und Edge: Öffne chrome://extensions, schalte den Entwicklermodus ein und lade apps/extension/dist/chrome-mv3. Firefox: Öffne about:debugging und lade apps/extension/dist/firefox-mv3 als temporäres Add-on.',
  },
  programs: {
    title: 'Programme und Assistenten',
    text: 'Mit einem API-Schlüssel schneiden Skripte und die Kommandozeile hier. Die Kommandozeile gehört zum Quellcode dieser Seite:',
    assistants: 'Assistenten, die MCP sprechen, finden ihre Werkzeuge unter dieser Adresse:',
    keys: 'API-Schlüssel',
  },
}
