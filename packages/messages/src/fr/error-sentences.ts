import type { Wording } from '../wording.ts'

type English = typeof import('../en/error-sentences.ts')

const highQuality =
  'Les téléchargements en haute qualité sont inclus dans le forfait Pro. Sans lui, vous pouvez télécharger en 360p et en audio.'
const notInOnePiece = 'Cette requête a posé problème. Rechargez la page et réessayez.'

export const errorSentences: Wording<English['errorSentences']> = {
  invalid_link: 'Collez un lien YouTube valide.',
  youtube_clip: 'C’est un clip YouTube. Collez le lien de la vidéo dont il est tiré.',
  youtube_playlist: 'Ce lien mène à une playlist. Collez le lien de l’une de ses vidéos.',
  youtube_page: 'Ce lien mène à une chaîne ou à une autre page de YouTube. Collez le lien d’une vidéo.',
  invalid_request: notInOnePiece,
  invalid_trim: 'Le début et la fin doivent être dans la vidéo, à au moins une seconde d’écart.',
  range_too_long: 'Les formats GIF et WebP sont limités à 15\u00a0secondes. Choisissez un extrait plus court.',
  unknown_quality: 'Cette qualité n’existe pas.',
  body_too_large: 'C’est trop volumineux pour être envoyé.',
  not_json: notInOnePiece,
  wrong_origin: 'La requête vient d’un autre site.',
  unknown_host: 'Rien ne peut être modifié à cette adresse. L’exploitant du serveur doit la déclarer dans PUBLIC_URL.',
  not_found: 'Cet élément n’est plus disponible.',
  not_signed_in: 'Connectez-vous.',
  accounts_only: 'Ce serveur est réservé aux personnes qui ont un compte. Connectez-vous.',
  invitation_needed: 'Sur ce serveur, les comptes sont créés sur invitation seulement.',
  not_by_key: 'Une clé d’API ne permet pas de faire cela. Connectez-vous.',
  oidc_denied: 'Votre fournisseur d’identité ne vous a pas connecté, ou vous avez annulé. Vous pouvez réessayer.',
  oidc_invalid: 'Cette connexion a expiré ou n’a pas pu être vérifiée. Recommencez.',
  oidc_unavailable: 'Le fournisseur d’identité ne répond pas. Réessayez dans quelques minutes.',
  oidc_email_unverified:
    'Votre fournisseur d’identité n’a pas vérifié votre adresse e-mail. Vérifiez-la chez lui, puis reconnectez-vous.',
  oidc_sign_up_off: 'Aucun compte n’a cette adresse e-mail. Demandez-en un aux personnes qui gèrent ce serveur.',
  local_sign_in_off: 'Ce serveur n’utilise pas de mots de passe. Connectez-vous avec le fournisseur d’identité.',
  recent_sign_in_needed: 'Reconnectez-vous pour confirmer que c’est vous.',
  needs_admin: 'Cette page est réservée aux admins.',
  wrong_credentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
  account_suspended: 'Ce compte est suspendu.',
  email_taken: 'Un compte existe déjà avec cette adresse e-mail.',
  password_too_short: 'Le mot de passe doit contenir au moins 6 caractères',
  invalid_token: 'Ce code de réinitialisation n’est plus valide. Demandez-en un nouveau.',
  second_factor_needed: 'Saisissez le code de votre application d’authentification.',
  wrong_code: 'Ce code est incorrect. Saisissez celui que votre application affiche maintenant.',
  second_factor_unreadable:
    'Ce serveur ne peut plus vérifier vos codes, car son secret a été changé. Demandez à son exploitant de rétablir le précédent.',
  needs_second_factor:
    'Les admins de ce serveur doivent utiliser la double authentification. Activez-la dans vos paramètres.',
  invalid_confirmation: 'Ce lien n’est plus valide. Demandez-en un nouveau.',
  wrong_password: 'Le mot de passe actuel est incorrect.',
  last_admin: 'Le dernier admin ne peut pas être rétrogradé, suspendu ni supprimé.',
  admin_protected: 'Les admins ne peuvent pas être supprimés.',
  job_not_open: 'L’état de cette tâche ne le permet pas.',
  unknown_amount: 'Aucun forfait n’a ce prix.',
  plan_owned: 'Ce compte a déjà un forfait sans fin. Il n’y a plus rien à acheter.',
  unverified_notice: 'Cet événement ne vient pas du prestataire de paiement.',
  pro_feature: 'Plusieurs extraits et les lots sont inclus dans Pro.',
  clip_too_long: 'Ce serveur ne coupe pas de clips aussi longs. Choisissez un extrait plus court.',
  sharing_off: 'Ce serveur ne permet pas de partager des clips par un lien public.',
  payment_pending: 'Le paiement n’est pas encore terminé.',
  payment_not_approved: 'Ce paiement n’a pas encore été approuvé.',
  payment_failed: 'Un problème est survenu pendant le paiement. Réessayez.',
  not_set_up: 'Ce serveur n’est pas encore configuré pour cela.',
  needs_account: highQuality,
  needs_pro: highQuality,
  daily_limit: 'Limite quotidienne atteinte',
  monthly_limit: 'Limite mensuelle atteinte',
  too_many_requests: 'Trop de requêtes. Patientez un instant et réessayez.',
  video_private: 'Cette vidéo est privée.',
  video_removed: 'Cette vidéo n’est plus disponible.',
  video_region_blocked: 'Cette vidéo n’est pas disponible dans votre région. Essayez une autre vidéo.',
  video_age_restricted:
    'Cette vidéo est soumise à une limite d’âge. Sa plateforme ne la montre qu’avec un compte connecté.',
  video_members_only: 'Cette vidéo est réservée aux membres de la chaîne.',
  video_paid: 'Cette vidéo est réservée aux personnes qui paient pour la voir sur sa plateforme.',
  video_live: 'Cette vidéo est en direct. Vous pourrez la découper à la fin du direct.',
  live_gone: 'La source ne propose plus cette partie du direct. Rouvrez le lien et choisissez une partie plus récente.',
  video_upcoming: 'Cette vidéo n’a pas encore commencé. Vous pourrez la découper après sa publication.',
  video_ended: 'Ce direct est terminé, et sa plateforme n’en propose pas encore d’enregistrement. Réessayez plus tard.',
  video_too_long: 'Cette vidéo dure plus de sept jours.',
  video_blocked:
    'Cette vidéo ne peut pas être téléchargée à cause de restrictions de YouTube. Essayez une autre vidéo.',
  link_blocked: 'Cette vidéo est bloquée sur ce serveur en raison des droits d’auteur ou de son contenu.',
  source_off: 'Les vidéos de cette source sont désactivées sur ce serveur.',
  source_bot_check: 'YouTube demande à ce serveur de prouver qu’il n’est pas un robot. Réessayez plus tard.',
  source_rate_limited: 'YouTube limite les requêtes de ce serveur. Réessayez plus tard.',
  source_failed: 'La vidéo n’a pas pu être lue depuis sa source. Réessayez.',
  source_timeout: 'La source n’a pas répondu à temps. Réessayez.',
  resolver_missing:
    'Ce serveur ne peut pas encore ouvrir les liens YouTube\u202f: son outil de téléchargement manque. Vous pouvez quand même essayer l’exemple.',
  not_media: 'Ce lien ne mène ni à une vidéo ni à de l’audio.',
  unsupported_media: 'Ce type de vidéo ou d’audio ne peut pas encore être découpé.',
  no_byte_ranges:
    'Le serveur de ce fichier ne l’envoie qu’en entier. Pour le découper, il doit répondre aux requêtes Range.',
  broken_media: 'Le fichier derrière ce lien est endommagé.',
  unfinished_media: 'Le fichier derrière ce lien n’a pas été terminé\u202f: son index manque.',
  media_too_large: 'Ce clip serait trop volumineux. Choisissez un extrait plus court.',
  does_not_fit:
    'Ce clip ne tient pas dans la taille choisie. Choisissez un extrait plus court ou une taille plus grande.',
  quality_unavailable: 'Cette vidéo n’est pas disponible dans cette qualité.',
  not_ready: 'Le clip n’est pas encore prêt.',
  expired: 'Ce clip a expiré. Les fichiers sont supprimés dans les 24\u00a0heures.',
  cancelled: 'Le téléchargement a été annulé.',
  cut_failed: 'Impossible de télécharger la vidéo. Réessayez.',
  cut_timeout: 'La découpe a pris trop de temps et a été arrêtée. Essayez un extrait plus court.',
  clip_empty: 'Le fichier téléchargé est vide',
  begins_later:
    'L’enregistrement commence en cours de route\u202f: rien ne peut encore être affiché dans cet extrait. Choisissez-en un plus tard.',
  storage_full: 'Ce serveur n’a plus de place pour le moment. Réessayez plus tard.',
  busy: 'Ce serveur est très sollicité. Réessayez dans un instant.',
  internal: 'Un problème est survenu de notre côté. Réessayez.',
}

export const waitSentence = (wait: string): string => `Patientez ${wait} et réessayez.`

export const needsAccountSentence = 'Sur ce serveur, cette qualité demande un compte. Connectez-vous.'
