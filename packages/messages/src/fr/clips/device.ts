import type * as english from '../../en/clips/device.ts'
import type { Wording } from '../../wording.ts'

export const deviceWords: Wording<typeof english.deviceWords> = {
  title: 'Découper un fichier sur cet appareil',
  lead: 'Ouvrez un fichier vidéo ou audio, choisissez le début et la fin à l’image près et enregistrez exactement ce passage. C’est votre navigateur qui découpe\u00a0: rien n’est envoyé, et le navigateur ne permet à cette page aucune connexion qui pourrait envoyer le fichier. Le navigateur doit savoir décoder et encoder la vidéo lui-même, comme les versions actuelles de Chrome, Edge, Firefox et Safari.',
  open: 'Ouvrir un fichier',
  orDrop: 'ou déposez-le n’importe où sur cette page.',
  openAnother: 'Ouvrir un autre fichier',
  opening: (name) => `Ouverture de ${name}`,
  nothingSent: 'Ce fichier ne quitte pas cet appareil.',
  busy: 'Un extrait est en cours de découpage. Un autre fichier pourra être ouvert ensuite.',
  oneAtATime: (name) => `Les fichiers s’ouvrent un par un. ${name} a été pris.`,
  unsaved: (name) => `L’extrait n’est pas encore enregistré. Enregistrez-le ci-dessous ou ouvrez ${name} sans lui.`,
  openWithout: 'Ouvrir sans enregistrer',
  stay: 'Rester ici',
  plan: (copied, encoded) => `${copied} images d’origine, ${encoded} réencodées.`,
  bar: 'Enregistrer l’extrait',
  form: 'Enregistrer en',
  forms: {
    video: 'MP4 (H.264)',
    original: (codec) => `Original (${codec})`,
    m4a: 'Audio, M4A',
    mp3: 'Audio, MP3',
    opus: 'Audio, Opus',
    flac: 'Audio, FLAC',
    wav: 'Audio, WAV',
  },
  cropAndFades: 'Recadrage et fondus',
  fades: 'Fondus',
  fadeNote: 'En ouverture et en fermeture.',
  videoFadeNote: 'En ouverture et en fermeture. Le fondu de l’image réencode toutes les images.',
  save: 'Découper et enregistrer',
  cutting: 'Découpage…',
  progress: 'Progression du découpage',
  cancel: 'Annuler le découpage',
  saved: 'Enregistré\u00a0:',
  made: 'Prêt, mais pas encore enregistré\u00a0:',
  choosePlace: 'Enregistrer le clip',
  failed: 'L’extrait n’a pas été créé.',
  exactness: 'Votre extrait',
  linked: {
    title: 'Découper un lien sur cet appareil',
    lead: (host) =>
      `Votre navigateur lit le fichier sur ${host} et le découpe. Ce site voit votre adresse réseau, comme pour tout téléchargement. Rien du fichier ne passe par ce serveur.`,
    source: (host) => `Lu sur ${host}, qui voit votre adresse réseau. Ce serveur ne reçoit rien du fichier.`,
    retry: 'Réessayer',
    unfit:
      'Cette page ne peut pas lire ce lien. Elle accepte les liens directs vers des fichiers multimédias en HTTPS, et aucune playlist.',
  },
  refusals: {
    insecure:
      'Les navigateurs ne découpent des fichiers que sur des pages ouvertes en HTTPS. Demandez-le à l’exploitant de ce serveur.',
    webcodecs:
      'Ce navigateur ne sait pas décoder et encoder la vidéo lui-même. Utilisez une version actuelle de Chrome, Edge, Firefox ou Safari.',
    decodedVideo:
      'Ce navigateur ne sait pas décoder la vidéo de ce fichier\u00a0: il lui manque le codec ou la profondeur de couleur. L’audio seul ou un autre navigateur peut convenir.',
    encodedVideo:
      'Ce navigateur n’a pas d’encodeur pour une vidéo de cette taille. L’audio seul ou un autre navigateur peut convenir.',
    faithfulVideo:
      'L’encodeur de ce navigateur abîme la vidéo de ce codec\u00a0: un court essai est sorti flou. MP4 (H.264), l’audio seul ou un autre navigateur peut convenir.',
    decodedAudio: 'Ce navigateur ne sait pas décoder le son de ce fichier. Un autre le peut peut-être.',
    encodedAudio: 'Ce navigateur ne sait pas encoder le son dans ce format. Choisissez-en un autre.',
    folder: 'Ceci est un dossier. Déposez un de ses fichiers.',
    not_media: 'Ce fichier n’est ni une vidéo ni un son que Kerf sait lire.',
    unsupported_media:
      'Ce navigateur ne peut pas découper ce fichier. Un autre format, un autre navigateur ou Kerf en ligne de commande le peut peut-être.',
    broken_media: 'Ce fichier est endommagé\u00a0: son index ne correspond pas à son contenu.',
    unfinished_media: 'Cet enregistrement n’a pas été terminé, il n’a donc pas d’index.',
    range_outside: 'Le début et la fin doivent se trouver dans le fichier.',
    nothing_in_range: 'Il n’y a rien à voir ni à entendre dans cette plage.',
    begins_later: (time) =>
      `La première image qui peut être affichée se trouve à ${time}. Choisissez une fin plus tardive.`,
    too_long: 'Cette plage est trop longue pour ce format.',
    too_large: 'Ce fichier demande plus de mémoire qu’une page ne peut en utiliser.',
    does_not_fit: 'L’extrait dépasse la limite.',
    source_failed:
      'Le fichier n’a pas pu être lu. Il a peut-être été modifié, déplacé ou supprimé. Ouvrez-le à nouveau.',
    sink_failed:
      'L’extrait n’a pas pu être écrit. Le disque, ou l’espace que le navigateur accorde à cette page, est peut-être plein, ou l’emplacement est protégé.',
    cancelled: 'Le découpage a été annulé.',
    link_offline: 'Vous êtes hors ligne. Réessayez une fois la connexion rétablie.',
    link_unreachable: 'Le site de ce lien ne répond pas.',
    link_closed:
      'Le site de ce lien ne laisse pas les pages d’autres sites lire ses fichiers. Téléchargez le fichier, puis ouvrez-le ici.',
    link_redirected: 'Ce lien mène à un autre site. Cette page ne peut lire que sur le site du lien.',
    link_refused:
      'Le site de ce lien ne donne pas ce fichier. Il n’existe peut-être plus, ou demande une connexion à un compte.',
    link_whole:
      'Le site de ce lien n’envoie le fichier qu’en entier, ou n’indique pas sa taille. Téléchargez le fichier, puis ouvrez-le ici.',
    link_changed: 'Le fichier de ce lien a changé depuis son ouverture. Rechargez la page.',
    link_interrupted: 'Le site de ce lien a cessé d’envoyer le fichier. Réessayez.',
    engine_failed: 'Une erreur est survenue. Rechargez la page et réessayez.',
    engine_not_loaded:
      'Le code qui découpe les fichiers n’a pas pu être chargé. Vérifiez votre connexion, rechargez la page et ouvrez à nouveau le fichier.',
    engine_ended:
      'Le navigateur a mis fin au découpage, peut-être faute de mémoire. Réessayez, ou choisissez un passage plus court ou un autre format.',
    engine_stuck:
      'Rien n’a bougé pendant une minute, le découpage a donc été arrêté. Un codec de ce navigateur est peut-être bloqué. Réessayez. Un autre format ou un autre navigateur peut convenir.',
  },
}
