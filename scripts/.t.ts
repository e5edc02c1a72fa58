import { readCatalog } from './messages/catalog.ts'
import { printIcu, parseIcu } from './messages/icu.ts'
const en = readCatalog('/work/main','en',null)
for (const l of ['en','de','es','fr','ja']) { const c = l==='en'?en:readCatalog('/work/main',l,en); console.log('=====',l,c.messages.size,c.leftOut)
 for(const [k,m] of c.messages) { const t=printIcu(m.pattern); if(printIcu(parseIcu(t))!==t) console.log('ICU!',k,t); if(!en.messages.has(k)) console.log('unknown',k); if(t.includes(',')&&/, (plural|select),/.test(t)||[...m.codes].some(([n,c])=>c.source!=='$$'+n)) console.log(k,'=',t, [...m.codes].filter(([n,c])=>c.source!=='$$'+n).map(([n,c])=>`${n}:${c.source}`).join(' | ')) }
 for(const k of en.messages.keys()) if(!c.messages.has(k)) console.log('missing',k) }
