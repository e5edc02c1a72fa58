/** An opaque word by which YouTube knows a visitor without an account. */
export const VISITOR_DATA = 'CgtzdGFuZGluMTIzNCjo'

export const PLAYER_SCRIPT_PATH = '/s/player/deadbe01/player_ias.vflset/en_US/base.js'

const SIGNATURE_TIMESTAMP = 20_777
const WEB_CLIENT_VERSION = '2.20260708.00.00'

/** What pages set up their scripts with; yt-dlp reads its client's version and the visitor from it. */
export const CLIENT_CONFIG = {
  INNERTUBE_API_KEY: 'AIzaSyStandInStandInStandInStandInStand',
  INNERTUBE_API_VERSION: 'v1',
  INNERTUBE_CLIENT_NAME: 'WEB',
  INNERTUBE_CLIENT_VERSION: WEB_CLIENT_VERSION,
  INNERTUBE_CONTEXT_CLIENT_NAME: 1,
  INNERTUBE_CONTEXT: {
    client: {
      hl: 'en',
      gl: 'US',
      clientName: 'WEB',
      clientVersion: WEB_CLIENT_VERSION,
      visitorData: VISITOR_DATA,
      userAgent: 'Mozilla/5.0,gzip(gfe)',
      osName: 'X11',
      platform: 'DESKTOP',
      timeZone: 'UTC',
    },
  },
  PLAYER_JS_URL: PLAYER_SCRIPT_PATH,
  STS: SIGNATURE_TIMESTAMP,
  VISITOR_DATA,
  LOGGED_IN: false,
  HL: 'en',
  GL: 'US',
} as const

/** The player's script holds no challenge here, only the number by which yt-dlp dates it. */
export const PLAYER_SCRIPT = `var _yt_player={};(function(g){g.x=function(){return{signatureTimestamp:${SIGNATURE_TIMESTAMP},cver:"1"}};})(_yt_player);\n`
