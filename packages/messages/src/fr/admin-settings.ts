import type { HealthWording } from '@kerf/domain/health/health-sentences'
import type * as english from '../en/admin-settings.ts'
import type { Wording } from '../wording.ts'

const emails = (amount: number): string => `${amount}\u00a0${amount < 2 ? 'e-mail' : 'e-mails'}`
const minutes = (amount: number): string => `${amount}\u00a0${amount < 2 ? 'minute' : 'minutes'}`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `\u202f: ${reason}.`)
const disagree = 'Recherchez ces commandes chez PayPal et remboursez ce qui a été payé sans forfait.'
const noWorker =
  'Démarrez-en un avec npm run worker, ou tout dans un seul processus avec npm start. Les tâches en attente ne sont pas perdues.'

/** Sentences about the health of a server, in French. */
export const healthSentences: HealthWording = {
  cutting_ok: 'On peut découper.',
  cutting_limited: 'On peut découper, avec des limites.',
  cutting_untested: 'Aucun problème n’est connu, mais tout n’a pas encore été testé.',
  cutting_stopped: 'Personne ne peut découper pour l’instant.',

  database_ok: 'La base de données fonctionne.',
  database_silent: 'La base de données ne répond pas. La raison se trouve dans le journal.',

  queue_ok: 'Les tâches sont traitées.',
  queue_no_workers: `Aucun worker ne fonctionne, donc rien n’est découpé. ${noWorker}`,
  queue_silent: 'La file des tâches ne répond pas. La raison se trouve dans le journal.',
  queue_slow: (waited) =>
    `La plus ancienne tâche de la file attend depuis ${minutes(waited)}. ` +
    'Si cette machine a des cœurs libres, augmentez WORKER_CONCURRENCY et redémarrez Kerf.',

  workers_ok: (running, concurrency) =>
    `${running} sur ${concurrency} ${concurrency < 2 ? 'worker' : 'workers'} en train de découper.`,
  workers_unknown: 'L’état des workers est inconnu\u202f: la file des tâches ne répond pas. Voir File des tâches.',
  workers_none: `Aucun worker ne fonctionne. ${noWorker}`,
  workers_idle: (idle) =>
    `Des tâches attendent, et aucun worker n’en a pris depuis ${minutes(idle)}. ` +
    'Cherchez «\u00a0trouble with the database\u00a0» dans le journal et redémarrez Kerf. Les tâches en attente ne sont pas perdues.',

  engine_ok: (version) => `La bibliothèque multimédia est chargée\u202f: ${version}.`,
  engine_confined: 'Ses processus et yt-dlp sont confinés par bubblewrap.',
  engine_unconfined:
    'bubblewrap ne fonctionne pas ici\u202f: yt-dlp n’est pas confiné, et les processus multimédias ne le sont que par les permissions de Node, qui ne retiennent pas le code natif.',
  engine_broken: (reason) =>
    `La bibliothèque multimédia ne peut pas être chargée, donc rien ne peut être découpé${reason === '' ? '' : ` (${reason})`}. ` +
    'Exécutez npm ci dans le dossier de Kerf avec la version de Node qui fait fonctionner Kerf, puis redémarrez-le.',
  engine_codecs_missing: (codecs) =>
    `Il manque des codecs à la bibliothèque multimédia, donc certains clips ne peuvent pas être découpés (${codecs}). Exécutez npm ci dans le dossier de Kerf, puis redémarrez Kerf.`,

  storage_ok: 'Il y a assez de place pour les clips.',
  storage_unreadable: 'Le dossier des clips est illisible. Vérifiez DATA_DIR.',
  storage_full: 'Le disque est plein, et les nouveaux téléchargements sont refusés. Libérez de la place.',
  storage_low:
    'Il reste moins de 2\u00a0Go. Libérez de la place, ou raccourcissez la conservation dans l’administration.',

  store_unreachable:
    'Le stockage de fichiers ne répond pas. Vérifiez qu’il fonctionne et que STORAGE_URL pointe vers lui.',
  store_denied:
    'Le stockage de fichiers a refusé les identifiants. Vérifiez AWS_ACCESS_KEY_ID et AWS_SECRET_ACCESS_KEY, et qu’ils permettent de lister, lire, écrire et supprimer dans le bucket.',
  store_no_bucket: 'Le bucket de STORAGE_URL n’existe pas. Créez-le ou corrigez son nom.',
  store_wrong_region:
    'Le bucket se trouve dans une autre région que celle de STORAGE_URL. Corrigez la région dans STORAGE_URL.',
  store_clock:
    'Les horloges de cette machine et du stockage de fichiers diffèrent trop. Réglez l’horloge de cette machine.',
  store_foreign:
    'STORAGE_URL pointe vers un emplacement qui contient les fichiers d’une autre installation, donc rien n’y est enregistré. Donnez à STORAGE_URL son propre préfixe.',
  store_refused: 'Le stockage de fichiers a refusé une requête. La raison se trouve dans le journal.',

  disk_ok: 'Il y a assez de place sur le disque.',
  disk_free: (free) =>
    `Il y a assez de place sur le disque\u202f: ${free} libres. Les nouveaux téléchargements ont besoin de 256\u00a0Mo.`,
  disk_unreadable:
    'Le répertoire de données est illisible. Vérifiez que DATA_DIR existe et appartient à l’utilisateur qui exécute Kerf.',
  disk_full: 'Le disque est plein, et les nouveaux téléchargements sont refusés.',
  disk_low: 'Il reste moins de 2\u00a0Go.',
  disk_advice:
    'Supprimez les clips expirés, raccourcissez la conservation dans les paramètres, ou déplacez DATA_DIR sur un disque plus grand.',

  sources_none:
    'Aucune source n’est activée, donc seul l’exemple peut être découpé. Activez-en une dans les paramètres.',
  sources_media: 'Les liens vers des fichiers multimédias peuvent être découpés. Les liens YouTube sont désactivés.',
  sources_media_still: 'Les liens vers des fichiers multimédias peuvent toujours être découpés.',

  resolver_ok: 'yt-dlp est prêt.',
  resolver_unneeded: 'Kerf interroge d’abord YouTube lui-même. yt-dlp n’est que la réserve.',
  resolver_answers: (step) => `YouTube répond par\u202f: ${step}.`,
  resolver_reserve: (version) => `yt-dlp ${version} est en réserve.`,
  resolver_unanswered: (cause) => `YouTube n’a pas répondu aux dernières demandes\u202f: ${cause}`,
  resolver_network: (cause) =>
    `Ce serveur n’atteint pas YouTube (${cause}). Vérifiez son réseau, son serveur de noms et OUTBOUND_PROXY.`,
  resolver_untested: 'YouTube n’a pas encore été interrogé.',
  resolver_held_back:
    'Sa dernière version ne fonctionne pas ici, donc la précédente sert jusqu’à ce qu’il en existe une plus récente.',
  sites_untested: (names) => `Pas encore interrogés\u202f: ${names}.`,
  sites_answer: (names) => `Ces sites répondent\u202f: ${names}.`,
  sites_unanswered: (name, cause) => `${name} n’a pas répondu aux dernières demandes\u202f: ${cause}`,
  resolver_off: 'Les liens YouTube sont désactivés. Voir les sources dans les paramètres de l’administration.',
  resolver_broken: 'Le yt-dlp installé ne fonctionne pas. Réinstallez-le.',
  resolver_no_folder: (folder) =>
    `yt-dlp ne peut pas s’exécuter\u202f: aucun dossier ne peut être créé dans ${folder}. Indiquez dans TMPDIR un dossier où Kerf peut écrire.`,
  resolver_known_broken: (version) =>
    `yt-dlp ${version} est connu pour ne plus fonctionner\u202f: YouTube ne lui répond plus.`,
  resolver_old_configured: 'Mettez à jour le programme indiqué par YTDLP_PATH.',
  resolver_passed_over: (version) =>
    `yt-dlp ${version} dans le PATH est connu pour ne plus fonctionner et n’est pas utilisé. Mettez-le à jour ou retirez-le.`,
  resolver_old_fetched:
    'Kerf n’a pas pu télécharger de version plus récente. Vérifiez que ce serveur peut joindre GitHub.',
  resolver_misnamed: 'YTDLP_PATH ne pointe pas vers un programme exécutable. Corrigez-la ou retirez-la.',
  resolver_missing: 'yt-dlp manque. Installez-le, ou définissez YTDLP_PATH.',
  resolver_fetching: 'yt-dlp est en cours de téléchargement.',
  resolver_unfetched:
    'yt-dlp n’a pas pu être téléchargé. Vérifiez que ce serveur peut joindre GitHub, installez yt-dlp, ou définissez YTDLP_PATH.',

  sweep_ok: 'Les fichiers expirés sont supprimés.',
  sweep_stale: 'Les fichiers expirés ne sont pas supprimés. La raison se trouve dans le journal.',

  mail_ok: (place) => `Les e-mails sont envoyés par le serveur de messagerie ${place}.`,
  mail_outbox: (place) =>
    `Les e-mails sont écrits comme fichiers dans ${place} et ne sont envoyés à personne. Définissez SMTP_URL pour les envoyer.`,
  mail_silent: 'La file des e-mails ne répond pas. La raison se trouve dans le journal.',
  mail_no_worker:
    'Les e-mails ne sont pas envoyés\u202f: aucun worker ne fonctionne, ou il vient de démarrer. Les e-mails en attente ne sont pas perdus.',
  mail_given_up: (lost, waiting, reason) =>
    `${emails(lost)} ${lost < 2 ? 'abandonné' : 'abandonnés'} dans la dernière heure, ${waiting} encore en attente${becauseOf(reason)}`,
  mail_waiting: (waiting, reason) =>
    `${emails(waiting)} en attente, le plus ancien depuis plus de dix minutes${becauseOf(reason)}`,
  mail_tried: (tried, reason) =>
    `${emails(tried)} pas encore ${tried < 2 ? 'accepté' : 'acceptés'} par le serveur de messagerie, nouvel essai à venir${becauseOf(reason)}`,
  mail_advice_server: (place) =>
    `Les e-mails sont envoyés par le serveur de messagerie ${place}. Vérifiez SMTP_URL et MAIL_FROM, et cherchez «\u00a0email not sent yet\u00a0» dans le journal.`,
  mail_advice_outbox: (place) =>
    `Les e-mails sont écrits comme fichiers dans ${place}. Vérifiez que DATA_DIR est accessible en écriture.`,

  address_ok: (origin) =>
    `Les cookies, les modifications, les plages d’octets et les flux d’événements passent par ${origin}.`,
  address_untested: 'Le chemin jusqu’au navigateur n’a pas encore été testé.',
  address_other: (origin, publicUrl) =>
    `Vous venez par ${origin}, mais Kerf n’accepte de modifications que de ${publicUrl}. Utilisez cette adresse, ou corrigez PUBLIC_URL.`,
  address_unnamed: (origin) =>
    `Kerf n’accepte aucune modification de ${origin}. Mettez cette adresse dans PUBLIC_URL et le nombre de proxys en amont dans TRUST_PROXY, puis redémarrez Kerf.`,
  address_no_cookie:
    'Un cookie n’est pas revenu, donc personne ne peut découper ni rester connecté. Le proxy doit laisser passer Set-Cookie et Cookie.',
  address_no_range:
    'Le proxy supprime Range, donc les lecteurs ne peuvent pas se déplacer et les téléchargements ne peuvent pas reprendre. Faites-lui laisser passer Range.',
  address_held_back:
    'Le proxy retient les réponses jusqu’à ce qu’elles soient complètes, donc les pages n’affichent aucune progression. Désactivez son tampon (nginx\u202f: proxy_buffering off).',
  address_no_visitors:
    'Kerf ne voit pas les adresses des visiteurs, donc tous comptent pour un seul. Mettez le nombre de proxys en amont dans TRUST_PROXY, et faites envoyer X-Forwarded-For par le premier.',

  updates_off: (version) =>
    `Ceci est la version ${version}. Kerf ne demande à personne s’il en existe une plus récente, sauf si UPDATES_FROM nomme un endroit à vous.`,
  updates_newest: (version) => `Ceci est la version ${version}. UPDATES_FROM n’en nomme pas de plus récente.`,
  updates_newer: (newest, version) => `La version ${newest} est disponible. Ceci est la version ${version}.`,
  updates_unknown: (version, reason) =>
    `Ceci est la version ${version}. La plus récente est inconnue, car UPDATES_FROM est illisible${becauseOf(reason)}`,

  sign_in_passwords: 'La connexion se fait par mot de passe. Aucun fournisseur d’identité n’est configuré.',
  sign_in_ok: (name) => `${name} répond\u202f: la connexion par ce fournisseur fonctionne.`,
  sign_in_down: (name, reason) =>
    `${name} est indisponible, donc personne ne peut se connecter par ce fournisseur${becauseOf(reason)} Vérifiez OIDC_ISSUER et cherchez «\u202ftrouble with the identity provider\u202f» dans le journal.`,

  payments_no_plans: 'Rien n’est vendu sur ce serveur.',
  payments_ok: (environment) => `Les forfaits peuvent être achetés (environnement ${environment}).`,
  payments_round: (last) => `Dernière vérification des commandes ouvertes\u202f: ${last}.`,
  payments_off:
    'Les forfaits ne peuvent être achetés qu’une fois saisis l’ID client et le secret client d’une application PayPal.',
  payments_unknown:
    'On ne sait pas si les forfaits peuvent être achetés\u202f: la base de données ne répond pas. Voir Base de données.',
  payments_secret_unreadable:
    'Les forfaits ne peuvent pas être achetés\u202f: le secret client enregistré appartient à un autre ID client, ou SESSION_SECRET a changé depuis. Saisissez à nouveau le secret client.',
  payments_secret_missing:
    'Les forfaits ne peuvent pas être achetés\u202f: le secret client manque. Saisissez-le, ou effacez l’ID client.',
  payments_refused: (environment) =>
    `PayPal a refusé l’ID client ou le secret client dans son environnement ${environment}. ` +
    'Saisissez-les à nouveau tous les deux depuis la même application du tableau de bord développeur de PayPal.',
  payments_unreachable: 'PayPal est injoignable. Vérifiez OUTBOUND_PROXY et PAYPAL_API_URL.',
  payments_no_webhook:
    'L’ID du webhook manque\u202f: les rétrofacturations passent inaperçues et les remboursements sont remarqués tard. Copiez-le depuis l’application PayPal.',
  payments_disagree: (orders) => `PayPal et ce serveur ne sont pas d’accord au sujet de ${orders}. ${disagree}`,
  payments_disagree_more: (orders) =>
    `PayPal et ce serveur ne sont pas d’accord au sujet de ${orders} et d’autres. ${disagree}`,
  payments_no_rounds:
    'Les commandes ouvertes ne sont pas vérifiées. Cherchez «\u00a0trouble with payments\u00a0» dans le journal.',
}

export const adminSettingsWords: Wording<typeof english.adminSettingsWords> = {
  settings: {
    failed: 'Impossible de charger les paramètres.',
    free: 'Forfait gratuit',
    freeMaxQuality: 'Meilleure qualité gratuite',
    freeMaxQualityNote:
      'La meilleure qualité que les comptes gratuits peuvent télécharger. La page de téléchargement s’y adapte.',
    freeDailyLimit: 'Limite quotidienne',
    freeDailyLimitNote: 'Téléchargements par jour pour un compte gratuit.',
    freeDailyLimitFault: (min, max) => `Saisissez un nombre entier de ${min} à ${max}.`,
    sale: {
      legend: 'Ce qui est vendu',
      modes: {
        off: {
          name: 'Rien',
          note: 'Tout le monde peut tout utiliser, dans les limites que vous fixez dans l’administration.',
        },
        on: {
          name: 'Des forfaits',
          note: 'Les visiteurs voient les forfaits et ce qu’ils coûtent, et paient par PayPal.',
        },
      },
      fromEnvironment: (variable) => `C’est ${variable} de l’environnement qui en décide.`,
    },
    limits: {
      legend: 'Limites',
      note: 'Pour tous sauf les admins. Laissez un champ vide s’il ne doit pas y avoir de limite.',
      strangerMaxQuality: 'Meilleure qualité sans compte',
      strangerDailyLimit: 'Téléchargements par jour sans compte',
      accountDailyLimit: 'Téléchargements par jour avec un compte',
      longestClip: 'Clip le plus long (minutes)',
      longestClipFault: (most) => `Saisissez un nombre de minutes de 1 à ${most}, ou laissez le champ vide.`,
    },
    overEnvironment: (variable, value) => `La valeur enregistrée ici remplace ${variable}=${value}.`,
    clips: 'Clips terminés',
    retentionHours: 'Conservation (heures)',
    retentionNote: (max) =>
      `La durée pendant laquelle les clips terminés sont gardés. Les visiteurs ont la promesse de ${max}\u00a0heures au plus. Une durée plus courte s’applique aussi aux clips existants.`,
    retentionFault: (min, max) => `Saisissez un nombre d’heures de ${min} à ${max}.`,
    sources: 'Sources autorisées',
    sourceNames: { youtube: 'Liens YouTube', media: 'Liens directs vers des fichiers multimédias' },
    sharing: 'Les clips peuvent être partagés par des liens publics et des adresses signées',
    sharingNote:
      'Le lien est créé par la personne qui a coupé le clip et se termine avec lui. Sans cela, les liens existants ne fonctionnent plus.',
    sourcesNote:
      'L’exemple intégré fonctionne toujours. Les clips en attente échouent quand leur source est désactivée.',
    payments: 'Paiements',
    portalNote: (webhook) =>
      `Les trois viennent d’une même application du tableau de bord développeur de PayPal, avec un webhook vers ${webhook} pour ces événements\u202f: ` +
      'Payment capture completed, pending, declined, denied, refunded et reversed, et Customer dispute resolved. ' +
      'Plus de détails sous Payments dans docs/operating.md.',
    portal: 'Ouvrir le tableau de bord PayPal',
    clientId: 'ID client pour les paiements',
    clientIdNote: 'Laissez ce champ vide pour désactiver les paiements.',
    clientIdFault: 'Un ID client ne contient que des lettres, des chiffres, des traits d’union et des tirets bas.',
    secret: 'Secret client',
    secretKnown: 'Enregistré. Laissez ce champ vide pour le garder. Il n’est jamais affiché.',
    secretUnknown: 'Non défini. Sans lui, les forfaits payants ne peuvent pas être achetés.',
    secretFault: 'Un secret ne contient pas d’espaces et 256\u00a0caractères au plus.',
    webhookId: 'ID du webhook',
    webhookIdNote: 'Sans lui, les remboursements sont remarqués tard et les rétrofacturations jamais.',
    webhookFault: 'Un ID de webhook contient 50 lettres et chiffres au plus.',
    environment: 'Environnement',
    environments: { sandbox: 'Sandbox (test)', production: 'En production' },
    admins: 'Administrateurs',
    secondFactor: 'Double authentification obligatoire pour les admins',
    secondFactorNote: 'Les admins qui ne l’ont pas ne peuvent pas ouvrir l’administration avant de l’avoir activée.',
    secondFactorWarning:
      'Votre propre compte ne l’a pas encore. Après l’enregistrement, vous ne pourrez plus ouvrir l’administration avant de l’avoir activée.',
    save: 'Enregistrer',
    saving: 'Enregistrement…',
    saved: 'Paramètres enregistrés',
    savedText: 'Ils s’appliquent dès maintenant.',
    invalid: 'Rien n’a été enregistré. Vérifiez les champs signalés.',
  },
  storage: {
    title: 'Stockage',
    cleanup: 'Supprimer les clips expirés',
    cleaning: 'Nettoyage…',
    cleaned: 'Nettoyage terminé',
    cleanedText: (files, formatted, size) =>
      files === 0
        ? 'Rien n’avait expiré.'
        : `${formatted} ${files < 2 ? 'fichier supprimé' : 'fichiers supprimés'}, ${size} de place en plus.`,
    view: 'Voir l’utilisation',
    hide: 'Masquer l’utilisation',
    failed: 'Impossible de charger l’utilisation.',
    used: 'Utilisé',
    clips: 'Clips terminés',
    clipsOf: (clips, formatted, size) =>
      clips === 0 ? 'aucun' : `${size} dans ${formatted} ${clips < 2 ? 'clip' : 'clips'}`,
    scratch: 'En cours de découpe',
    previews: 'Miniatures, formes d’onde',
    database: 'Base de données',
    largest: 'Plus gros clips',
    free: 'Libre sur le disque',
    oldest: 'Plus ancien clip',
    none: 'aucun',
    unknown: 'inconnu',
  },
  health: {
    title: 'Santé du système',
    again: 'Vérifier à nouveau',
    checking: 'Vérification…',
    failed: 'Impossible de charger la santé du système.',
    version: (version) => `Version\u202f: ${version}`,
    parts: {
      database: 'Base de données',
      queue: 'File des tâches',
      workers: 'Processus workers',
      engine: 'Bibliothèque multimédia',
      storage: 'Stockage de fichiers',
      disk: 'Disque',
      resolver: 'Téléchargeur YouTube',
      sweep: 'Nettoyage',
      mail: 'E-mails',
      signIn: 'Connexion',
      payments: 'Paiements',
      source: 'Source vidéo',
      address: 'Adresse',
      updates: 'Mises à jour',
    },
    facts: {
      queue: (waiting, running) => `${waiting} en attente, ${running} en cours de découpe`,
      oldest: (seconds) => `plus longue attente\u202f: ${seconds}\u00a0s`,
      disk: (free, total) => `${free} libres sur ${total}`,
      resolver: (version, days, formatted) => `Version ${version}, date de ${formatted} ${days < 2 ? 'jour' : 'jours'}`,
      step: (name, answered, failed) => `${name}\u202f: réponses ${answered}, échecs ${failed}`,
      sweep: (instant) => `Dernier passage\u202f: ${instant}`,
    },
    sentences: healthSentences,
    states: { ok: 'EN SERVICE', untested: 'NON TESTÉ', degraded: 'DÉGRADÉ', failing: 'EN PANNE', off: 'DÉSACTIVÉ' },
  },
  standing: {
    title: 'État des lieux',
    again: 'Tester à nouveau',
    testing: 'Test du chemin jusqu’au navigateur…',
    all: 'Toutes les parties',
  },
  processes: {
    title: 'Processus en cours',
    columns: {
      process: 'Processus',
      role: 'Rôle',
      version: 'Version',
      atWork: 'En découpe',
      since: 'Démarré',
      seen: 'Vu',
    },
    roles: { serve: 'Tout en un', web: 'Serveur web', worker: 'Worker' },
    processId: (id) => `Processus ${id}`,
    atWork: (running, concurrency) => `${running} sur ${concurrency}`,
    cutsNone: 'Ne découpe pas',
    unknown: 'Les processus en cours sont inconnus\u202f: la file des tâches ne répond pas.',
    notes: {
      all_in_one: 'Un seul processus fait tout\u202f: il affiche les pages et découpe les clips.',
      mixed_versions: 'Ces processus utilisent des versions différentes. C’est normal pendant une mise à jour.',
    },
  },
  messages: {
    title: 'Messages',
    label: 'Messages du formulaire de contact',
    columns: { message: 'Message', from: 'De', received: 'Reçu', status: 'État', actions: 'Action' },
    statuses: { new: 'NOUVEAU', answered: 'RÉPONDU' },
    priority: 'PRIORITAIRE',
    empty: 'Pas encore de messages.',
    failed: 'Impossible de charger les messages.',
    answered: 'Marquer comme répondu',
    reopen: 'Marquer comme nouveau',
    mark: (action, subject) => `${action}\u202f: ${subject}`,
    marked: 'Message mis à jour',
    reply: (email) => `Répondre à ${email}`,
  },
  subscribers: {
    title: 'Newsletter',
    write: 'Écrire à toutes les adresses confirmées',
    ask: 'Chaque adresse confirmée reçoit un e-mail. L’envoi ne peut pas être annulé.',
    queued: 'Newsletter mise en file',
    recipients: (amount, formatted) => `${formatted} ${amount < 2 ? 'destinataire' : 'destinataires'}`,
    label: 'Abonnements à la newsletter',
    columns: { email: 'Adresse e-mail', asked: 'Inscription', status: 'État' },
    confirmed: 'CONFIRMÉE',
    waiting: 'NON CONFIRMÉE',
    empty: 'Pas encore d’abonnements.',
    failed: 'Impossible de charger les abonnements.',
  },
  notices: {
    title: 'Signalements DMCA',
    label: 'Signalements DMCA',
    columns: { work: 'Œuvre et liens', from: 'De', received: 'Reçu', status: 'État', actions: 'Décision' },
    statuses: { open: 'OUVERT', blocked: 'BLOQUÉ', dismissed: 'REJETÉ' },
    empty: 'Pas encore de signalements.',
    failed: 'Impossible de charger les signalements.',
    reference: (reference) => `Référence ${reference}`,
    signed: (name) => `Signé ${name}`,
    block: 'Bloquer',
    dismiss: 'Rejeter',
    decide: (decision, work) => `${decision}\u202f: ${work}`,
    blockTitle: 'Bloquer les liens de ce signalement',
    blockText:
      'Ils seront refusés à partir de maintenant. Leurs tâches sont arrêtées et leurs clips supprimés. Les débloquer plus tard ne les rétablit pas.',
    blockConfirm: 'Bloquer les liens',
    blocked: 'Liens bloqués',
    blockedText: 'Ils sont refusés à partir de maintenant. Leurs clips ont été supprimés.',
    dismissed: 'Signalement rejeté',
    unblockable: (links) =>
      `Non bloqués\u202f: ${links}. Ces liens ne mènent pas à une vidéo que ce serveur peut traiter.`,
  },
  shares: {
    title: 'Clips partagés',
    label: 'Clips partagés',
    columns: {
      clip: 'Clip',
      owner: 'Propriétaire',
      shared: 'Partagé',
      ends: 'Fin',
      opened: 'Ouvert',
      actions: 'Action',
    },
    visitor: 'Un visiteur sans compte',
    empty: 'Aucun clip n’est partagé.',
    failed: 'Les clips partagés n’ont pas pu être chargés.',
    end: 'Reprendre',
    endOf: (title) => `Reprendre\u202f: ${title}`,
    ended: 'Lien repris',
  },
  blocklist: {
    title: 'Liste de blocage',
    label: 'Liens bloqués',
    columns: { link: 'Lien', kind: 'Genre', reason: 'Raison', since: 'Depuis', actions: 'Action' },
    kinds: { video: 'Vidéo', channel: 'Chaîne', domain: 'Domaine' },
    kindField: 'À bloquer',
    by: (name) => `par ${name}`,
    empty: 'Aucun lien n’est bloqué.',
    failed: 'Impossible de charger la liste de blocage.',
    linkFields: { video: 'Lien à bloquer', channel: 'Chaîne à bloquer', domain: 'Domaine à bloquer' },
    placeholders: {
      video: 'https://www.youtube.com/watch?v=…',
      channel: '@identifiant ou UC…',
      domain: 'exemple.org',
    },
    linkFaults: { video: 'Saisissez un lien.', channel: 'Saisissez une chaîne.', domain: 'Saisissez un domaine.' },
    unblockable: {
      sample: 'L’exemple est fourni avec ce serveur et ne peut pas être bloqué.',
      not_a_video:
        'Ce lien ne mène pas à une seule vidéo. Saisissez le lien d’une vidéo YouTube ou d’un fichier multimédia.',
      not_a_channel:
        'Ce n’est pas une chaîne YouTube. Saisissez son @identifiant, ou un lien qui contient /@ ou /channel/UC.',
      old_channel_name:
        'Les noms après /c/ et /user/ n’identifient pas une chaîne. Ouvrez la chaîne et copiez son @identifiant.',
      not_a_domain: 'Ce n’est pas un domaine. Saisissez-le sous la forme exemple.org.',
      too_wide: 'De nombreux domaines ont cette terminaison. Saisissez un domaine précis.',
    },
    reasonFault: 'Indiquez une raison, pour que d’autres la comprennent plus tard.',
    add: { video: 'Bloquer le lien', channel: 'Bloquer la chaîne', domain: 'Bloquer le domaine' },
    ask: (link) =>
      `À partir de maintenant, tout ce qui vient de ${link} est refusé. Les tâches sont arrêtées et les clips supprimés. Un déblocage ultérieur ne les rétablit pas.`,
    adding: 'Blocage…',
    added: { video: 'Lien bloqué', channel: 'Chaîne bloquée', domain: 'Domaine bloqué' },
    known: 'Déjà bloqué',
    knownText: (link) => `Le blocage de ${link} est maintenu. Sa raison a été remplacée.`,
    remove: 'Débloquer',
    removeOf: (link) => `Débloquer ${link}`,
    removed: { video: 'Lien débloqué', channel: 'Chaîne débloquée', domain: 'Domaine débloqué' },
  },
  audit: {
    label: 'Journal',
    columns: { when: 'Quand', who: 'Qui', what: 'Quoi', target: 'Cible' },
    empty: 'Pas encore d’entrées.',
    failed: 'Impossible de charger le journal.',
    nothingFound: 'Aucune entrée trouvée.',
    search: 'Rechercher dans le journal',
    searchPlaceholder: 'Nom, détail ou ID',
    everything: 'Tout',
    server: 'Serveur',
    deletedAccount: (id) => `Compte supprimé ${id}`,
    withoutAccount: (id) => `Sans compte\u202f: ${id}`,
    unnamed: {
      job: (id) => `Tâche ${id}`,
      notice: (id) => `Signalement ${id}`,
      block: (id) => `Blocage ${id}`,
      message: (id) => `Message ${id}`,
      invitation: (id) => `Invitation ${id}`,
    },
    actions: {
      admin_made: 'Admin nommé',
      user_updated: 'Compte modifié',
      user_deleted: 'Compte supprimé',
      users_exported: 'Comptes exportés',
      job_retried: 'Tâche remise en file',
      job_cancelled: 'Tâche annulée',
      job_file_opened: 'Clip ouvert',
      clip_shared: 'Clip partagé',
      share_ended: 'Clip partagé repris',
      settings_changed: 'Paramètres modifiés',
      invitation_made: 'Invitation créée',
      invitation_revoked: 'Invitation révoquée',
      invitation_used: 'Invitation utilisée',
      cleanup_run: 'Nettoyage effectué',
      message_marked: 'Message marqué',
      newsletter_exported: 'Abonnements exportés',
      newsletter_sent: 'Newsletter envoyée',
      notice_decided: 'Décision sur un signalement',
      link_blocked: 'Lien bloqué',
      link_unblocked: 'Lien débloqué',
    },
  },
}
