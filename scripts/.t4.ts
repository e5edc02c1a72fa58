import { exportMessages } from './messages/export-messages.ts'
import { importMessages } from './messages/import-messages.ts'
import fs from 'node:fs'
const root='/work/w/translators/copy', f='/work/w/translators/arb'
fs.rmSync(f,{recursive:true,force:true})
console.log(exportMessages(root,f,[]))
for (const l of ['pl','pt-BR','ar']) {
 const b=JSON.parse(fs.readFileSync(f+'/en.arb','utf8')); b['@@locale']=l.replace('-','_')
 if(l==='pl') for(const k of Object.keys(b)) if(!k.startsWith('@')) b[k]=b[k].replace(/one \{([^{}]*)\} other \{((?:[^{}]|\{[^{}]*\})*)\}/g,'one {$1!} few {$2 few} many {$2 many} other {$2}')
 fs.writeFileSync(`${f}/${l}.arb`,JSON.stringify(b,null,2))
 const r=importMessages(root,f,l); console.log(r.lines, r.paths.length)
}
