import type * as english from '../en/tools.ts'
import type { Wording } from '../wording.ts'

export const toolsWords: Wording<typeof english.toolsWords> = {
  lead: 'Venez ici directement depuis une vidéo.',
  bookmarklet: {
    title: 'Un favori',
    text: 'Faites glisser ce bouton dans votre barre de favoris. Cliquez dessus sur une page qui contient une vidéo\u202f: elle s’ouvre ici, à l’endroit en cours de lecture.',
    name: (product) => `Découper dans ${product}`,
    pressed: 'Ne cliquez pas ici. Faites-le glisser dans votre barre de favoris.',
    byHand:
      'Si vous ne pouvez pas le faire glisser, créez un favori pour n’importe quelle page et remplacez son adresse par ce texte\u202f:',
  },
  phone: {
    title: 'Un téléphone',
    android:
      'Android\u202f: ouvrez le menu de votre navigateur et ajoutez ce site à l’écran d’accueil. Il figure ensuite dans la liste quand vous partagez une vidéo.',
    iphone:
      'iPhone\u202f: créez un favori et remplacez son adresse par le texte ci-dessus. Ouvrez-le pendant que vous regardez une vidéo dans le navigateur.',
  },
  extension: {
    title: 'L’extension de navigateur',
    text: 'Sur YouTube, elle marque où les clips commencent et finissent, avec Alt+I et Alt+O. «\u202fDécouper dans Kerf\u202f» les ouvre tous ici. Elle n’a besoin d’aucune autorisation, sauf pour YouTube, et ne télécharge rien.',
    install: 'Elle est fournie avec le code source de ce site\u202f:',
    load: 'Chrome et Edge\u202f: ouvrez chrome://extensions, activez le mode développeur et chargez apps/extension/dist/chrome-mv3. Firefox\u202f: ouvrez about:debugging et chargez apps/extension/dist/firefox-mv3 comme module temporaire.',
  },
  programs: {
    title: 'Programmes et assistants',
    text: 'Avec une clé d’API, vos scripts et la ligne de commande découpent ici. La ligne de commande est fournie avec le code source de ce site\u202f:',
    assistants: 'Les assistants compatibles avec MCP trouvent leurs outils à cette adresse\u202f:',
    keys: 'Clés d’API',
  },
}
