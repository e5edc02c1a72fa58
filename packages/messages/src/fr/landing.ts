import type * as en from '../en/landing.ts'
import type { Wording } from '../wording.ts'

export const featureWords: Wording<typeof en.featureWords> = {
  title: 'La coupe tombe sur l’image choisie',
  lead: 'Une vidéo est faite de groupes d’images qui dépendent les unes des autres. La plupart des outils coupent donc au début d’un groupe, en espérant que cela ne se voie pas. Kerf réencode les quelques images aux extrémités et copie le reste tel quel.',
  usual: {
    title: 'Une coupe ordinaire',
    text: 'Elle commence au début d’un groupe d’images. Des images de trop restent, visibles ou cachées.',
    drawing: 'Une timeline mal coupée\u202f: des images restent avant le début et après la fin',
  },
  exact: {
    title: 'Kerf',
    text: '0 image de trop, aucune cachée dans le fichier. Chaque clip est livré avec son rapport.',
    drawing: 'Une timeline coupée exactement au début et à la fin',
  },
  key: { cut: 'là où vous coupez', leak: 'ce que laisse une coupe ordinaire' },
  words: {
    title: 'Couper d’après les mots',
    text: 'Dans une vidéo sous-titrée, vous pressez le premier et le dernier mot de votre clip. Personne ne parle dans l’exemple\u202f: ces mots disent ce qu’il montre. Pressez-en quelques-uns.',
    shots: [
      'Un bateau au lever du soleil,',
      'des oiseaux sur les collines,',
      'un ballon à midi,',
      'des arbres dans la brume,',
      'une route au crépuscule,',
      'une tente sous les étoiles.',
    ],
    quote: 'Ou collez un lien avec une phrase entre guillemets\u202f: LIEN «\u202fles mots prononcés\u202f».',
  },
  seam: {
    title: 'Les deux côtés d’une coupe',
    text: (time) => `L’exemple, coupé à ${time}. Voici ses images.`,
    outside: 'Dernière image avant',
    first: 'Première image du clip',
    leftIn: (frames) => `Une simple copie commence ici et laisse ${frames} images de trop`,
    open: 'Ouvrir l’exemple à cette coupe',
  },
  facts: [
    ['Rapide', 'Seul votre passage est lu, même dans une longue vidéo.'],
    ['Jusqu’à 4K', 'Ou 360p si cela suffit. Vous voyez la taille estimée avant de télécharger.'],
    ['Audio seul', 'En MP3 ou sans perte, coupé aussi exactement que la vidéo.'],
    ['Sans filigrane', 'Quel que soit le forfait. Vous recevez ce que vous coupez.'],
    ['Sur téléphone aussi', 'La même timeline, les mêmes poignées, les mêmes images.'],
    ['Vie privée respectée', 'Sans compte. Les fichiers sont supprimés automatiquement dans les 24\u00a0heures.'],
  ],
}
