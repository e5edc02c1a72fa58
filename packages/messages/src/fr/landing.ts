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
    ['Sans filigrane', 'Vous recevez ce que vous coupez.'],
    ['Sur téléphone aussi', 'La même timeline, les mêmes poignées, les mêmes images.'],
    ['Vie privée respectée', 'Sans compte. Les fichiers sont supprimés automatiquement dans les 24\u00a0heures.'],
  ],
}

export const questionWords: Wording<typeof en.questionWords> = {
  list: [
    {
      question: 'Que veut dire «\u202fexact à l’image\u202f»\u202f?',
      answer:
        'La première image de votre clip est celle de votre début, et la dernière est celle qui précède votre fin. Le fichier n’en contient aucune autre, même cachée, et l’audio commence et finit aux mêmes instants. Kerf contrôle chaque clip avant de vous le donner. «\u202fQuelle précision\u202f?\u202f», à côté, dit ce qui a été copié et ce qui a été réencodé.',
    },
    {
      question: 'Qu’est-ce qui est conservé, et combien de temps\u202f?',
      answer:
        'Votre clip, 24\u00a0heures au plus. «\u202fSupprimer\u202f» l’efface plus tôt. Sans compte, la liste de vos liens et téléchargements est conservée sous un nombre aléatoire dans un cookie, sans votre nom ni votre adresse IP. Un lien dont vous n’avez rien téléchargé disparaît au bout d’un jour. Il n’y a aucun traceur.',
      openToAll: 'Aucun compte n’est nécessaire.',
    },
    {
      question: 'Est-ce que cela marche sur un téléphone\u202f?',
      answer:
        'Oui, dans son navigateur, avec la même frise, les mêmes images et les mêmes formats. Sur un iPhone, le clip est dans l’app Fichiers, sous Téléchargements. «\u202fPartager\u202f» puis «\u202fEnregistrer la vidéo\u202f» le mettent dans vos photos. Sur Android, il est dans Téléchargements, et la plupart des galeries le montrent aussi.',
    },
  ],
}
