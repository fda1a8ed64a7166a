(()=>{var zf=`<div id="app">
  <header>
    <button id="parts" aria-pressed="false" title="List of parts">☰</button>
    <h1 id="title"></h1>
    <label>Colour <select id="colour"><option value="body">by body</option><option value="force">by force</option></select></label>
    <button id="fit" title="Fit the view (F)">Fit</button>
    <button id="cut" aria-pressed="false" title="Cut it open across x, y, z (C)">Cut</button>
    <button id="glass" aria-pressed="false" title="Bodies like glass (G)">Glass</button>
    <button id="films" aria-pressed="true" title="Show films of oil and faces that touch (O)">Films</button>
    <button id="joints" aria-pressed="true" title="Show joints (J)">Joints</button>
    <button id="frames" aria-pressed="false" title="Show frames (X)">Frames</button>
    <button id="names" aria-pressed="false" title="Show names (M)">Names</button>
    <button id="arrows" aria-pressed="false" title="Show forces (A)">Forces</button>
    <button id="follow" aria-pressed="false" title="The camera goes with the selected body (V)">Follow</button>
    <button id="distance" aria-pressed="false" title="Measure a distance between two points (D)">Distance</button>
    <button id="record" title="Save a video or pictures (R)">Record</button>
    <button id="theme" title="Light or dark (T)">◐</button>
    <button id="help" title="Keys (?)">?</button>
  </header>
  <aside id="left">
    <input id="filter" type="search" placeholder="Filter by name" aria-label="Filter the list by name">
    <ul id="tree" role="tree"></ul>
  </aside>
  <main id="stage">
    <canvas id="canvas" tabindex="0" aria-label="3D view"></canvas>
    <div id="facts"></div>
    <div id="legend" hidden></div>
    <div id="note" hidden></div>
  </main>
  <aside id="right">
    <section id="inspector"></section>
    <section id="plots"></section>
  </aside>
  <footer>
    <button id="play" title="Play or pause (space)">▶</button>
    <button id="loop" aria-pressed="true" title="Loop (L)">↻</button>
    <input id="scrub" type="range" min="0" max="1" step="any" value="0" aria-label="Time">
    <output id="time"></output>
    <button id="marker" aria-pressed="false" title="Set a second cursor here, or remove it (K); shift and a click into a plot set it there">Mark</button>
    <label>Speed <select id="speed"></select></label>
    <label id="mode-label">Mode <select id="mode"></select></label>
    <label title="Draws the motion since the start so many times as large">Exaggerate <input id="exaggerate" type="range" min="0" max="3" step="0.05" value="0" aria-label="How many times the motion is drawn"><output id="factor">1 ×</output></label>
    <span id="arrow-settings" hidden>
      <label>Arrows of <select id="arrows-of"><option value="all">all</option></select></label>
      <input id="scale" type="range" min="-2" max="2" step="0.1" value="0" title="Length of the arrows" aria-label="Length of the arrows">
    </span>
  </footer>
  <dialog id="keys">
    <h2>Keys</h2>
    <dl>
      <dt>space</dt><dd>play, pause</dd>
      <dt>← →</dt><dd>one frame back, forward; with shift ten</dd>
      <dt>home end</dt><dd>to the start, to the end</dd>
      <dt>[ ]</dt><dd>slower, faster</dd>
      <dt>L</dt><dd>loop</dd>
      <dt>F</dt><dd>fit the view; 1, 2, 3 look along x, y, z</dd>
      <dt>, . ↑ ↓</dt><dd>go around it, over it, under it</dd>
      <dt>+ −</dt><dd>nearer, farther</dd>
      <dt>J X A O M</dt><dd>joints, frames, forces, films of oil, names</dd>
      <dt>C G</dt><dd>cut it open across x, y, z; bodies like glass</dd>
      <dt>K</dt><dd>second cursor at this time; shift and a click into a plot set it there</dd>
      <dt>V D</dt><dd>follow the selected body; measure a distance between two points</dd>
      <dt>R</dt><dd>save a video or pictures</dd>
      <dt>N P</dt><dd>next and previous mode</dd>
      <dt>H I U</dt><dd>hide the selected, isolate it, show all</dd>
      <dt>T</dt><dd>light or dark</dd>
      <dt>esc</dt><dd>select nothing</dd>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>
  <dialog id="recording">
    <h2>Record</h2>
    <p class="soft">One pass at the chosen speed, as the scene is shown now.</p>
    <p><label>As <select id="record-as"><option value="video">WebM video</option><option value="pictures">PNG pictures in a ZIP archive</option></select></label></p>
    <p><label>Pictures in a second <input id="record-rate" type="number" min="1" max="60" value="30"></label></p>
    <p><progress id="record-progress" max="1" value="0"></progress></p>
    <button id="record-start">Save</button> <button id="record-stop">Close</button>
  </dialog>
</div>
`;async function Hf(){let i=document.getElementById("halfshaft-data");if(i)return JSON.parse(i.textContent).map(e=>new tu(e));let t=Number(document.querySelector("meta[name=halfshaft-runs]").content);return Promise.all(Array.from({length:t},(e,n)=>Qh.open(n)))}async function jh(i){let t=await fetch(i);if(!t.ok)throw new Error(`${i}: ${t.status}`);return t}var $a=class{place(t){return this.places??=new Map(this.head.channels.map((e,n)=>[e.name,n])),this.places.get(t)}},Qh=class i extends $a{static async open(t){let e=new i;return e.base=`data/${t}`,e.head=await(await jh(`${e.base}/head.json`)).json(),e.motion=new Nr(await(await jh(`${e.base}/motion`)).arrayBuffer()),e}async column(t,{from:e=-1/0,to:n=1/0,points:s=3e3,even:r=!1}={}){let o=new URLSearchParams({points:s});Number.isFinite(e)&&o.set("from",e),Number.isFinite(n)&&o.set("to",n),r&&o.set("even",1);let a=await jh(`${this.base}/column/${t}?${o}`);return Vf(new Float64Array(await a.arrayBuffer()))}},tu=class extends $a{constructor({head:t,motion:e,columns:n,even:s}){super(),this.head=t,this.motion=new Nr(ls(e).buffer),this.columns=n,this.even=s}async column(t,{from:e=-1/0,to:n=1/0,even:s=!1}={}){let r=(s?this.even:this.columns)[t];if(!r)return[[],[]];let[o,a]=Vf(new Float32Array(ls(r).buffer)),c=Array.from(o.keys()).filter(l=>o[l]>=e&&o[l]<=n);return[c.map(l=>o[l]),c.map(l=>a[l])]}};function Vf(i){let t=i.length/2;return[i.slice(0,t),i.slice(t)]}function ls(i){return Uint8Array.from(atob(i),t=>t.charCodeAt(0))}var Nr=class{constructor(t){this.buffer=t;let[e,n,s,r]=new Uint32Array(t,0,4),o=16,a=(c,l)=>{let h=new c(t,o,l);return o+=h.byteLength,h};this.frames=e,this.bodies=n,this.time=a(Float64Array,e),this.poses=a(Float32Array,n*e*7),this.items=a(Uint32Array,s),this.loads=a(Float32Array,s*e*9),this.films=a(Uint32Array,r),this.states=a(Float32Array,r*e*3)}get begin(){return this.time[0]}get end(){return this.time[this.frames-1]}place(t){let e=0,n=this.frames-1;if(t>=this.time[n])return[n,0];for(;n-e>1;){let r=e+n>>1;this.time[r]<=t?e=r:n=r}let s=this.time[n]-this.time[e];return[e,s>0?Math.max(0,(t-this.time[e])/s):0]}pose(t,[e,n],s=new Float64Array(7)){let r=(t*this.frames+e)*7,o=n>0?r+7:r;for(let h=0;h<3;h++)s[h]=this.poses[r+h]+n*(this.poses[o+h]-this.poses[r+h]);let a=0;for(let h=3;h<7;h++)a+=this.poses[r+h]*this.poses[o+h];let c=a<0?-1:1,l=0;for(let h=3;h<7;h++)s[h]=(1-n)*this.poses[r+h]+n*c*this.poses[o+h],l+=s[h]*s[h];for(let h=3;h<7;h++)s[h]/=Math.sqrt(l);return s}load(t,e,n=new Float64Array(9)){return this.between(this.loads,9,t,e,n)}film(t,e,n=new Float64Array(3)){return this.between(this.states,3,t,e,n)}between(t,e,n,[s,r],o){let a=(n*this.frames+s)*e,c=r>0?a+e:a;for(let l=0;l<e;l++)o[l]=t[a+l]+r*(t[c+l]-t[a+l]);return o}},Za=class{constructor(t){this.motion=t,this.factor=1,this.begin=new Float64Array(7)}pose(t,e,n){if(this.motion.pose(t,e,n),this.factor===1)return n;let s=this.motion.pose(t,[0,0],this.begin);for(let u=0;u<3;u++)n[u]=s[u]+this.factor*(n[u]-s[u]);let[r,o,a,c]=Ja(n.subarray(3),[s[3],-s[4],-s[5],-s[6]]),l=Math.atan2(Math.hypot(o,a,c),Math.abs(r)),h=Math.hypot(o,a,c)*(r<0?-1:1),d=h===0?0:2*l*this.factor/h;return n.set(Ja(eu([d*o,d*a,d*c]),s.subarray(3)),3),n}};function eu([i,t,e]){let n=Math.hypot(i,t,e),s=n===0?.5:Math.sin(n/2)/n;return[Math.cos(n/2),s*i,s*t,s*e]}function Ja([i,t,e,n],[s,r,o,a]){return[i*s-t*r-e*o-n*a,i*r+t*s+e*a-n*o,i*o-t*a+e*s+n*r,i*a+t*o-e*r+n*s]}var js=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100],Ka=class{constructor(t){this.motion=t,this.time=t.begin,this.playing=!1,this.loop=!0;let e=t.end-t.begin;this.speed=js.find(n=>n>=e/12)??js.at(-1),this.listeners=[],this.marker=null}on(t){this.listeners.push(t)}tell(){for(let t of this.listeners)t(this)}toggle(){this.playing=!this.playing&&this.motion.frames>1,this.playing&&this.time>=this.motion.end&&(this.time=this.motion.begin),this.last=void 0,this.tell()}pause(){this.playing=!1,this.tell()}seek(t){this.time=Math.min(Math.max(t,this.motion.begin),this.motion.end),this.tell()}mark(t=null){this.marker=t,this.tell()}step(t){this.playing=!1;let[e]=this.motion.place(this.time),n=Math.min(Math.max(e+t,0),this.motion.frames-1);this.seek(this.motion.time[n])}faster(t){let e=js.indexOf(this.speed);this.speed=js[Math.min(Math.max(e+t,0),js.length-1)],this.tell()}tick(t){if(!this.playing)return;let e=this.last===void 0?0:(t-this.last)/1e3;this.last=t;let{begin:n,end:s}=this.motion,r=this.time+e*this.speed;r>s&&(this.loop?r=n+(r-n)%(s-n||1):(r=s,this.playing=!1)),this.time=r,this.tell()}};/**
 * @license
 * Copyright 2010-2026 Three.js Authors
 * SPDX-License-Identifier: MIT
 */var Vs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Gs={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Mp=0,Du=1,bp=2;var xa=1,wp=2,co=3,ji=0,Ln=1,jn=2,lr=0,ho=1,Nu=2,Uu=3,Fu=4,Ep=5;var cr=100,Tp=101,Ap=102,Rp=103,Cp=104,Pp=200,Ip=201,Lp=202,Dp=203,Ou=204,Bu=205,Np=206,Up=207,Fp=208,Op=209,Bp=210,kp=211,zp=212,Hp=213,Vp=214,Rl=0,Cl=1,Pl=2,to=3,Il=4,Ll=5,Dl=6,Nl=7,ku=0,Gp=1,Wp=2,Qi=0,zu=1,Hu=2,Vu=3,Gu=4,Wu=5,Xu=6,qu=7;var Yu=300,hr=301,uo=302,lc=303,cc=304,Ul=1e3,Yi=1001,Fl=1002,Rn=1003,Xp=1004;var ya=1005;var Yn=1006,hc=1007;var _s=1008;var Qn=1009,$u=1010,Zu=1011,fo=1012,uc=1013,Ii=1014,Li=1015,Di=1016,dc=1017,fc=1018,ur=1020,Ju=35902,Ku=35899,ju=1021,Qu=1022,Ni=1023,ms=1026,xs=1027,td=1028,pc=1029,Ws=1030,mc=1031;var gc=1033,va=33776,Sa=33777,Ma=33778,ba=33779,_c=35840,xc=35841,yc=35842,vc=35843,Sc=36196,Mc=37492,bc=37496,wc=37488,Ec=37489,wa=37490,Tc=37491,Ac=37808,Rc=37809,Cc=37810,Pc=37811,Ic=37812,Lc=37813,Dc=37814,Nc=37815,Uc=37816,Fc=37817,Oc=37818,Bc=37819,kc=37820,zc=37821,Hc=36492,Vc=36494,Gc=36495,Wc=36283,Xc=36284,Ea=36285,qc=36286;var qo=2300,Ol=2301,Tl=2302,Eu=2303,Tu=2400,Au=2401,Ru=2402;var qp=3200;var Yc=0,Yp=1,ys="",In="srgb",Yo="srgb-linear",$o="linear",Te="srgb";var Al=7680,ed=7681;var nd=34055,id=34056;var sd=517;var $c=519,$p=512,Zp=513,Jp=514,rd=515,Kp=516,jp=517,od=518,ad=519,ld=35044;var cd="300 es",gi=2e3,eo=2001;function n_(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function i_(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Zo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Qp(){let i=Zo("canvas");return i.style.display="block",i}var Gf={},no=null;function Jo(...i){let t="THREE."+i.shift();no?no("log",t,...i):console.log(t,...i)}function tm(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function $t(...i){i=tm(i);let t="THREE."+i.shift();if(no)no("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function te(...i){i=tm(i);let t="THREE."+i.shift();if(no)no("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function Wo(...i){let t=i.join(" ");t in Gf||(Gf[t]=!0,$t(...i))}function em(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var nm={[Rl]:Rl,[Pl]:Dl,[Il]:Il,[to]:Ll,[Cl]:Cl,[Dl]:Pl,[Nl]:Nl,[Ll]:to},Ai=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Nn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Wf=1234567,jr=Math.PI/180,io=180/Math.PI;function Xs(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Nn[i&255]+Nn[i>>8&255]+Nn[i>>16&255]+Nn[i>>24&255]+"-"+Nn[t&255]+Nn[t>>8&255]+"-"+Nn[t>>16&15|64]+Nn[t>>24&255]+"-"+Nn[e&63|128]+Nn[e>>8&255]+"-"+Nn[e>>16&255]+Nn[e>>24&255]+Nn[n&255]+Nn[n>>8&255]+Nn[n>>16&255]+Nn[n>>24&255]).toLowerCase()}function de(i,t,e){return Math.max(t,Math.min(e,i))}function hd(i,t){return(i%t+t)%t}function s_(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function r_(i,t,e){return i!==t?(e-i)/(t-i):0}function Xo(i,t,e){return(1-e)*i+e*t}function o_(i,t,e,n){return Xo(i,t,1-Math.exp(-e*n))}function a_(i,t=1){return t-Math.abs(hd(i,t*2)-t)}function l_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function c_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function h_(i,t){return i+Math.floor(Math.random()*(t-i+1))}function u_(i,t){return i+Math.random()*(t-i)}function d_(i){return i*(.5-Math.random())}function f_(i){i!==void 0&&(Wf=i);let t=Wf+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function p_(i){return i*jr}function m_(i){return i*io}function g_(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function __(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function ud(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function x_(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),c=o(e/2),l=r((t+n)/2),h=o((t+n)/2),d=r((t-n)/2),u=o((t-n)/2),f=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*h,c*d,c*u,a*l);break;case"YZY":i.set(c*u,a*h,c*d,a*l);break;case"ZXZ":i.set(c*d,c*u,a*h,a*l);break;case"XZX":i.set(a*h,c*g,c*f,a*l);break;case"YXY":i.set(c*f,a*h,c*g,a*l);break;case"ZYZ":i.set(c*g,c*f,a*h,a*l);break;default:$t("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Zc(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function dd(i,t){if(t.constructor===Float32Array)return i;let e=Zc(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function fd(i,t){if(t.constructor===Float32Array)return i;let e=Zc(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var pd={DEG2RAD:jr,RAD2DEG:io,generateUUID:Xs,clamp:de,euclideanModulo:hd,mapLinear:s_,inverseLerp:r_,lerp:Xo,damp:o_,pingpong:a_,smoothstep:l_,smootherstep:c_,randInt:h_,randFloat:u_,randFloatSpread:d_,seededRandom:f_,degToRad:p_,radToDeg:m_,isPowerOfTwo:g_,ceilPowerOfTwo:__,floorPowerOfTwo:ud,setQuaternionFromProperEuler:x_,normalize:fd,denormalize:dd},Ut=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ze=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let c=n[s+0],l=n[s+1],h=n[s+2],d=n[s+3],u=r[o+0],f=r[o+1],g=r[o+2],v=r[o+3];if(d!==v||c!==u||l!==f||h!==g){let p=c*u+l*f+h*g+d*v;p<0&&(u=-u,f=-f,g=-g,v=-v,p=-p);let m=1-a;if(p<.9995){let x=Math.acos(p),R=Math.sin(x);m=Math.sin(m*x)/R,a=Math.sin(a*x)/R,c=c*m+u*a,l=l*m+f*a,h=h*m+g*a,d=d*m+v*a}else{c=c*m+u*a,l=l*m+f*a,h=h*m+g*a,d=d*m+v*a;let x=1/Math.sqrt(c*c+l*l+h*h+d*d);c*=x,l*=x,h*=x,d*=x}}t[e]=c,t[e+1]=l,t[e+2]=h,t[e+3]=d}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],c=n[s+1],l=n[s+2],h=n[s+3],d=r[o],u=r[o+1],f=r[o+2],g=r[o+3];return t[e]=a*g+h*d+c*f-l*u,t[e+1]=c*g+h*u+l*d-a*f,t[e+2]=l*g+h*f+a*u-c*d,t[e+3]=h*g-a*d-c*u-l*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,c=Math.sin,l=a(n/2),h=a(s/2),d=a(r/2),u=c(n/2),f=c(s/2),g=c(r/2);switch(o){case"XYZ":this._x=u*h*d+l*f*g,this._y=l*f*d-u*h*g,this._z=l*h*g+u*f*d,this._w=l*h*d-u*f*g;break;case"YXZ":this._x=u*h*d+l*f*g,this._y=l*f*d-u*h*g,this._z=l*h*g-u*f*d,this._w=l*h*d+u*f*g;break;case"ZXY":this._x=u*h*d-l*f*g,this._y=l*f*d+u*h*g,this._z=l*h*g+u*f*d,this._w=l*h*d-u*f*g;break;case"ZYX":this._x=u*h*d-l*f*g,this._y=l*f*d+u*h*g,this._z=l*h*g-u*f*d,this._w=l*h*d+u*f*g;break;case"YZX":this._x=u*h*d+l*f*g,this._y=l*f*d+u*h*g,this._z=l*h*g-u*f*d,this._w=l*h*d-u*f*g;break;case"XZY":this._x=u*h*d-l*f*g,this._y=l*f*d-u*h*g,this._z=l*h*g+u*f*d,this._w=l*h*d+u*f*g;break;default:$t("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],c=e[9],l=e[2],h=e[6],d=e[10],u=n+a+d;if(u>0){let f=.5/Math.sqrt(u+1);this._w=.25/f,this._x=(h-c)*f,this._y=(r-l)*f,this._z=(o-s)*f}else if(n>a&&n>d){let f=2*Math.sqrt(1+n-a-d);this._w=(h-c)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+l)/f}else if(a>d){let f=2*Math.sqrt(1+a-n-d);this._w=(r-l)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(c+h)/f}else{let f=2*Math.sqrt(1+d-n-a);this._w=(o-s)/f,this._x=(r+l)/f,this._y=(c+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(de(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,c=e._y,l=e._z,h=e._w;return this._x=n*h+o*a+s*l-r*c,this._y=s*h+o*c+r*a-n*l,this._z=r*h+o*l+n*c-s*a,this._w=o*h-n*a-s*c-r*l,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let c=1-e;if(a<.9995){let l=Math.acos(a),h=Math.sin(l);c=Math.sin(c*l)/h,e=Math.sin(e*l)/h,this._x=this._x*c+n*e,this._y=this._y*c+s*e,this._z=this._z*c+r*e,this._w=this._w*c+o*e,this._onChangeCallback()}else this._x=this._x*c+n*e,this._y=this._y*c+s*e,this._z=this._z*c+r*e,this._w=this._w*c+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},F=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Xf.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Xf.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,c=t.w,l=2*(o*s-a*n),h=2*(a*e-r*s),d=2*(r*n-o*e);return this.x=e+c*l+o*d-a*h,this.y=n+c*h+a*l-r*d,this.z=s+c*d+r*h-o*l,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,c=e.z;return this.x=s*c-r*a,this.y=r*o-n*c,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return nu.copy(this).projectOnVector(t),this.sub(nu)}reflect(t){return this.sub(nu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},nu=new F,Xf=new Ze,se=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,c,l){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,c,l)}set(t,e,n,s,r,o,a,c,l){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=c,h[6]=n,h[7]=o,h[8]=l,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],c=n[6],l=n[1],h=n[4],d=n[7],u=n[2],f=n[5],g=n[8],v=s[0],p=s[3],m=s[6],x=s[1],R=s[4],S=s[7],C=s[2],w=s[5],_=s[8];return r[0]=o*v+a*x+c*C,r[3]=o*p+a*R+c*w,r[6]=o*m+a*S+c*_,r[1]=l*v+h*x+d*C,r[4]=l*p+h*R+d*w,r[7]=l*m+h*S+d*_,r[2]=u*v+f*x+g*C,r[5]=u*p+f*R+g*w,r[8]=u*m+f*S+g*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],c=t[6],l=t[7],h=t[8];return e*o*h-e*a*l-n*r*h+n*a*c+s*r*l-s*o*c}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],c=t[6],l=t[7],h=t[8],d=h*o-a*l,u=a*c-h*r,f=l*r-o*c,g=e*d+n*u+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return t[0]=d*v,t[1]=(s*l-h*n)*v,t[2]=(a*n-s*o)*v,t[3]=u*v,t[4]=(h*e-s*c)*v,t[5]=(s*r-a*e)*v,t[6]=f*v,t[7]=(n*c-l*e)*v,t[8]=(o*e-n*r)*v,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let c=Math.cos(r),l=Math.sin(r);return this.set(n*c,n*l,-n*(c*o+l*a)+o+t,-s*l,s*c,-s*(-l*o+c*a)+a+e,0,0,1),this}scale(t,e){return Wo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(iu.makeScale(t,e)),this}rotate(t){return Wo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(iu.makeRotation(-t)),this}translate(t,e){return Wo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(iu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},iu=new se,qf=new se().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Yf=new se().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function y_(){let i={enabled:!0,workingColorSpace:Yo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Te&&(s.r=ps(s.r),s.g=ps(s.g),s.b=ps(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Te&&(s.r=Qr(s.r),s.g=Qr(s.g),s.b=Qr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ys?$o:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Yo]:{primaries:t,whitePoint:n,transfer:$o,toXYZ:qf,fromXYZ:Yf,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:In},outputColorSpaceConfig:{drawingBufferColorSpace:In}},[In]:{primaries:t,whitePoint:n,transfer:Te,toXYZ:qf,fromXYZ:Yf,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:In}}}),i}var _e=y_();function ps(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Qr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Ur,Bl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Ur===void 0&&(Ur=Zo("canvas")),Ur.width=t.width,Ur.height=t.height;let s=Ur.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Ur}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Zo("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ps(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ps(e[n]/255)*255):e[n]=ps(e[n]);return{data:e,width:t.width,height:t.height}}else return $t("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},v_=0,so=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:v_++}),this.uuid=Xs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(su(s[o].image)):r.push(su(s[o]))}else r=su(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function su(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Bl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:($t("Texture: Unable to serialize Texture."),{})}var S_=0,ru=new F,$n=class i extends Ai{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Yi,s=Yi,r=Yn,o=_s,a=Ni,c=Qn,l=i.DEFAULT_ANISOTROPY,h=ys){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:S_++}),this.uuid=Xs(),this.name="",this.source=new so(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=l,this.format=a,this.internalFormat=null,this.type=c,this.offset=new Ut(0,0),this.repeat=new Ut(1,1),this.center=new Ut(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new se,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ru).x}get height(){return this.source.getSize(ru).y}get depth(){return this.source.getSize(ru).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){$t(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){$t(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Yu)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ul:t.x=t.x-Math.floor(t.x);break;case Yi:t.x=t.x<0?0:1;break;case Fl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ul:t.y=t.y-Math.floor(t.y);break;case Yi:t.y=t.y<0?0:1;break;case Fl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};$n.DEFAULT_IMAGE=null;$n.DEFAULT_MAPPING=Yu;$n.DEFAULT_ANISOTROPY=1;var ke=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,c=t.elements,l=c[0],h=c[4],d=c[8],u=c[1],f=c[5],g=c[9],v=c[2],p=c[6],m=c[10];if(Math.abs(h-u)<.01&&Math.abs(d-v)<.01&&Math.abs(g-p)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+v)<.1&&Math.abs(g+p)<.1&&Math.abs(l+f+m-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let R=(l+1)/2,S=(f+1)/2,C=(m+1)/2,w=(h+u)/4,_=(d+v)/4,b=(g+p)/4;return R>S&&R>C?R<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(R),s=w/n,r=_/n):S>C?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=w/s,r=b/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=_/r,s=b/r),this.set(n,s,r,e),this}let x=Math.sqrt((p-g)*(p-g)+(d-v)*(d-v)+(u-h)*(u-h));return Math.abs(x)<.001&&(x=1),this.x=(p-g)/x,this.y=(d-v)/x,this.z=(u-h)/x,this.w=Math.acos((l+f+m-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this.w=de(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this.w=de(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},kl=class extends Ai{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Yn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new ke(0,0,t,e),this.scissorTest=!1,this.viewport=new ke(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new $n({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Yn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new so(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},li=class extends kl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ko=class extends $n{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=Yi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var zl=class extends $n{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=Yi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Ue=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,c,l,h,d,u,f,g,v,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,c,l,h,d,u,f,g,v,p)}set(t,e,n,s,r,o,a,c,l,h,d,u,f,g,v,p){let m=this.elements;return m[0]=t,m[4]=e,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=c,m[2]=l,m[6]=h,m[10]=d,m[14]=u,m[3]=f,m[7]=g,m[11]=v,m[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Fr.setFromMatrixColumn(t,0).length(),r=1/Fr.setFromMatrixColumn(t,1).length(),o=1/Fr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),c=Math.cos(s),l=Math.sin(s),h=Math.cos(r),d=Math.sin(r);if(t.order==="XYZ"){let u=o*h,f=o*d,g=a*h,v=a*d;e[0]=c*h,e[4]=-c*d,e[8]=l,e[1]=f+g*l,e[5]=u-v*l,e[9]=-a*c,e[2]=v-u*l,e[6]=g+f*l,e[10]=o*c}else if(t.order==="YXZ"){let u=c*h,f=c*d,g=l*h,v=l*d;e[0]=u+v*a,e[4]=g*a-f,e[8]=o*l,e[1]=o*d,e[5]=o*h,e[9]=-a,e[2]=f*a-g,e[6]=v+u*a,e[10]=o*c}else if(t.order==="ZXY"){let u=c*h,f=c*d,g=l*h,v=l*d;e[0]=u-v*a,e[4]=-o*d,e[8]=g+f*a,e[1]=f+g*a,e[5]=o*h,e[9]=v-u*a,e[2]=-o*l,e[6]=a,e[10]=o*c}else if(t.order==="ZYX"){let u=o*h,f=o*d,g=a*h,v=a*d;e[0]=c*h,e[4]=g*l-f,e[8]=u*l+v,e[1]=c*d,e[5]=v*l+u,e[9]=f*l-g,e[2]=-l,e[6]=a*c,e[10]=o*c}else if(t.order==="YZX"){let u=o*c,f=o*l,g=a*c,v=a*l;e[0]=c*h,e[4]=v-u*d,e[8]=g*d+f,e[1]=d,e[5]=o*h,e[9]=-a*h,e[2]=-l*h,e[6]=f*d+g,e[10]=u-v*d}else if(t.order==="XZY"){let u=o*c,f=o*l,g=a*c,v=a*l;e[0]=c*h,e[4]=-d,e[8]=l*h,e[1]=u*d+v,e[5]=o*h,e[9]=f*d-g,e[2]=g*d-f,e[6]=a*h,e[10]=v*d+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(M_,t,b_)}lookAt(t,e,n){let s=this.elements;return oi.subVectors(t,e),oi.lengthSq()===0&&(oi.z=1),oi.normalize(),Rs.crossVectors(n,oi),Rs.lengthSq()===0&&(Math.abs(n.z)===1?oi.x+=1e-4:oi.z+=1e-4,oi.normalize(),Rs.crossVectors(n,oi)),Rs.normalize(),ja.crossVectors(oi,Rs),s[0]=Rs.x,s[4]=ja.x,s[8]=oi.x,s[1]=Rs.y,s[5]=ja.y,s[9]=oi.y,s[2]=Rs.z,s[6]=ja.z,s[10]=oi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],c=n[8],l=n[12],h=n[1],d=n[5],u=n[9],f=n[13],g=n[2],v=n[6],p=n[10],m=n[14],x=n[3],R=n[7],S=n[11],C=n[15],w=s[0],_=s[4],b=s[8],U=s[12],L=s[1],D=s[5],z=s[9],G=s[13],A=s[2],k=s[6],X=s[10],V=s[14],lt=s[3],$=s[7],j=s[11],nt=s[15];return r[0]=o*w+a*L+c*A+l*lt,r[4]=o*_+a*D+c*k+l*$,r[8]=o*b+a*z+c*X+l*j,r[12]=o*U+a*G+c*V+l*nt,r[1]=h*w+d*L+u*A+f*lt,r[5]=h*_+d*D+u*k+f*$,r[9]=h*b+d*z+u*X+f*j,r[13]=h*U+d*G+u*V+f*nt,r[2]=g*w+v*L+p*A+m*lt,r[6]=g*_+v*D+p*k+m*$,r[10]=g*b+v*z+p*X+m*j,r[14]=g*U+v*G+p*V+m*nt,r[3]=x*w+R*L+S*A+C*lt,r[7]=x*_+R*D+S*k+C*$,r[11]=x*b+R*z+S*X+C*j,r[15]=x*U+R*G+S*V+C*nt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],c=t[9],l=t[13],h=t[2],d=t[6],u=t[10],f=t[14],g=t[3],v=t[7],p=t[11],m=t[15],x=c*f-l*u,R=a*f-l*d,S=a*u-c*d,C=o*f-l*h,w=o*u-c*h,_=o*d-a*h;return e*(v*x-p*R+m*S)-n*(g*x-p*C+m*w)+s*(g*R-v*C+m*_)-r*(g*S-v*w+p*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],c=t[2],l=t[6],h=t[10];return e*(o*h-a*l)-n*(r*h-a*c)+s*(r*l-o*c)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],c=t[6],l=t[7],h=t[8],d=t[9],u=t[10],f=t[11],g=t[12],v=t[13],p=t[14],m=t[15],x=e*a-n*o,R=e*c-s*o,S=e*l-r*o,C=n*c-s*a,w=n*l-r*a,_=s*l-r*c,b=h*v-d*g,U=h*p-u*g,L=h*m-f*g,D=d*p-u*v,z=d*m-f*v,G=u*m-f*p,A=x*G-R*z+S*D+C*L-w*U+_*b;if(A===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let k=1/A;return t[0]=(a*G-c*z+l*D)*k,t[1]=(s*z-n*G-r*D)*k,t[2]=(v*_-p*w+m*C)*k,t[3]=(u*w-d*_-f*C)*k,t[4]=(c*L-o*G-l*U)*k,t[5]=(e*G-s*L+r*U)*k,t[6]=(p*S-g*_-m*R)*k,t[7]=(h*_-u*S+f*R)*k,t[8]=(o*z-a*L+l*b)*k,t[9]=(n*L-e*z-r*b)*k,t[10]=(g*w-v*S+m*x)*k,t[11]=(d*S-h*w-f*x)*k,t[12]=(a*U-o*D-c*b)*k,t[13]=(e*D-n*U+s*b)*k,t[14]=(v*R-g*C-p*x)*k,t[15]=(h*C-d*R+u*x)*k,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,c=t.z,l=r*o,h=r*a;return this.set(l*o+n,l*a-s*c,l*c+s*a,0,l*a+s*c,h*a+n,h*c-s*o,0,l*c-s*a,h*c+s*o,r*c*c+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,c=e._w,l=r+r,h=o+o,d=a+a,u=r*l,f=r*h,g=r*d,v=o*h,p=o*d,m=a*d,x=c*l,R=c*h,S=c*d,C=n.x,w=n.y,_=n.z;return s[0]=(1-(v+m))*C,s[1]=(f+S)*C,s[2]=(g-R)*C,s[3]=0,s[4]=(f-S)*w,s[5]=(1-(u+m))*w,s[6]=(p+x)*w,s[7]=0,s[8]=(g+R)*_,s[9]=(p-x)*_,s[10]=(1-(u+v))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Fr.set(s[0],s[1],s[2]).length(),a=Fr.set(s[4],s[5],s[6]).length(),c=Fr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),wi.copy(this);let l=1/o,h=1/a,d=1/c;return wi.elements[0]*=l,wi.elements[1]*=l,wi.elements[2]*=l,wi.elements[4]*=h,wi.elements[5]*=h,wi.elements[6]*=h,wi.elements[8]*=d,wi.elements[9]*=d,wi.elements[10]*=d,e.setFromRotationMatrix(wi),n.x=o,n.y=a,n.z=c,this}makePerspective(t,e,n,s,r,o,a=gi,c=!1){let l=this.elements,h=2*r/(e-t),d=2*r/(n-s),u=(e+t)/(e-t),f=(n+s)/(n-s),g,v;if(c)g=r/(o-r),v=o*r/(o-r);else if(a===gi)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===eo)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=u,l[12]=0,l[1]=0,l[5]=d,l[9]=f,l[13]=0,l[2]=0,l[6]=0,l[10]=g,l[14]=v,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=gi,c=!1){let l=this.elements,h=2/(e-t),d=2/(n-s),u=-(e+t)/(e-t),f=-(n+s)/(n-s),g,v;if(c)g=1/(o-r),v=o/(o-r);else if(a===gi)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===eo)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=0,l[12]=u,l[1]=0,l[5]=d,l[9]=0,l[13]=f,l[2]=0,l[6]=0,l[10]=g,l[14]=v,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Fr=new F,wi=new Ue,M_=new F(0,0,0),b_=new F(1,1,1),Rs=new F,ja=new F,oi=new F,$f=new Ue,Zf=new Ze,On=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],c=s[1],l=s[5],h=s[9],d=s[2],u=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(de(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,l),this._z=0);break;case"YXZ":this._x=Math.asin(-de(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(c,l)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(de(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,f),this._z=Math.atan2(-o,l)):(this._y=0,this._z=Math.atan2(c,r));break;case"ZYX":this._y=Math.asin(-de(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,f),this._z=Math.atan2(c,r)):(this._x=0,this._z=Math.atan2(-o,l));break;case"YZX":this._z=Math.asin(de(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-h,l),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-de(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,l),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:$t("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return $f.makeRotationFromQuaternion(t),this.setFromRotationMatrix($f,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Zf.setFromEuler(this),this.setFromQuaternion(Zf,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};On.DEFAULT_ORDER="XYZ";var ro=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},w_=0,Jf=new F,Or=new Ze,cs=new Ue,Qa=new F,Fo=new F,E_=new F,T_=new Ze,Kf=new F(1,0,0),jf=new F(0,1,0),Qf=new F(0,0,1),tp={type:"added"},A_={type:"removed"},Br={type:"childadded",child:null},ou={type:"childremoved",child:null},Ke=class i extends Ai{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:w_++}),this.uuid=Xs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new F,e=new On,n=new Ze,s=new F(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ue},normalMatrix:{value:new se}}),this.matrix=new Ue,this.matrixWorld=new Ue,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ro,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Or.setFromAxisAngle(t,e),this.quaternion.multiply(Or),this}rotateOnWorldAxis(t,e){return Or.setFromAxisAngle(t,e),this.quaternion.premultiply(Or),this}rotateX(t){return this.rotateOnAxis(Kf,t)}rotateY(t){return this.rotateOnAxis(jf,t)}rotateZ(t){return this.rotateOnAxis(Qf,t)}translateOnAxis(t,e){return Jf.copy(t).applyQuaternion(this.quaternion),this.position.add(Jf.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Kf,t)}translateY(t){return this.translateOnAxis(jf,t)}translateZ(t){return this.translateOnAxis(Qf,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(cs.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Qa.copy(t):Qa.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Fo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?cs.lookAt(Fo,Qa,this.up):cs.lookAt(Qa,Fo,this.up),this.quaternion.setFromRotationMatrix(cs),s&&(cs.extractRotation(s.matrixWorld),Or.setFromRotationMatrix(cs),this.quaternion.premultiply(Or.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(te("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(tp),Br.child=t,this.dispatchEvent(Br),Br.child=null):te("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(A_),ou.child=t,this.dispatchEvent(ou),ou.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),cs.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),cs.multiply(t.parent.matrixWorld)),t.applyMatrix4(cs),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(tp),Br.child=t,this.dispatchEvent(Br),Br.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Fo,t,E_),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Fo,T_,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,c){return a[c.uuid]===void 0&&(a[c.uuid]=c.toJSON(t)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let c=a.shapes;if(Array.isArray(c))for(let l=0,h=c.length;l<h;l++){let d=c[l];r(t.shapes,d)}else r(t.shapes,c)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let c=0,l=this.material.length;c<l;c++)a.push(r(t.materials,this.material[c]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let c=this.animations[a];s.animations.push(r(t.animations,c))}}if(e){let a=o(t.geometries),c=o(t.materials),l=o(t.textures),h=o(t.images),d=o(t.shapes),u=o(t.skeletons),f=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),c.length>0&&(n.materials=c),l.length>0&&(n.textures=l),h.length>0&&(n.images=h),d.length>0&&(n.shapes=d),u.length>0&&(n.skeletons=u),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let c=[];for(let l in a){let h=a[l];delete h.metadata,c.push(h)}return c}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Ke.DEFAULT_UP=new F(0,1,0);Ke.DEFAULT_MATRIX_AUTO_UPDATE=!0;Ke.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Fn=class extends Ke{constructor(){super(),this.isGroup=!0,this.type="Group"}},R_={type:"move"},oo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Fn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Fn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new F,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new F),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Fn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new F,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new F,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,c=this._grip,l=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(l&&t.hand){o=!0;for(let v of t.hand.values()){let p=e.getJointPose(v,n),m=this._getHandJoint(l,v);p!==null&&(m.matrix.fromArray(p.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=p.radius),m.visible=p!==null}let h=l.joints["index-finger-tip"],d=l.joints["thumb-tip"],u=h.position.distanceTo(d.position),f=.02,g=.005;l.inputState.pinching&&u>f+g?(l.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!l.inputState.pinching&&u<=f-g&&(l.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else c!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(c.matrix.fromArray(r.transform.matrix),c.matrix.decompose(c.position,c.quaternion,c.scale),c.matrixWorldNeedsUpdate=!0,r.linearVelocity?(c.hasLinearVelocity=!0,c.linearVelocity.copy(r.linearVelocity)):c.hasLinearVelocity=!1,r.angularVelocity?(c.hasAngularVelocity=!0,c.angularVelocity.copy(r.angularVelocity)):c.hasAngularVelocity=!1,c.eventsEnabled&&c.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(R_)))}return a!==null&&(a.visible=s!==null),c!==null&&(c.visible=r!==null),l!==null&&(l.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Fn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},im={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Cs={h:0,s:0,l:0},tl={h:0,s:0,l:0};function au(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Zt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=In){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,_e.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=_e.workingColorSpace){return this.r=t,this.g=e,this.b=n,_e.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=_e.workingColorSpace){if(t=hd(t,1),e=de(e,0,1),n=de(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=au(o,r,t+1/3),this.g=au(o,r,t),this.b=au(o,r,t-1/3)}return _e.colorSpaceToWorking(this,s),this}setStyle(t,e=In){function n(r){r!==void 0&&parseFloat(r)<1&&$t("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:$t("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);$t("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=In){let n=im[t.toLowerCase()];return n!==void 0?this.setHex(n,e):$t("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ps(t.r),this.g=ps(t.g),this.b=ps(t.b),this}copyLinearToSRGB(t){return this.r=Qr(t.r),this.g=Qr(t.g),this.b=Qr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=In){return _e.workingToColorSpace(Un.copy(this),t),Math.round(de(Un.r*255,0,255))*65536+Math.round(de(Un.g*255,0,255))*256+Math.round(de(Un.b*255,0,255))}getHexString(t=In){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=_e.workingColorSpace){_e.workingToColorSpace(Un.copy(this),e);let n=Un.r,s=Un.g,r=Un.b,o=Math.max(n,s,r),a=Math.min(n,s,r),c,l,h=(a+o)/2;if(a===o)c=0,l=0;else{let d=o-a;switch(l=h<=.5?d/(o+a):d/(2-o-a),o){case n:c=(s-r)/d+(s<r?6:0);break;case s:c=(r-n)/d+2;break;case r:c=(n-s)/d+4;break}c/=6}return t.h=c,t.s=l,t.l=h,t}getRGB(t,e=_e.workingColorSpace){return _e.workingToColorSpace(Un.copy(this),e),t.r=Un.r,t.g=Un.g,t.b=Un.b,t}getStyle(t=In){_e.workingToColorSpace(Un.copy(this),t);let e=Un.r,n=Un.g,s=Un.b;return t!==In?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Cs),this.setHSL(Cs.h+t,Cs.s+e,Cs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Cs),t.getHSL(tl);let n=Xo(Cs.h,tl.h,e),s=Xo(Cs.s,tl.s,e),r=Xo(Cs.l,tl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Un=new Zt;Zt.NAMES=im;var jo=class extends Ke{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new On,this.environmentIntensity=1,this.environmentRotation=new On,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ei=new F,hs=new F,lu=new F,us=new F,kr=new F,zr=new F,ep=new F,cu=new F,hu=new F,uu=new F,du=new ke,fu=new ke,pu=new ke,qi=class i{constructor(t=new F,e=new F,n=new F){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Ei.subVectors(t,e),s.cross(Ei);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Ei.subVectors(s,e),hs.subVectors(n,e),lu.subVectors(t,e);let o=Ei.dot(Ei),a=Ei.dot(hs),c=Ei.dot(lu),l=hs.dot(hs),h=hs.dot(lu),d=o*l-a*a;if(d===0)return r.set(0,0,0),null;let u=1/d,f=(l*c-a*h)*u,g=(o*h-a*c)*u;return r.set(1-f-g,g,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,us)===null?!1:us.x>=0&&us.y>=0&&us.x+us.y<=1}static getInterpolation(t,e,n,s,r,o,a,c){return this.getBarycoord(t,e,n,s,us)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(r,us.x),c.addScaledVector(o,us.y),c.addScaledVector(a,us.z),c)}static getInterpolatedAttribute(t,e,n,s,r,o){return du.setScalar(0),fu.setScalar(0),pu.setScalar(0),du.fromBufferAttribute(t,e),fu.fromBufferAttribute(t,n),pu.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(du,r.x),o.addScaledVector(fu,r.y),o.addScaledVector(pu,r.z),o}static isFrontFacing(t,e,n,s){return Ei.subVectors(n,e),hs.subVectors(t,e),Ei.cross(hs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ei.subVectors(this.c,this.b),hs.subVectors(this.a,this.b),Ei.cross(hs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;kr.subVectors(s,n),zr.subVectors(r,n),cu.subVectors(t,n);let c=kr.dot(cu),l=zr.dot(cu);if(c<=0&&l<=0)return e.copy(n);hu.subVectors(t,s);let h=kr.dot(hu),d=zr.dot(hu);if(h>=0&&d<=h)return e.copy(s);let u=c*d-h*l;if(u<=0&&c>=0&&h<=0&&c-h>0)return o=c/(c-h),e.copy(n).addScaledVector(kr,o);uu.subVectors(t,r);let f=kr.dot(uu),g=zr.dot(uu);if(g>=0&&f<=g)return e.copy(r);let v=f*l-c*g;if(v<=0&&l>=0&&g<=0)return a=l/(l-g),e.copy(n).addScaledVector(zr,a);let p=h*g-f*d;if(p<=0&&d-h>=0&&f-g>=0)return ep.subVectors(r,s),a=(d-h)/(d-h+(f-g)),e.copy(s).addScaledVector(ep,a);let m=1/(p+v+u);return o=v*m,a=u*m,e.copy(n).addScaledVector(kr,o).addScaledVector(zr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},_i=class{constructor(t=new F(1/0,1/0,1/0),e=new F(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Ti.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Ti.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Ti.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ti):Ti.fromBufferAttribute(r,o),Ti.applyMatrix4(t.matrixWorld),this.expandByPoint(Ti);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),el.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),el.copy(n.boundingBox)),el.applyMatrix4(t.matrixWorld),this.union(el)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ti),Ti.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Oo),nl.subVectors(this.max,Oo),Hr.subVectors(t.a,Oo),Vr.subVectors(t.b,Oo),Gr.subVectors(t.c,Oo),Ps.subVectors(Vr,Hr),Is.subVectors(Gr,Vr),Qs.subVectors(Hr,Gr);let e=[0,-Ps.z,Ps.y,0,-Is.z,Is.y,0,-Qs.z,Qs.y,Ps.z,0,-Ps.x,Is.z,0,-Is.x,Qs.z,0,-Qs.x,-Ps.y,Ps.x,0,-Is.y,Is.x,0,-Qs.y,Qs.x,0];return!mu(e,Hr,Vr,Gr,nl)||(e=[1,0,0,0,1,0,0,0,1],!mu(e,Hr,Vr,Gr,nl))?!1:(il.crossVectors(Ps,Is),e=[il.x,il.y,il.z],mu(e,Hr,Vr,Gr,nl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ti).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ti).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ds[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ds[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ds[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ds[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ds[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ds[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ds[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ds[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ds),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ds=[new F,new F,new F,new F,new F,new F,new F,new F],Ti=new F,el=new _i,Hr=new F,Vr=new F,Gr=new F,Ps=new F,Is=new F,Qs=new F,Oo=new F,nl=new F,il=new F,tr=new F;function mu(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){tr.fromArray(i,r);let a=s.x*Math.abs(tr.x)+s.y*Math.abs(tr.y)+s.z*Math.abs(tr.z),c=t.dot(tr),l=e.dot(tr),h=n.dot(tr);if(Math.max(-Math.max(c,l,h),Math.min(c,l,h))>a)return!1}return!0}var dn=new F,sl=new Ut,C_=0,An=class extends Ai{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:C_++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=ld,this.updateRanges=[],this.gpuType=Li,this.version=0,this._normalizationScale=t!==void 0?Zc(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)sl.fromBufferAttribute(this,e),sl.applyMatrix3(t),this.setXY(e,sl.x,sl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix3(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyMatrix4(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.applyNormalMatrix(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)dn.fromBufferAttribute(this,e),dn.transformDirection(t),this.setXYZ(e,dn.x,dn.y,dn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):dd(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):fd(t,this.array)}};var Qo=class extends An{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var ta=class extends An{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var ye=class extends An{constructor(t,e,n){super(new Float32Array(t),e,n)}},P_=new _i,Bo=new F,gu=new F,ir=class{constructor(t=new F,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):P_.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Bo.subVectors(t,this.center);let e=Bo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Bo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(gu.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Bo.copy(t.center).add(gu)),this.expandByPoint(Bo.copy(t.center).sub(gu))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},I_=0,mi=new Ue,_u=new Ke,Wr=new F,ai=new _i,ko=new _i,Tn=new F,Xe=class i extends Ai{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:I_++}),this.uuid=Xs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(n_(t)?ta:Qo)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new se().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return mi.makeRotationFromQuaternion(t),this.applyMatrix4(mi),this}rotateX(t){return mi.makeRotationX(t),this.applyMatrix4(mi),this}rotateY(t){return mi.makeRotationY(t),this.applyMatrix4(mi),this}rotateZ(t){return mi.makeRotationZ(t),this.applyMatrix4(mi),this}translate(t,e,n){return mi.makeTranslation(t,e,n),this.applyMatrix4(mi),this}scale(t,e,n){return mi.makeScale(t,e,n),this.applyMatrix4(mi),this}lookAt(t){return _u.lookAt(t),_u.updateMatrix(),this.applyMatrix4(_u.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Wr).negate(),this.translate(Wr.x,Wr.y,Wr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ye(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&$t("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new _i);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new F(-1/0,-1/0,-1/0),new F(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ai.setFromBufferAttribute(r),this.morphTargetsRelative?(Tn.addVectors(this.boundingBox.min,ai.min),this.boundingBox.expandByPoint(Tn),Tn.addVectors(this.boundingBox.max,ai.max),this.boundingBox.expandByPoint(Tn)):(this.boundingBox.expandByPoint(ai.min),this.boundingBox.expandByPoint(ai.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&te('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ir);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){te("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new F,1/0);return}if(t){let n=this.boundingSphere.center;if(ai.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ko.setFromBufferAttribute(a),this.morphTargetsRelative?(Tn.addVectors(ai.min,ko.min),ai.expandByPoint(Tn),Tn.addVectors(ai.max,ko.max),ai.expandByPoint(Tn)):(ai.expandByPoint(ko.min),ai.expandByPoint(ko.max))}ai.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Tn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Tn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],c=this.morphTargetsRelative;for(let l=0,h=a.count;l<h;l++)Tn.fromBufferAttribute(a,l),c&&(Wr.fromBufferAttribute(t,l),Tn.add(Wr)),s=Math.max(s,n.distanceToSquared(Tn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&te('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){te("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new An(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],c=[],l=new Uint8Array(n.count);for(let U=0;U<n.count;U++)a[U]=new F,c[U]=new F;let h=new F,d=new F,u=new F,f=new Ut,g=new Ut,v=new Ut,p=new F,m=new F;function x(U,L,D){l[U]=l[L]=l[D]=1,h.fromBufferAttribute(n,U),d.fromBufferAttribute(n,L),u.fromBufferAttribute(n,D),f.fromBufferAttribute(r,U),g.fromBufferAttribute(r,L),v.fromBufferAttribute(r,D),d.sub(h),u.sub(h),g.sub(f),v.sub(f);let z=1/(g.x*v.y-v.x*g.y);isFinite(z)&&(p.copy(d).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(z),m.copy(u).multiplyScalar(g.x).addScaledVector(d,-v.x).multiplyScalar(z),a[U].add(p),a[L].add(p),a[D].add(p),c[U].add(m),c[L].add(m),c[D].add(m))}let R=this.groups;R.length===0&&(R=[{start:0,count:t.count}]);for(let U=0,L=R.length;U<L;++U){let D=R[U],z=D.start,G=D.count;for(let A=z,k=z+G;A<k;A+=3)x(t.getX(A+0),t.getX(A+1),t.getX(A+2))}let S=new F,C=new F,w=new F,_=new F;function b(U){w.fromBufferAttribute(s,U),_.copy(w);let L=a[U];S.copy(L),S.sub(w.multiplyScalar(w.dot(L))).normalize(),C.crossVectors(_,L);let z=C.dot(c[U])<0?-1:1;o.setXYZW(U,S.x,S.y,S.z,z)}for(let U=0,L=n.count;U<L;++U)l[U]&&b(U);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new An(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,f=n.count;u<f;u++)n.setXYZ(u,0,0,0);let s=new F,r=new F,o=new F,a=new F,c=new F,l=new F,h=new F,d=new F;if(t)for(let u=0,f=t.count;u<f;u+=3){let g=t.getX(u+0),v=t.getX(u+1),p=t.getX(u+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,v),o.fromBufferAttribute(e,p),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),a.fromBufferAttribute(n,g),c.fromBufferAttribute(n,v),l.fromBufferAttribute(n,p),a.add(h),c.add(h),l.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,c.x,c.y,c.z),n.setXYZ(p,l.x,l.y,l.z)}else for(let u=0,f=e.count;u<f;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Tn.fromBufferAttribute(t,e),Tn.normalize(),t.setXYZ(e,Tn.x,Tn.y,Tn.z)}toNonIndexed(){function t(a,c){let l=a.array,h=a.itemSize,d=a.normalized,u=new l.constructor(c.length*h),f=0,g=0;for(let v=0,p=c.length;v<p;v++){a.isInterleavedBufferAttribute?f=c[v]*a.data.stride+a.offset:f=c[v]*h;for(let m=0;m<h;m++)u[g++]=l[f++]}return new An(u,h,d)}if(this.index===null)return $t("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let c=s[a],l=t(c,n);e.setAttribute(a,l)}let r=this.morphAttributes;for(let a in r){let c=[],l=r[a];for(let h=0,d=l.length;h<d;h++){let u=l[h],f=t(u,n);c.push(f)}e.morphAttributes[a]=c}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,c=o.length;a<c;a++){let l=o[a];e.addGroup(l.start,l.count,l.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let l in c)c[l]!==void 0&&(t[l]=c[l]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let c in n){let l=n[c];t.data.attributes[c]=l.toJSON(t.data)}let s={},r=!1;for(let c in this.morphAttributes){let l=this.morphAttributes[c],h=[];for(let d=0,u=l.length;d<u;d++){let f=l[d];h.push(f.toJSON(t.data))}h.length>0&&(s[c]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let l in s){let h=s[l];this.setAttribute(l,h.clone(e))}let r=t.morphAttributes;for(let l in r){let h=[],d=r[l];for(let u=0,f=d.length;u<f;u++)h.push(d[u].clone(e));this.morphAttributes[l]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let l=0,h=o.length;l<h;l++){let d=o[l];this.addGroup(d.start,d.count,d.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let c=t.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Hl=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=ld,this.updateRanges=[],this.version=0,this.uuid=Xs()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=np(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=np(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function np(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Xs()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Wn=new F,ea=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?Zc(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Wn.fromBufferAttribute(this,e),Wn.applyMatrix4(t),this.setXYZ(e,Wn.x,Wn.y,Wn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Wn.fromBufferAttribute(this,e),Wn.applyNormalMatrix(t),this.setXYZ(e,Wn.x,Wn.y,Wn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Wn.fromBufferAttribute(this,e),Wn.transformDirection(t),this.setXYZ(e,Wn.x,Wn.y,Wn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){Jo("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new An(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){Jo("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):dd(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):fd(t,this.data.array)}},xu=new F,L_=new F,D_=new se,Xn=class{constructor(t=new F(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=xu.subVectors(n,e).cross(L_.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(xu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||D_.getNormalMatrix(t),s=this.coplanarPoint(xu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},N_=0,$i=class extends Ai{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:N_++}),this.uuid=Xs(),this.name="",this.type="Material",this.blending=ho,this.side=ji,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Ou,this.blendDst=Bu,this.blendEquation=cr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Zt(0,0,0),this.blendAlpha=0,this.depthFunc=to,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=$c,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Al,this.stencilZFail=Al,this.stencilZPass=Al,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){$t(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){$t(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let c=r[a];delete c.metadata,o.push(c)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Zt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new Xn().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ut().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ut().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}},ao=class extends $i{constructor(t){super(),this.isSpriteMaterial=!0,this.type="SpriteMaterial",this.color=new Zt(16777215),this.map=null,this.alphaMap=null,this.rotation=0,this.sizeAttenuation=!0,this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.alphaMap=t.alphaMap,this.rotation=t.rotation,this.sizeAttenuation=t.sizeAttenuation,this.fog=t.fog,this}},Xr,zo=new F,qr=new F,Yr=new F,$r=new Ut,Ho=new Ut,sm=new Ue,rl=new F,Vo=new F,ol=new F,ip=new Ut,yu=new Ut,sp=new Ut,Zi=class extends Ke{constructor(t=new ao){if(super(),this.isSprite=!0,this.type="Sprite",Xr===void 0){Xr=new Xe;let e=new Float32Array([-.5,-.5,0,0,0,.5,-.5,0,1,0,.5,.5,0,1,1,-.5,.5,0,0,1]),n=new Hl(e,5);Xr.setIndex([0,1,2,0,2,3]),Xr.setAttribute("position",new ea(n,3,0,!1)),Xr.setAttribute("uv",new ea(n,2,3,!1))}this.geometry=Xr,this.material=t,this.center=new Ut(.5,.5),this.count=1}intersectsFrustum(t){return t.intersectsSprite(this)}raycast(t,e){t.camera===null&&te('Sprite: "Raycaster.camera" needs to be set in order to raycast against sprites.'),qr.setFromMatrixScale(this.matrixWorld),sm.copy(t.camera.matrixWorld),this.modelViewMatrix.multiplyMatrices(t.camera.matrixWorldInverse,this.matrixWorld),Yr.setFromMatrixPosition(this.modelViewMatrix),t.camera.isPerspectiveCamera&&this.material.sizeAttenuation===!1&&qr.multiplyScalar(-Yr.z);let n=this.material.rotation,s,r;n!==0&&(r=Math.cos(n),s=Math.sin(n));let o=this.center;al(rl.set(-.5,-.5,0),Yr,o,qr,s,r),al(Vo.set(.5,-.5,0),Yr,o,qr,s,r),al(ol.set(.5,.5,0),Yr,o,qr,s,r),ip.set(0,0),yu.set(1,0),sp.set(1,1);let a=t.ray.intersectTriangle(rl,Vo,ol,!1,zo);if(a===null&&(al(Vo.set(-.5,.5,0),Yr,o,qr,s,r),yu.set(0,1),a=t.ray.intersectTriangle(rl,ol,Vo,!1,zo),a===null))return;let c=t.ray.origin.distanceTo(zo);c<t.near||c>t.far||e.push({distance:c,point:zo.clone(),uv:qi.getInterpolation(zo,rl,Vo,ol,ip,yu,sp,new Ut),face:null,object:this})}copy(t,e){return super.copy(t,e),t.center!==void 0&&this.center.copy(t.center),this.material=t.material,this}toJSON(t){let e=super.toJSON(t);return e.object.center=this.center.toArray(),e}};function al(i,t,e,n,s,r){$r.subVectors(i,e).addScalar(.5).multiply(n),s!==void 0?(Ho.x=r*$r.x-s*$r.y,Ho.y=s*$r.x+r*$r.y):Ho.copy($r),i.copy(t),i.x+=Ho.x,i.y+=Ho.y,i.applyMatrix4(sm)}var fs=new F,vu=new F,ll=new F,cl=new F,Ds=class{constructor(t=new F,e=new F(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,fs)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=fs.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(fs.copy(this.origin).addScaledVector(this.direction,e),fs.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){vu.copy(t).add(e).multiplyScalar(.5),ll.copy(e).sub(t).normalize(),cl.copy(this.origin).sub(vu);let r=t.distanceTo(e)*.5,o=-this.direction.dot(ll),a=cl.dot(this.direction),c=-cl.dot(ll),l=cl.lengthSq(),h=Math.abs(1-o*o),d,u,f,g;if(h>0)if(d=o*c-a,u=o*a-c,g=r*h,d>=0)if(u>=-g)if(u<=g){let v=1/h;d*=v,u*=v,f=d*(d+o*u+2*a)+u*(o*d+u+2*c)+l}else u=r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*c)+l;else u=-r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*c)+l;else u<=-g?(d=Math.max(0,-(-o*r+a)),u=d>0?-r:Math.min(Math.max(-r,-c),r),f=-d*d+u*(u+2*c)+l):u<=g?(d=0,u=Math.min(Math.max(-r,-c),r),f=u*(u+2*c)+l):(d=Math.max(0,-(o*r+a)),u=d>0?r:Math.min(Math.max(-r,-c),r),f=-d*d+u*(u+2*c)+l);else u=o>0?-r:r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*c)+l;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(vu).addScaledVector(ll,u),f}intersectSphere(t,e){if(t.radius<0)return null;fs.subVectors(t.center,this.origin);let n=fs.dot(this.direction),s=fs.dot(fs)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,c=n+o;return c<0?null:a<0?this.at(c,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,c,l=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return l>=0?(n=(t.min.x-u.x)*l,s=(t.max.x-u.x)*l):(n=(t.max.x-u.x)*l,s=(t.min.x-u.x)*l),h>=0?(r=(t.min.y-u.y)*h,o=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,o=(t.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(t.min.z-u.z)*d,c=(t.max.z-u.z)*d):(a=(t.max.z-u.z)*d,c=(t.min.z-u.z)*d),n>c||a>s)||((a>n||n!==n)&&(n=a),(c<s||s!==s)&&(s=c),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,fs)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,c=a.x,l=a.y,h=a.z,d=t.x-o.x,u=t.y-o.y,f=t.z-o.z,g=e.x-o.x,v=e.y-o.y,p=e.z-o.z,m=n.x-o.x,x=n.y-o.y,R=n.z-o.z,S=Math.abs(c),C=Math.abs(l),w=Math.abs(h),_,b,U,L,D,z,G,A,k,X,V,lt;if(S>=C&&S>=w?(U=c,z=d,k=g,lt=m,c>=0?(_=l,b=h,L=u,D=f,G=v,A=p,X=x,V=R):(_=h,b=l,L=f,D=u,G=p,A=v,X=R,V=x)):C>=w?(U=l,z=u,k=v,lt=x,l>=0?(_=h,b=c,L=f,D=d,G=p,A=g,X=R,V=m):(_=c,b=h,L=d,D=f,G=g,A=p,X=m,V=R)):(U=h,z=f,k=p,lt=R,h>=0?(_=c,b=l,L=d,D=u,G=g,A=v,X=m,V=x):(_=l,b=c,L=u,D=d,G=v,A=g,X=x,V=m)),U===0)return null;let $=_/U,j=b/U,nt=1/U,ft=L-$*z,dt=D-j*z,Q=G-$*k,pt=A-j*k,_t=X-$*lt,ct=V-j*lt,ot=_t*pt-ct*Q,Ct=ft*ct-dt*_t,qt=Q*dt-pt*ft;if(s){if(ot<0||Ct<0||qt<0)return null}else if((ot<0||Ct<0||qt<0)&&(ot>0||Ct>0||qt>0))return null;let Ot=ot+Ct+qt;if(Ot===0)return null;let re=nt*(ot*z+Ct*k+qt*lt);return(Ot>0?re<0:re>0)?null:this.at(re/Ot,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Kn=class extends $i{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Zt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new On,this.combine=ku,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},rp=new Ue,er=new Ds,hl=new ir,op=new F,ul=new F,dl=new F,fl=new F,Su=new F,pl=new F,ap=new F,ml=new F,Ie=class extends Ke{constructor(t=new Xe,e=new Kn){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){pl.set(0,0,0);for(let c=0,l=r.length;c<l;c++){let h=a[c],d=r[c];h!==0&&(Su.fromBufferAttribute(d,t),o?pl.addScaledVector(Su,h):pl.addScaledVector(Su.sub(e),h))}e.add(pl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),hl.copy(n.boundingSphere),hl.applyMatrix4(r),er.copy(t.ray).recast(t.near),!(hl.containsPoint(er.origin)===!1&&(er.intersectSphere(hl,op)===null||er.origin.distanceToSquared(op)>(t.far-t.near)**2))&&(rp.copy(r).invert(),er.copy(t.ray).applyMatrix4(rp),!(n.boundingBox!==null&&er.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,er)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,c=r.attributes.position,l=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],x=Math.max(p.start,f.start),R=Math.min(a.count,Math.min(p.start+p.count,f.start+f.count));for(let S=x,C=R;S<C;S+=3){let w=a.getX(S),_=a.getX(S+1),b=a.getX(S+2);s=gl(this,m,t,n,l,h,d,w,_,b),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(a.count,f.start+f.count);for(let p=g,m=v;p<m;p+=3){let x=a.getX(p),R=a.getX(p+1),S=a.getX(p+2);s=gl(this,o,t,n,l,h,d,x,R,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}else if(c!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],x=Math.max(p.start,f.start),R=Math.min(c.count,Math.min(p.start+p.count,f.start+f.count));for(let S=x,C=R;S<C;S+=3){let w=S,_=S+1,b=S+2;s=gl(this,m,t,n,l,h,d,w,_,b),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(c.count,f.start+f.count);for(let p=g,m=v;p<m;p+=3){let x=p,R=p+1,S=p+2;s=gl(this,o,t,n,l,h,d,x,R,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}}};function U_(i,t,e,n,s,r,o,a){let c;if(t.side===Ln?c=n.intersectTriangle(o,r,s,!0,a):c=n.intersectTriangle(s,r,o,t.side===ji,a),c===null)return null;ml.copy(a),ml.applyMatrix4(i.matrixWorld);let l=e.ray.origin.distanceTo(ml);return l<e.near||l>e.far?null:{distance:l,point:ml.clone(),object:i}}function gl(i,t,e,n,s,r,o,a,c,l){i.getVertexPosition(a,ul),i.getVertexPosition(c,dl),i.getVertexPosition(l,fl);let h=U_(i,t,e,n,ul,dl,fl,ap);if(h){let d=new F;qi.getBarycoord(ap,ul,dl,fl,d),s&&(h.uv=qi.getInterpolatedAttribute(s,a,c,l,d,new Ut)),r&&(h.uv1=qi.getInterpolatedAttribute(r,a,c,l,d,new Ut)),o&&(h.normal=qi.getInterpolatedAttribute(o,a,c,l,d,new F),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:c,c:l,normal:new F,materialIndex:0};qi.getNormal(ul,dl,fl,u.normal),h.face=u,h.barycoord=d}return h}var Vl=class extends $n{constructor(t=null,e=1,n=1,s,r,o,a,c,l=Rn,h=Rn,d,u){super(null,o,a,c,l,h,s,r,d,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var nr=new ir,F_=new Ut(.5,.5),_l=new F,Ns=class{constructor(t=new Xn,e=new Xn,n=new Xn,s=new Xn,r=new Xn,o=new Xn){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=gi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],c=r[2],l=r[3],h=r[4],d=r[5],u=r[6],f=r[7],g=r[8],v=r[9],p=r[10],m=r[11],x=r[12],R=r[13],S=r[14],C=r[15];if(s[0].setComponents(l-o,f-h,m-g,C-x).normalize(),s[1].setComponents(l+o,f+h,m+g,C+x).normalize(),s[2].setComponents(l+a,f+d,m+v,C+R).normalize(),s[3].setComponents(l-a,f-d,m-v,C-R).normalize(),n)s[4].setComponents(c,u,p,S).normalize(),s[5].setComponents(l-c,f-u,m-p,C-S).normalize();else if(s[4].setComponents(l-c,f-u,m-p,C-S).normalize(),e===gi)s[5].setComponents(l+c,f+u,m+p,C+S).normalize();else if(e===eo)s[5].setComponents(c,u,p,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),nr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),nr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(nr)}intersectsSprite(t){nr.center.set(0,0,0);let e=F_.distanceTo(t.center);return nr.radius=.7071067811865476+e,nr.applyMatrix4(t.matrixWorld),this.intersectsSphere(nr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(_l.x=s.normal.x>0?t.max.x:t.min.x,_l.y=s.normal.y>0?t.max.y:t.min.y,_l.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(_l)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},lp=new Ue,Gl=class i{constructor(){this.coordinateSystem=gi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];lp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Ns),n[s].setFromProjectionMatrix(lp,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new Ns),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var Ri=class extends $i{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Zt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Wl=new F,Xl=new F,cp=new Ue,Go=new Ds,xl=new ir,Mu=new F,hp=new F,Us=class extends Ke{constructor(t=new Xe,e=new Ri){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Wl.fromBufferAttribute(e,s-1),Xl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Wl.distanceTo(Xl);t.setAttribute("lineDistance",new ye(n,1))}else $t("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),xl.copy(n.boundingSphere),xl.applyMatrix4(s),xl.radius+=r,t.ray.intersectsSphere(xl)===!1)return;cp.copy(s).invert(),Go.copy(t.ray).applyMatrix4(cp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let v=f,p=g-1;v<p;v+=l){let m=h.getX(v),x=h.getX(v+1),R=yl(this,t,Go,c,m,x,v);R&&e.push(R)}if(this.isLineLoop){let v=h.getX(g-1),p=h.getX(f),m=yl(this,t,Go,c,v,p,g-1);m&&e.push(m)}}else{let f=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let v=f,p=g-1;v<p;v+=l){let m=yl(this,t,Go,c,v,v+1,v);m&&e.push(m)}if(this.isLineLoop){let v=yl(this,t,Go,c,g-1,f,g-1);v&&e.push(v)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function yl(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(Wl.fromBufferAttribute(a,s),Xl.fromBufferAttribute(a,r),e.distanceSqToSegment(Wl,Xl,Mu,hp)>n)return;Mu.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(Mu);if(!(l<t.near||l>t.far))return{distance:l,point:hp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var up=new F,dp=new F,sr=class extends Us{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)up.fromBufferAttribute(e,s),dp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+up.distanceTo(dp);t.setAttribute("lineDistance",new ye(n,1))}else $t("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var na=class extends $n{constructor(t=[],e=hr,n,s,r,o,a,c,l,h){super(t,e,n,s,r,o,a,c,l,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},ia=class extends $n{constructor(t,e,n,s,r,o,a,c,l){super(t,e,n,s,r,o,a,c,l),this.isCanvasTexture=!0,this.needsUpdate=!0}};var gs=class extends $n{constructor(t,e,n=Ii,s,r,o,a=Rn,c=Rn,l,h=ms,d=1){if(h!==ms&&h!==xs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:d};super(u,s,r,o,a,c,h,n,l),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new so(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},sa=class extends gs{constructor(t,e=Ii,n=hr,s,r,o=Rn,a=Rn,c,l=ms){let h={width:t,height:t,depth:1},d=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,c,l),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ra=class extends $n{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Ji=class i extends Xe{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let c=[],l=[],h=[],d=[],u=0,f=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(c),this.setAttribute("position",new ye(l,3)),this.setAttribute("normal",new ye(h,3)),this.setAttribute("uv",new ye(d,2));function g(v,p,m,x,R,S,C,w,_,b,U){let L=S/_,D=C/b,z=S/2,G=C/2,A=w/2,k=_+1,X=b+1,V=0,lt=0,$=new F;for(let j=0;j<X;j++){let nt=j*D-G;for(let ft=0;ft<k;ft++){let dt=ft*L-z;$[v]=dt*x,$[p]=nt*R,$[m]=A,l.push($.x,$.y,$.z),$[v]=0,$[p]=0,$[m]=w>0?1:-1,h.push($.x,$.y,$.z),d.push(ft/_),d.push(1-j/b),V+=1}}for(let j=0;j<b;j++)for(let nt=0;nt<_;nt++){let ft=u+nt+k*j,dt=u+nt+k*(j+1),Q=u+(nt+1)+k*(j+1),pt=u+(nt+1)+k*j;c.push(ft,dt,pt),c.push(dt,Q,pt),lt+=6}a.addGroup(f,lt,U),f+=lt,u+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var Ci=class i extends Xe{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,c=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:c};let l=this;s=Math.floor(s),r=Math.floor(r);let h=[],d=[],u=[],f=[],g=0,v=[],p=n/2,m=0;x(),o===!1&&(t>0&&R(!0),e>0&&R(!1)),this.setIndex(h),this.setAttribute("position",new ye(d,3)),this.setAttribute("normal",new ye(u,3)),this.setAttribute("uv",new ye(f,2));function x(){let S=new F,C=new F,w=0,_=(e-t)/n;for(let b=0;b<=r;b++){let U=[],L=b/r,D=L*(e-t)+t;for(let z=0;z<=s;z++){let G=z/s,A=G*c+a,k=Math.sin(A),X=Math.cos(A);C.x=D*k,C.y=-L*n+p,C.z=D*X,d.push(C.x,C.y,C.z),S.set(k,_,X).normalize(),u.push(S.x,S.y,S.z),f.push(G,1-L),U.push(g++)}v.push(U)}for(let b=0;b<s;b++)for(let U=0;U<r;U++){let L=v[U][b],D=v[U+1][b],z=v[U+1][b+1],G=v[U][b+1];(t>0||U!==0)&&(h.push(L,D,G),w+=3),(e>0||U!==r-1)&&(h.push(D,z,G),w+=3)}l.addGroup(m,w,0),m+=w}function R(S){let C=g,w=new Ut,_=new F,b=0,U=S===!0?t:e,L=S===!0?1:-1;for(let z=1;z<=s;z++)d.push(0,p*L,0),u.push(0,L,0),f.push(.5,.5),g++;let D=g;for(let z=0;z<=s;z++){let A=z/s*c+a,k=Math.cos(A),X=Math.sin(A);_.x=U*X,_.y=p*L,_.z=U*k,d.push(_.x,_.y,_.z),u.push(0,L,0),w.x=k*.5+.5,w.y=X*.5*L+.5,f.push(w.x,w.y),g++}for(let z=0;z<s;z++){let G=C+z,A=D+z;S===!0?h.push(A,A+1,G):h.push(A+1,A,G),b+=3}l.addGroup(m,b,S===!0?1:2),m+=b}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Fs=class i extends Ci{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},ql=class i extends Xe{constructor(t=[],e=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:s};let r=[],o=[];a(s),l(n),h(),this.setAttribute("position",new ye(r,3)),this.setAttribute("normal",new ye(r.slice(),3)),this.setAttribute("uv",new ye(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(x){let R=new F,S=new F,C=new F;for(let w=0;w<e.length;w+=3)f(e[w+0],R),f(e[w+1],S),f(e[w+2],C),c(R,S,C,x)}function c(x,R,S,C){let w=C+1,_=[];for(let b=0;b<=w;b++){_[b]=[];let U=x.clone().lerp(S,b/w),L=R.clone().lerp(S,b/w),D=w-b;for(let z=0;z<=D;z++)z===0&&b===w?_[b][z]=U:_[b][z]=U.clone().lerp(L,z/D)}for(let b=0;b<w;b++)for(let U=0;U<2*(w-b)-1;U++){let L=Math.floor(U/2);U%2===0?(u(_[b][L+1]),u(_[b+1][L]),u(_[b][L])):(u(_[b][L+1]),u(_[b+1][L+1]),u(_[b+1][L]))}}function l(x){let R=new F;for(let S=0;S<r.length;S+=3)R.x=r[S+0],R.y=r[S+1],R.z=r[S+2],R.normalize().multiplyScalar(x),r[S+0]=R.x,r[S+1]=R.y,r[S+2]=R.z}function h(){let x=new F;for(let R=0;R<r.length;R+=3){x.x=r[R+0],x.y=r[R+1],x.z=r[R+2];let S=p(x)/2/Math.PI+.5,C=m(x)/Math.PI+.5;o.push(S,1-C)}g(),d()}function d(){for(let x=0;x<o.length;x+=6){let R=o[x+0],S=o[x+2],C=o[x+4],w=Math.max(R,S,C),_=Math.min(R,S,C);w>.9&&_<.1&&(R<.2&&(o[x+0]+=1),S<.2&&(o[x+2]+=1),C<.2&&(o[x+4]+=1))}}function u(x){r.push(x.x,x.y,x.z)}function f(x,R){let S=x*3;R.x=t[S+0],R.y=t[S+1],R.z=t[S+2]}function g(){let x=new F,R=new F,S=new F,C=new F,w=new Ut,_=new Ut,b=new Ut;for(let U=0,L=0;U<r.length;U+=9,L+=6){x.set(r[U+0],r[U+1],r[U+2]),R.set(r[U+3],r[U+4],r[U+5]),S.set(r[U+6],r[U+7],r[U+8]),w.set(o[L+0],o[L+1]),_.set(o[L+2],o[L+3]),b.set(o[L+4],o[L+5]),C.copy(x).add(R).add(S).divideScalar(3);let D=p(C);v(w,L+0,x,D),v(_,L+2,R,D),v(b,L+4,S,D)}}function v(x,R,S,C){C<0&&x.x===1&&(o[R]=x.x-1),S.x===0&&S.z===0&&(o[R]=C/2/Math.PI+.5)}function p(x){return Math.atan2(x.z,-x.x)}function m(x){return Math.atan2(-x.y,Math.sqrt(x.x*x.x+x.z*x.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.vertices,t.indices,t.radius,t.detail)}};var vl=new F,Sl=new F,bu=new F,Ml=new qi,oa=class extends Xe{constructor(t=null,e=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:t,thresholdAngle:e},t!==null){let s=Math.pow(10,4),r=Math.cos(jr*e),o=t.getIndex(),a=t.getAttribute("position"),c=o?o.count:a.count,l=[0,0,0],h=["a","b","c"],d=new Array(3),u=new Map,f=[];for(let g=0;g<c;g+=3){o?(l[0]=o.getX(g),l[1]=o.getX(g+1),l[2]=o.getX(g+2)):(l[0]=g,l[1]=g+1,l[2]=g+2);let{a:v,b:p,c:m}=Ml;if(v.fromBufferAttribute(a,l[0]),p.fromBufferAttribute(a,l[1]),m.fromBufferAttribute(a,l[2]),Ml.getNormal(bu),d[0]=`${Math.round(v.x*s)},${Math.round(v.y*s)},${Math.round(v.z*s)}`,d[1]=`${Math.round(p.x*s)},${Math.round(p.y*s)},${Math.round(p.z*s)}`,d[2]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,!(d[0]===d[1]||d[1]===d[2]||d[2]===d[0]))for(let x=0;x<3;x++){let R=(x+1)%3,S=d[x],C=d[R],w=Ml[h[x]],_=Ml[h[R]],b=`${S}_${C}`,U=`${C}_${S}`,L=u.get(U);L?(bu.dot(L.normal)<=r&&(f.push(w.x,w.y,w.z),f.push(_.x,_.y,_.z)),u.set(U,null)):u.has(b)||u.set(b,{index0:l[x],index1:l[R],normal:bu.clone()})}}for(let g of u.values())if(g){let{index0:v,index1:p}=g;vl.fromBufferAttribute(a,v),Sl.fromBufferAttribute(a,p),f.push(vl.x,vl.y,vl.z),f.push(Sl.x,Sl.y,Sl.z)}this.setAttribute("position",new ye(f,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};var aa=class i extends Xe{constructor(t=[new Ut(0,-.5),new Ut(.5,0),new Ut(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=de(s,0,Math.PI*2);let r=[],o=[],a=[],c=[],l=[],h=1/e,d=new F,u=new Ut,f=new F,g=new F,v=new F,p=0,m=0;for(let x=0;x<=t.length-1;x++)switch(x){case 0:p=t[x+1].x-t[x].x,m=t[x+1].y-t[x].y,f.x=m*1,f.y=-p,f.z=m*0,v.copy(f),f.normalize(),c.push(f.x,f.y,f.z);break;case t.length-1:v.normalize(),c.push(v.x,v.y,v.z);break;default:p=t[x+1].x-t[x].x,m=t[x+1].y-t[x].y,f.x=m*1,f.y=-p,f.z=m*0,g.copy(f),f.x+=v.x,f.y+=v.y,f.z+=v.z,f.normalize(),c.push(f.x,f.y,f.z),v.copy(g)}for(let x=0;x<=e;x++){let R=n+x*h*s,S=Math.sin(R),C=Math.cos(R);for(let w=0;w<=t.length-1;w++){d.x=t[w].x*S,d.y=t[w].y,d.z=t[w].x*C,o.push(d.x,d.y,d.z),u.x=x/e,u.y=w/(t.length-1),a.push(u.x,u.y);let _=c[3*w+0]*S,b=c[3*w+1],U=c[3*w+0]*C;l.push(_,b,U)}}for(let x=0;x<e;x++)for(let R=0;R<t.length-1;R++){let S=R+x*t.length,C=S,w=S+t.length,_=S+t.length+1,b=S+1;r.push(C,w,b),r.push(_,b,w)}this.setIndex(r),this.setAttribute("position",new ye(o,3)),this.setAttribute("uv",new ye(a,2)),this.setAttribute("normal",new ye(l,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}},la=class i extends ql{constructor(t=1,e=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,t,e),this.type="OctahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new i(t.radius,t.detail)}},rr=class i extends Xe{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),c=Math.floor(s),l=a+1,h=c+1,d=t/a,u=e/c,f=[],g=[],v=[],p=[];for(let m=0;m<h;m++){let x=m*u-o;for(let R=0;R<l;R++){let S=R*d-r;g.push(S,-x,0),v.push(0,0,1),p.push(R/a),p.push(1-m/c)}}for(let m=0;m<c;m++)for(let x=0;x<a;x++){let R=x+l*m,S=x+l*(m+1),C=x+1+l*(m+1),w=x+1+l*m;f.push(R,S,w),f.push(S,C,w)}this.setIndex(f),this.setAttribute("position",new ye(g,3)),this.setAttribute("normal",new ye(v,3)),this.setAttribute("uv",new ye(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}},ca=class i extends Xe{constructor(t=.5,e=1,n=32,s=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:t,outerRadius:e,thetaSegments:n,phiSegments:s,thetaStart:r,thetaLength:o},n=Math.max(3,n),s=Math.max(1,s);let a=[],c=[],l=[],h=[],d=t,u=(e-t)/s,f=new F,g=new Ut;for(let v=0;v<=s;v++){for(let p=0;p<=n;p++){let m=r+p/n*o;f.x=d*Math.cos(m),f.y=d*Math.sin(m),c.push(f.x,f.y,f.z),l.push(0,0,1),g.x=(f.x/e+1)/2,g.y=(f.y/e+1)/2,h.push(g.x,g.y)}d+=u}for(let v=0;v<s;v++){let p=v*(n+1);for(let m=0;m<n;m++){let x=m+p,R=x,S=x+n+1,C=x+n+2,w=x+1;a.push(R,S,w),a.push(S,C,w)}}this.setIndex(a),this.setAttribute("position",new ye(c,3)),this.setAttribute("normal",new ye(l,3)),this.setAttribute("uv",new ye(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}};var Os=class i extends Xe{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let c=Math.min(o+a,Math.PI),l=0,h=[],d=new F,u=new F,f=[],g=[],v=[],p=[];for(let m=0;m<=n;m++){let x=[],R=m/n,S=o+R*a,C=t*Math.cos(S),w=Math.sqrt(t*t-C*C),_=0;m===0&&o===0?_=.5/e:m===n&&c===Math.PI&&(_=-.5/e);for(let b=0;b<=e;b++){let U=b/e,L=s+U*r;d.x=-w*Math.cos(L),d.y=C,d.z=w*Math.sin(L),g.push(d.x,d.y,d.z),u.copy(d).normalize(),v.push(u.x,u.y,u.z),p.push(U+_,1-R),x.push(l++)}h.push(x)}for(let m=0;m<n;m++)for(let x=0;x<e;x++){let R=h[m][x+1],S=h[m][x],C=h[m+1][x],w=h[m+1][x+1];(m!==0||o>0)&&f.push(R,S,w),(m!==n-1||c<Math.PI)&&f.push(S,C,w)}this.setIndex(f),this.setAttribute("position",new ye(g,3)),this.setAttribute("normal",new ye(v,3)),this.setAttribute("uv",new ye(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var ha=class i extends Xe{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let c=[],l=[],h=[],d=[],u=new F,f=new F,g=new F;for(let v=0;v<=n;v++){let p=o+v/n*a;for(let m=0;m<=s;m++){let x=m/s*r;f.x=(t+e*Math.cos(p))*Math.cos(x),f.y=(t+e*Math.cos(p))*Math.sin(x),f.z=e*Math.sin(p),l.push(f.x,f.y,f.z),u.x=t*Math.cos(x),u.y=t*Math.sin(x),g.subVectors(f,u).normalize(),h.push(g.x,g.y,g.z),d.push(m/s),d.push(v/n)}}for(let v=1;v<=n;v++)for(let p=1;p<=s;p++){let m=(s+1)*v+p-1,x=(s+1)*(v-1)+p-1,R=(s+1)*(v-1)+p,S=(s+1)*v+p;c.push(m,x,S),c.push(x,R,S)}this.setIndex(c),this.setAttribute("position",new ye(l,3)),this.setAttribute("normal",new ye(h,3)),this.setAttribute("uv",new ye(d,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function dr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(fp(s))s.isRenderTargetTexture?($t("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(fp(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Bn(i){let t={};for(let e=0;e<i.length;e++){let n=dr(i[e]);for(let s in n)t[s]=n[s]}return t}function fp(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function O_(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function md(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:_e.workingColorSpace}var rm={clone:dr,merge:Bn},B_=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,k_=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ki=class extends $i{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=B_,this.fragmentShader=k_,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=dr(t.uniforms),this.uniformsGroups=O_(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Zt().setHex(s.value);break;case"v2":this.uniforms[n].value=new Ut().fromArray(s.value);break;case"v3":this.uniforms[n].value=new F().fromArray(s.value);break;case"v4":this.uniforms[n].value=new ke().fromArray(s.value);break;case"m3":this.uniforms[n].value=new se().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ue().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Yl=class extends Ki{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Pi=class extends $i{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Zt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Zt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Yc,this.normalScale=new Ut(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new On,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var $l=class extends $i{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=qp,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Zl=class extends $i{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Zr(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function bl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Bs=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let c=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===c)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Jl=class extends Bs{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Tu,endingEnd:Tu}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],c=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Au:r=t,a=2*e-n;break;case Ru:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(c===void 0)switch(this.getSettings_().endingEnd){case Au:o=t,c=2*n-e;break;case Ru:o=1,c=n+s[1]-s[0];break;default:o=t-1,c=e}let l=(n-e)*.5,h=this.valueSize;this._weightPrev=l/(e-a),this._weightNext=l/(c-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=t*a,l=c-a,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,f=this._weightNext,g=(n-e)/(s-e),v=g*g,p=v*g,m=-u*p+2*u*v-u*g,x=(1+u)*p+(-1.5-2*u)*v+(-.5+u)*g+1,R=(-1-f)*p+(1.5+f)*v+.5*g,S=f*p-f*v;for(let C=0;C!==a;++C)r[C]=m*o[h+C]+x*o[l+C]+R*o[c+C]+S*o[d+C];return r}},Kl=class extends Bs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=t*a,l=c-a,h=(n-e)/(s-e),d=1-h;for(let u=0;u!==a;++u)r[u]=o[l+u]*d+o[c+u]*h;return r}},jl=class extends Bs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Ql=class extends Bs{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=t*a,l=c-a,h=this.inTangents,d=this.outTangents;if(!h||!d){let g=(n-e)/(s-e),v=1-g;for(let p=0;p!==a;++p)r[p]=o[l+p]*v+o[c+p]*g;return r}let u=a*2,f=t-1;for(let g=0;g!==a;++g){let v=o[l+g],p=o[c+g],m=f*u+g*2,x=d[m],R=d[m+1],S=t*u+g*2,C=h[S],w=h[S+1],_=H_(n,e,x,C,s);r[g]=om(_,v,R,w,p)}return r}};function om(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function z_(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function H_(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=om(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let c=z_(r,t,e,n,s);if(Math.abs(c)<1e-10)break;r=Math.max(0,Math.min(1,r-a/c))}return r}var ci=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Zr(e,this.TimeBufferType),this.values=Zr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Zr(t.times,Array),values:Zr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),bl(t.settings)&&(n.settings={inTangents:Zr(t.settings.inTangents,Array),outTangents:Zr(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new jl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Kl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Jl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Ql(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case qo:e=this.InterpolantFactoryMethodDiscrete;break;case Ol:e=this.InterpolantFactoryMethodLinear;break;case Tl:e=this.InterpolantFactoryMethodSmooth;break;case Eu:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return $t("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return qo;case this.InterpolantFactoryMethodLinear:return Ol;case this.InterpolantFactoryMethodSmooth:return Tl;case this.InterpolantFactoryMethodBezier:return Eu}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;bl(this.settings)&&(pp(this.settings.inTangents,t),pp(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;bl(this.settings)&&(mp(this.settings.inTangents,t),mp(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(te("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(te("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let c=n[a];if(typeof c=="number"&&isNaN(c)){te("KeyframeTrack: Time is not a valid number.",this,a,c),t=!1;break}if(o!==null&&o>c){te("KeyframeTrack: Out of order keys.",this,a,c,o),t=!1;break}o=c}if(s!==void 0&&i_(s))for(let a=0,c=s.length;a!==c;++a){let l=s[a];if(isNaN(l)){te("KeyframeTrack: Value is not a valid number.",this,a,l),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Tl,r=t.length-1,o=1;for(let a=1;a<r;++a){let c=!1,l=t[a],h=t[a+1];if(l!==h&&(a!==1||l!==t[0]))if(s)c=!0;else{let d=a*n,u=d-n,f=d+n;for(let g=0;g!==n;++g){let v=e[d+g];if(v!==e[u+g]||v!==e[f+g]){c=!0;break}}}if(c){if(a!==o){t[o]=t[a];let d=a*n,u=o*n;for(let f=0;f!==n;++f)e[u+f]=e[d+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,c=o*n,l=0;l!==n;++l)e[c+l]=e[a+l];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,bl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function pp(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function mp(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ci.prototype.ValueTypeName="";ci.prototype.TimeBufferType=Float32Array;ci.prototype.ValueBufferType=Float32Array;ci.prototype.DefaultInterpolation=Ol;var ks=class extends ci{constructor(t,e,n){super(t,e,n)}};ks.prototype.ValueTypeName="bool";ks.prototype.ValueBufferType=Array;ks.prototype.DefaultInterpolation=qo;ks.prototype.InterpolantFactoryMethodLinear=void 0;ks.prototype.InterpolantFactoryMethodSmooth=void 0;var tc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};tc.prototype.ValueTypeName="color";var ec=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};ec.prototype.ValueTypeName="number";var nc=class extends Bs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=(n-e)/(s-e),l=t*a;for(let h=l+a;l!==h;l+=4)Ze.slerpFlat(r,0,o,l-a,o,l,c);return r}},ua=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new nc(this.times,this.values,this.getValueSize(),t)}};ua.prototype.ValueTypeName="quaternion";ua.prototype.InterpolantFactoryMethodSmooth=void 0;var zs=class extends ci{constructor(t,e,n){super(t,e,n)}};zs.prototype.ValueTypeName="string";zs.prototype.ValueBufferType=Array;zs.prototype.DefaultInterpolation=qo;zs.prototype.InterpolantFactoryMethodLinear=void 0;zs.prototype.InterpolantFactoryMethodSmooth=void 0;var ic=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};ic.prototype.ValueTypeName="vector";var sc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,c,l=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),c?c(h):h},this.setURLModifier=function(h){return c=h,this},this.addHandler=function(h,d){return l.push(h,d),this},this.removeHandler=function(h){let d=l.indexOf(h);return d!==-1&&l.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=l.length;d<u;d+=2){let f=l[d],g=l[d+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},am=new sc,rc=class{constructor(t){this.manager=t!==void 0?t:am,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};rc.DEFAULT_MATERIAL_NAME="__DEFAULT";var da=class extends Ke{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Zt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},fa=class extends da{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Ke.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Zt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},wu=new Ue,gp=new F,_p=new F,oc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ut(512,512),this.mapType=Qn,this.map=null,this.mapPass=null,this.matrix=new Ue,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Ns,this._frameExtents=new Ut(1,1),this._viewportCount=1,this._viewports=[new ke(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;gp.setFromMatrixPosition(t.matrixWorld),e.position.copy(gp),_p.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(_p),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){wu.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(wu,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,c=s?s.x/r.x:0,l=s?s.y/r.y:0;t.coordinateSystem===eo||t.reversedDepth?e.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,.5,.5,0,0,0,1),e.multiply(wu)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},wl=new F,El=new Ze,Xi=new F,pa=class extends Ke{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ue,this.projectionMatrix=new Ue,this.projectionMatrixInverse=new Ue,this.coordinateSystem=gi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(wl,El,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(wl,El,Xi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(wl,El,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(wl,El,Xi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ls=new F,xp=new Ut,yp=new Ut,qn=class extends pa{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=io*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(jr*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return io*2*Math.atan(Math.tan(jr*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Ls.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Ls.x,Ls.y).multiplyScalar(-t/Ls.z),Ls.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ls.x,Ls.y).multiplyScalar(-t/Ls.z)}getViewSize(t,e){return this.getViewBounds(t,xp,yp),e.subVectors(yp,xp)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(jr*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,l=o.fullHeight;r+=o.offsetX*s/c,e-=o.offsetY*n/l,s*=o.width/c,n*=o.height/l}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var or=class extends pa{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,c=s-e;if(this.view!==null&&this.view.enabled){let l=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=l*this.view.offsetX,o=r+l*this.view.width,a-=h*this.view.offsetY,c=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Cu=class extends oc{constructor(){super(new or(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ma=class extends da{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Ke.DEFAULT_UP),this.updateMatrix(),this.target=new Ke,this.shadow=new Cu}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Jr=-90,Kr=1,lo=class extends Ke{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new qn(Jr,Kr,t,e);s.layers=this.layers,this.add(s);let r=new qn(Jr,Kr,t,e);r.layers=this.layers,this.add(r);let o=new qn(Jr,Kr,t,e);o.layers=this.layers,this.add(o);let a=new qn(Jr,Kr,t,e);a.layers=this.layers,this.add(a);let c=new qn(Jr,Kr,t,e);c.layers=this.layers,this.add(c);let l=new qn(Jr,Kr,t,e);l.layers=this.layers,this.add(l)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,c]=e;for(let l of e)this.remove(l);if(t===gi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),c.up.set(0,1,0),c.lookAt(0,0,-1);else if(t===eo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),c.up.set(0,-1,0),c.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let l of e)this.add(l),l.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,c,l,h]=this.children,d=t.getRenderTarget(),u=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let p=!1;t.isWebGLRenderer===!0?p=t.state.buffers.depth.getReversed():p=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),t.setRenderTarget(n,4,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),n.texture.mipmapsAutoUpdate=v,t.setRenderTarget(n,5,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(d,u,f),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},ac=class extends qn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var gd="\\[\\]\\.:\\/",V_=new RegExp("["+gd+"]","g"),_d="[^"+gd+"]",G_="[^"+gd.replace("\\.","")+"]",W_=/((?:WC+[\/:])*)/.source.replace("WC",_d),X_=/(WCOD+)?/.source.replace("WCOD",G_),q_=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",_d),Y_=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",_d),$_=new RegExp("^"+W_+X_+q_+Y_+"$"),Z_=["material","materials","bones","map"],Pu=class{constructor(t,e,n){let s=n||We.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},We=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(V_,"")}static parseTrackName(t){let e=$_.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Z_.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let c=n(a.children);if(c)return c}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){$t("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let l=e.objectIndex;switch(n){case"materials":if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){te("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){te("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===l){l=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){te("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){te("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){te("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(l!==void 0){if(t[l]===void 0){te("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[l]}}let o=t[s];if(o===void 0){let l=e.nodeName;te("PropertyBinding: Trying to update property for track: "+l+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){te("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};We.Composite=Pu;We.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};We.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};We.prototype.GetterByBindingType=[We.prototype._getValue_direct,We.prototype._getValue_array,We.prototype._getValue_arrayElement,We.prototype._getValue_toArray];We.prototype.SetterByBindingTypeAndVersioning=[[We.prototype._setValue_direct,We.prototype._setValue_direct_setNeedsUpdate,We.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[We.prototype._setValue_array,We.prototype._setValue_array_setNeedsUpdate,We.prototype._setValue_array_setMatrixWorldNeedsUpdate],[We.prototype._setValue_arrayElement,We.prototype._setValue_arrayElement_setNeedsUpdate,We.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[We.prototype._setValue_fromArray,We.prototype._setValue_fromArray_setNeedsUpdate,We.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var tT=new Float32Array(1);var vp=new Ue,ar=class{constructor(t,e,n=0,s=1/0){this.ray=new Ds(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new ro,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):te("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return vp.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(vp),this}intersectObject(t,e=!0,n=[]){return Iu(t,this,n,e),n.sort(Sp),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Iu(t[s],this,n,e);return n.sort(Sp),n}};function Sp(i,t){return i.distance-t.distance}function Iu(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Iu(r[o],t,e,!0)}}var Hs=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=de(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(de(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Lu=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var ga=class extends sr{constructor(t=10,e=10,n=4473924,s=8947848){n=new Zt(n),s=new Zt(s);let r=e/2,o=t/e,a=t/2,c=[],l=[];for(let u=0,f=0,g=-a;u<=e;u++,g+=o){c.push(-a,0,g,a,0,g),c.push(g,0,-a,g,0,a);let v=u===r?n:s;v.toArray(l,f),f+=3,v.toArray(l,f),f+=3,v.toArray(l,f),f+=3,v.toArray(l,f),f+=3}let h=new Xe;h.setAttribute("position",new ye(c,3)),h.setAttribute("color",new ye(l,3));let d=new Ri({vertexColors:!0,toneMapped:!1});super(h,d),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var _a=class extends Ai{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function xd(i,t,e,n){let s=J_(n);switch(e){case ju:return i*t;case td:return i*t/s.components*s.byteLength;case pc:return i*t/s.components*s.byteLength;case Ws:return i*t*2/s.components*s.byteLength;case mc:return i*t*2/s.components*s.byteLength;case Qu:return i*t*3/s.components*s.byteLength;case Ni:return i*t*4/s.components*s.byteLength;case gc:return i*t*4/s.components*s.byteLength;case va:case Sa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ma:case ba:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case xc:case vc:return Math.max(i,16)*Math.max(t,8)/4;case _c:case yc:return Math.max(i,8)*Math.max(t,8)/2;case Sc:case Mc:case wc:case Ec:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case bc:case wa:case Tc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Ac:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Rc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Cc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Pc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Ic:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Lc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Dc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Nc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Uc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Fc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Oc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Bc:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case kc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case zc:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Hc:case Vc:case Gc:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Wc:case Xc:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Ea:case qc:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function J_(i){switch(i){case Qn:case $u:return{byteLength:1,components:1};case fo:case Zu:case Di:return{byteLength:2,components:1};case dc:case fc:return{byteLength:2,components:4};case Ii:case uc:case Li:return{byteLength:4,components:1};case Ju:case Ku:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?$t("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");/**
 * @license
 * Copyright 2010-2026 Three.js Authors
 * SPDX-License-Identifier: MIT
 */function Cm(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function j_(i){let t=new WeakMap;function e(a,c){let l=a.array,h=a.usage,d=l.byteLength,u=i.createBuffer();i.bindBuffer(c,u),i.bufferData(c,l,h),a.onUploadCallback();let f;if(l instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&l instanceof Float16Array)f=i.HALF_FLOAT;else if(l instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(l instanceof Int16Array)f=i.SHORT;else if(l instanceof Uint32Array)f=i.UNSIGNED_INT;else if(l instanceof Int32Array)f=i.INT;else if(l instanceof Int8Array)f=i.BYTE;else if(l instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(l instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+l);return{buffer:u,type:f,bytesPerElement:l.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,c,l){let h=c.array,d=c.updateRanges;if(i.bindBuffer(l,a),d.length===0)i.bufferSubData(l,0,h);else{d.sort((f,g)=>f.start-g.start);let u=0;for(let f=1;f<d.length;f++){let g=d[u],v=d[f];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,d[u]=v)}d.length=u+1;for(let f=0,g=d.length;f<g;f++){let v=d[f];i.bufferSubData(l,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}c.clearUpdateRanges()}c.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let c=t.get(a);c&&(i.deleteBuffer(c.buffer),t.delete(a))}function o(a,c){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let l=t.get(a);if(l===void 0)t.set(a,e(a,c));else if(l.version<a.version){if(l.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(l.buffer,a,c),l.version=a.version}}return{get:s,remove:r,update:o}}var Q_=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,tx=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,ex=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,nx=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,ix=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,sx=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,rx=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,ox=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,ax=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,lx=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,cx=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,hx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ux=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,dx=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,fx=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,px=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,mx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,gx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,_x=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,xx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,yx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,vx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Sx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Mx=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,bx=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,wx=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Ex=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Tx=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Ax=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Rx="gl_FragColor = linearToOutputTexel( gl_FragColor );",Cx=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Px=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Ix=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Lx=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Dx=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Nx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ux=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Fx=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ox=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Bx=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,kx=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,zx=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Hx=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Vx=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Gx=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Wx=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Xx=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,qx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Yx=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,$x=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Zx=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Jx=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Kx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,jx=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Qx=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,ty=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,ey=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,ny=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,iy=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,sy=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,ry=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,oy=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ay=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,ly=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,cy=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,hy=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,uy=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,dy=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,fy=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,py=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,my=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,gy=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,_y=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,xy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,yy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,vy=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Sy=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,My=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,by=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,wy=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Ey=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Ty=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Ay=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Ry=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Cy=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Py=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Iy=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Ly=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Dy=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Ny=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Uy=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Fy=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Oy=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,By=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,ky=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,zy=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Hy=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Vy=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Gy=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Wy=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Xy=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,qy=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Yy=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,$y=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Zy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Jy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Ky=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,jy=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Qy=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,ev=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,nv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,iv=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,sv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,rv=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,ov=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,av=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,lv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,cv=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,hv=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,uv=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,dv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,fv=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,pv=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,mv=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gv=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,_v=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xv=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,yv=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,vv=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Sv=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Mv=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,bv=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,wv=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Ev=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Tv=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Av=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Rv=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Cv=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Pv=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Iv=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ue={alphahash_fragment:Q_,alphahash_pars_fragment:tx,alphamap_fragment:ex,alphamap_pars_fragment:nx,alphatest_fragment:ix,alphatest_pars_fragment:sx,aomap_fragment:rx,aomap_pars_fragment:ox,batching_pars_vertex:ax,batching_vertex:lx,begin_vertex:cx,beginnormal_vertex:hx,bsdfs:ux,iridescence_fragment:dx,bumpmap_pars_fragment:fx,clipping_planes_fragment:px,clipping_planes_pars_fragment:mx,clipping_planes_pars_vertex:gx,clipping_planes_vertex:_x,color_fragment:xx,color_pars_fragment:yx,color_pars_vertex:vx,color_vertex:Sx,common:Mx,defaultnormal_vertex:bx,displacementmap_pars_vertex:wx,displacementmap_vertex:Ex,emissivemap_fragment:Tx,emissivemap_pars_fragment:Ax,colorspace_fragment:Rx,colorspace_pars_fragment:Cx,envmap_fragment:Px,envmap_common_pars_fragment:Ix,envmap_pars_fragment:Lx,envmap_pars_vertex:Dx,envmap_physical_pars_fragment:Wx,envmap_vertex:Nx,fog_vertex:Ux,fog_pars_vertex:Fx,fog_fragment:Ox,fog_pars_fragment:Bx,gradientmap_pars_fragment:kx,lightmap_pars_fragment:zx,lights_lambert_fragment:Hx,lights_lambert_pars_fragment:Vx,lights_pars_begin:Gx,lights_toon_fragment:Xx,lights_toon_pars_fragment:qx,lights_phong_fragment:Yx,lights_phong_pars_fragment:$x,lights_physical_fragment:Zx,lights_physical_pars_fragment:Jx,lights_fragment_begin:Kx,lights_fragment_maps:jx,lights_fragment_end:Qx,lightprobes_pars_fragment:ty,logdepthbuf_fragment:ey,logdepthbuf_pars_fragment:ny,logdepthbuf_pars_vertex:iy,logdepthbuf_vertex:sy,map_fragment:ry,map_pars_fragment:oy,map_particle_fragment:ay,map_particle_pars_fragment:ly,metalnessmap_fragment:cy,metalnessmap_pars_fragment:hy,morphinstance_vertex:uy,morphcolor_vertex:dy,morphnormal_vertex:fy,morphtarget_pars_vertex:py,morphtarget_vertex:my,normal_fragment_begin:gy,normal_fragment_maps:_y,normal_pars_fragment:xy,normal_pars_vertex:yy,normal_vertex:vy,normalmap_pars_fragment:Sy,clearcoat_normal_fragment_begin:My,clearcoat_normal_fragment_maps:by,clearcoat_pars_fragment:wy,iridescence_pars_fragment:Ey,opaque_fragment:Ty,packing:Ay,premultiplied_alpha_fragment:Ry,project_vertex:Cy,dithering_fragment:Py,dithering_pars_fragment:Iy,roughnessmap_fragment:Ly,roughnessmap_pars_fragment:Dy,shadowmap_pars_fragment:Ny,shadowmap_pars_vertex:Uy,shadowmap_vertex:Fy,shadowmask_pars_fragment:Oy,skinbase_vertex:By,skinning_pars_vertex:ky,skinning_vertex:zy,skinnormal_vertex:Hy,specularmap_fragment:Vy,specularmap_pars_fragment:Gy,tonemapping_fragment:Wy,tonemapping_pars_fragment:Xy,transmission_fragment:qy,transmission_pars_fragment:Yy,uv_pars_fragment:$y,uv_pars_vertex:Zy,uv_vertex:Jy,worldpos_vertex:Ky,background_vert:jy,background_frag:Qy,backgroundCube_vert:tv,backgroundCube_frag:ev,cube_vert:nv,cube_frag:iv,depth_vert:sv,depth_frag:rv,distance_vert:ov,distance_frag:av,equirect_vert:lv,equirect_frag:cv,linedashed_vert:hv,linedashed_frag:uv,meshbasic_vert:dv,meshbasic_frag:fv,meshlambert_vert:pv,meshlambert_frag:mv,meshmatcap_vert:gv,meshmatcap_frag:_v,meshnormal_vert:xv,meshnormal_frag:yv,meshphong_vert:vv,meshphong_frag:Sv,meshphysical_vert:Mv,meshphysical_frag:bv,meshtoon_vert:wv,meshtoon_frag:Ev,points_vert:Tv,points_frag:Av,shadow_vert:Rv,shadow_frag:Cv,sprite_vert:Pv,sprite_frag:Iv},Lt={common:{diffuse:{value:new Zt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new se}},envmap:{envMap:{value:null},envMapRotation:{value:new se},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new se}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new se}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new se},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new se},normalScale:{value:new Ut(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new se},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new se}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new se}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new se}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Zt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Zt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0},uvTransform:{value:new se}},sprite:{diffuse:{value:new Zt(16777215)},opacity:{value:1},center:{value:new Ut(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}}},es={basic:{uniforms:Bn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:Bn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,Lt.lights,{emissive:{value:new Zt(0)},envMapIntensity:{value:1}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:Bn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,Lt.lights,{emissive:{value:new Zt(0)},specular:{value:new Zt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:Bn([Lt.common,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.roughnessmap,Lt.metalnessmap,Lt.fog,Lt.lights,{emissive:{value:new Zt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:Bn([Lt.common,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.gradientmap,Lt.fog,Lt.lights,{emissive:{value:new Zt(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:Bn([Lt.common,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:Bn([Lt.points,Lt.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:Bn([Lt.common,Lt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:Bn([Lt.common,Lt.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:Bn([Lt.common,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:Bn([Lt.sprite,Lt.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new se},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new se}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distance:{uniforms:Bn([Lt.common,Lt.displacementmap,{referencePosition:{value:new F},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distance_vert,fragmentShader:ue.distance_frag},shadow:{uniforms:Bn([Lt.lights,Lt.fog,{color:{value:new Zt(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};es.physical={uniforms:Bn([es.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new se},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new se},clearcoatNormalScale:{value:new Ut(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new se},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new se},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new se},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new se},sheen:{value:0},sheenColor:{value:new Zt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new se},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new se},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new se},transmissionSamplerSize:{value:new Ut},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new se},attenuationDistance:{value:0},attenuationColor:{value:new Zt(0)},specularColor:{value:new Zt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new se},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new se},anisotropyVector:{value:new Ut},anisotropyMap:{value:null},anisotropyMapTransform:{value:new se}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var Jc={r:0,b:0,g:0},Lv=new Ue,Pm=new se;Pm.set(-1,0,0,0,1,0,0,0,1);function Dv(i,t,e,n,s,r){let o=new Zt(0),a=s===!0?0:1,c,l,h=null,d=0,u=null;function f(x){let R=x.isScene===!0?x.background:null;if(R&&R.isTexture){let S=x.backgroundBlurriness>0;R=t.get(R,S)}return R}function g(x){let R=!1,S=f(x);S===null?p(o,a):S&&S.isColor&&(p(S,1),R=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||R)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(x,R){let S=f(R);S&&S.isCubeTexture?(l===void 0&&(l=new Ie(new Ji(1,1,1),new Ki({name:"BackgroundCubeMaterial",uniforms:dr(es.backgroundCube.uniforms),vertexShader:es.backgroundCube.vertexShader,fragmentShader:es.backgroundCube.fragmentShader,side:Ln,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),l.geometry.deleteAttribute("uv"),l.onBeforeRender=function(C,w,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(l)),l.material.uniforms.envMap.value=S,l.material.uniforms.backgroundBlurriness.value=R.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(Lv.makeRotationFromEuler(R.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(Pm),l.material.toneMapped=_e.getTransfer(S.colorSpace)!==Te,(h!==S||d!==S.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,d=S.version,u=i.toneMapping),l.layers.enableAll(),x.unshift(l,l.geometry,l.material,0,0,null)):S&&S.isTexture&&(c===void 0&&(c=new Ie(new rr(2,2),new Ki({name:"BackgroundMaterial",uniforms:dr(es.background.uniforms),vertexShader:es.background.vertexShader,fragmentShader:es.background.fragmentShader,side:ji,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(c)),c.material.uniforms.t2D.value=S,c.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,c.material.toneMapped=_e.getTransfer(S.colorSpace)!==Te,S.matrixAutoUpdate===!0&&S.updateMatrix(),c.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||d!==S.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,d=S.version,u=i.toneMapping),c.layers.enableAll(),x.unshift(c,c.geometry,c.material,0,0,null))}function p(x,R){x.getRGB(Jc,md(i)),e.buffers.color.setClear(Jc.r,Jc.g,Jc.b,R,r)}function m(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(x,R=1){o.set(x),a=R,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(x){a=x,p(o,a)},render:g,addToRenderList:v,dispose:m}}function Nv(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(D,z,G,A,k){let X=!1,V=d(D,A,G,z);r!==V&&(r=V,l(r.object)),X=f(D,A,G,k),X&&g(D,A,G,k),k!==null&&t.update(k,i.ELEMENT_ARRAY_BUFFER),(X||o)&&(o=!1,S(D,z,G,A),k!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(k).buffer))}function c(){return i.createVertexArray()}function l(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function d(D,z,G,A){let k=A.wireframe===!0,X=n[z.id];X===void 0&&(X={},n[z.id]=X);let V=D.isInstancedMesh===!0?D.id:0,lt=X[V];lt===void 0&&(lt={},X[V]=lt);let $=lt[G.id];$===void 0&&($={},lt[G.id]=$);let j=$[k];return j===void 0&&(j=u(c()),$[k]=j),j}function u(D){let z=[],G=[],A=[];for(let k=0;k<e;k++)z[k]=0,G[k]=0,A[k]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:G,attributeDivisors:A,object:D,attributes:{},index:null}}function f(D,z,G,A){let k=r.attributes,X=z.attributes,V=0,lt=G.getAttributes();for(let $ in lt)if(lt[$].location>=0){let nt=k[$],ft=X[$];if(ft===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(ft=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(ft=D.instanceColor)),nt===void 0||nt.attribute!==ft||ft&&nt.data!==ft.data)return!0;V++}return r.attributesNum!==V||r.index!==A}function g(D,z,G,A){let k={},X=z.attributes,V=0,lt=G.getAttributes();for(let $ in lt)if(lt[$].location>=0){let nt=X[$];nt===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(nt=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(nt=D.instanceColor));let ft={};ft.attribute=nt,nt&&nt.data&&(ft.data=nt.data),k[$]=ft,V++}r.attributes=k,r.attributesNum=V,r.index=A}function v(){let D=r.newAttributes;for(let z=0,G=D.length;z<G;z++)D[z]=0}function p(D){m(D,0)}function m(D,z){let G=r.newAttributes,A=r.enabledAttributes,k=r.attributeDivisors;G[D]=1,A[D]===0&&(i.enableVertexAttribArray(D),A[D]=1),k[D]!==z&&(i.vertexAttribDivisor(D,z),k[D]=z)}function x(){let D=r.newAttributes,z=r.enabledAttributes;for(let G=0,A=z.length;G<A;G++)z[G]!==D[G]&&(i.disableVertexAttribArray(G),z[G]=0)}function R(D,z,G,A,k,X,V){V===!0?i.vertexAttribIPointer(D,z,G,k,X):i.vertexAttribPointer(D,z,G,A,k,X)}function S(D,z,G,A){v();let k=A.attributes,X=G.getAttributes(),V=z.defaultAttributeValues;for(let lt in X){let $=X[lt];if($.location>=0){let j=k[lt];if(j===void 0&&(lt==="instanceMatrix"&&D.instanceMatrix&&(j=D.instanceMatrix),lt==="instanceColor"&&D.instanceColor&&(j=D.instanceColor)),j!==void 0){let nt=j.normalized,ft=j.itemSize,dt=t.get(j);if(dt===void 0)continue;let Q=dt.buffer,pt=dt.type,_t=dt.bytesPerElement,ct=pt===i.INT||pt===i.UNSIGNED_INT||j.gpuType===uc;if(j.isInterleavedBufferAttribute){let ot=j.data,Ct=ot.isInterleavedBuffer===!0?ot.stride:ot.itemSize,qt=j.offset;if(ot.isInstancedInterleavedBuffer||ot.isInstancedBufferAttribute){for(let Ot=0;Ot<$.locationSize;Ot++)m($.location+Ot,ot.meshPerAttribute);D.isInstancedMesh!==!0&&A._maxInstanceCount===void 0&&(A._maxInstanceCount=ot.meshPerAttribute*ot.count)}else for(let Ot=0;Ot<$.locationSize;Ot++)p($.location+Ot);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Ot=0;Ot<$.locationSize;Ot++)R($.location+Ot,ft/$.locationSize,pt,nt,Ct*_t,(qt+ft/$.locationSize*Ot)*_t,ct)}else{if(j.isInstancedBufferAttribute){for(let ot=0;ot<$.locationSize;ot++)m($.location+ot,j.meshPerAttribute);D.isInstancedMesh!==!0&&A._maxInstanceCount===void 0&&(A._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let ot=0;ot<$.locationSize;ot++)p($.location+ot);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let ot=0;ot<$.locationSize;ot++)R($.location+ot,ft/$.locationSize,pt,nt,ft*_t,ft/$.locationSize*ot*_t,ct)}}else if(V!==void 0){let nt=V[lt];if(nt!==void 0)switch(nt.length){case 2:i.vertexAttrib2fv($.location,nt);break;case 3:i.vertexAttrib3fv($.location,nt);break;case 4:i.vertexAttrib4fv($.location,nt);break;default:i.vertexAttrib1fv($.location,nt)}}}}x()}function C(){U();for(let D in n){let z=n[D];for(let G in z){let A=z[G];for(let k in A){let X=A[k];for(let V in X)h(X[V].object),delete X[V];delete A[k]}}delete n[D]}}function w(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let G in z){let A=z[G];for(let k in A){let X=A[k];for(let V in X)h(X[V].object),delete X[V];delete A[k]}}delete n[D.id]}function _(D){for(let z in n){let G=n[z];for(let A in G){let k=G[A];if(k[D.id]===void 0)continue;let X=k[D.id];for(let V in X)h(X[V].object),delete X[V];delete k[D.id]}}}function b(D){for(let z in n){let G=n[z],A=D.isInstancedMesh===!0?D.id:0,k=G[A];if(k!==void 0){for(let X in k){let V=k[X];for(let lt in V)h(V[lt].object),delete V[lt];delete k[X]}delete G[A],Object.keys(G).length===0&&delete n[z]}}}function U(){L(),o=!0,r!==s&&(r=s,l(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:U,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:w,releaseStatesOfObject:b,releaseStatesOfProgram:_,initAttributes:v,enableAttribute:p,disableUnusedAttributes:x}}function Uv(i,t,e){let n;function s(c){n=c}function r(c,l){i.drawArrays(n,c,l),e.update(l,n,1)}function o(c,l,h){h!==0&&(i.drawArraysInstanced(n,c,l,h),e.update(l,n,h))}function a(c,l,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,l,0,h);let u=0;for(let f=0;f<h;f++)u+=l[f];e.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Fv(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Ni&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let b=_===Di&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==Qn&&_!==Li&&!b&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function c(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let l=e.precision!==void 0?e.precision:"highp",h=c(l);h!==l&&($t("WebGLRenderer:",l,"not supported, using",h,"instead."),l=h);let d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&d===!1;e.reversedDepthBuffer===!0&&d===!1&&$t("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&d===!0&&$t("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),p=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),x=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),R=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),w=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:a,precision:l,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:p,maxAttributes:m,maxVertexUniforms:x,maxVaryings:R,maxFragmentUniforms:S,maxSamples:C,samples:w}}function Ov(i){let t=this,e=null,n=0,s=!1,r=!1,o=new Xn,a=new se,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let f=d.length!==0||u||n!==0||s;return s=u,n=d.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){e=h(d,u,0)},this.setState=function(d,u,f){let g=d.clippingPlanes,v=d.clipIntersection,p=d.clipShadows,m=i.get(d);if(!s||g===null||g.length===0||r&&!p)r?h(null):l();else{let x=r?0:n,R=x*4,S=m.clippingState||null;c.value=S,S=h(g,u,R,f);for(let C=0;C!==R;++C)S[C]=e[C];m.clippingState=S,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=x}};function l(){c.value!==e&&(c.value=e,c.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(d,u,f,g){let v=d!==null?d.length:0,p=null;if(v!==0){if(p=c.value,g!==!0||p===null){let m=f+v*4,x=u.matrixWorldInverse;a.getNormalMatrix(x),(p===null||p.length<m)&&(p=new Float32Array(m));for(let R=0,S=f;R!==v;++R,S+=4)o.copy(d[R]).applyMatrix4(x,a),o.normal.toArray(p,S),p[S+3]=o.constant}c.value=p,c.needsUpdate=!0}return t.numPlanes=v,t.numIntersection=0,p}}var Ra=class extends li{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new na(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Ji(5,5,5),r=new Ki({name:"CubemapFromEquirect",uniforms:dr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Ln,blending:lr});r.uniforms.tEquirect.value=e;let o=new Ie(s,r),a=e.minFilter;return e.minFilter===_s&&(e.minFilter=Yn),new lo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},lm=256,Bv=3,kv=20,Im=256,Lm=16,zv=3,Hv=new F,Vv=new Zt,jc=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new lo(1,10,null),this._boxMesh=new Ie(new Ji(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=Hv}=r,c=this._renderer;this._setSize(o);let l=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let d=c.autoClear,u=c.autoClearColor,f=c.autoClearDepth,g=c.autoClearStencil,v=t.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,v===null&&(t.background=c.getClearColor(Vv));let p=new lo(n,s,h);return p.position.copy(a),p.update(c,t),c.autoClear=d,c.autoClearColor=u,c.autoClearDepth=f,c.autoClearStencil=g,t.background=v,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(l,e)),this._applyPMREM(l),l}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=um(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=hm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(lm,ud(t))}_fromTexture(t,e){t.mapping===hr||t.mapping===uo?this._setSize(t.image.length===0?lm:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=cm(t,!1,!1),n=Math.log2(t)-Bv;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=cm(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===hr||t.mapping===uo?(this._cubemapMaterial===null&&(this._cubemapMaterial=um()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=hm()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Gv(),this._integrationMaterial=Wv());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Lm);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-zv)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let c=a>0?Math.log2(e)+.5*Math.log2(6/(Im*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=c,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=Xv());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function cm(i,t,e){return new Ra(i,{minFilter:_s,generateMipmaps:t,type:Di,colorSpace:Yo,depthBuffer:e})}function Ca(i,t,e){return new Ki({name:i,uniforms:t,vertexShader:ue.cube_vert,fragmentShader:e,side:Ln,blending:lr,depthTest:!1,depthWrite:!1})}function Gv(){return Ca("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Im}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Wv(){return Ca("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Lm}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Xv(){return Ca("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${kv}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function hm(){return Ca("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function um(){return Ca("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function qv(i){let t=new WeakMap,e=new WeakMap,n=null;function s(u,f=!1){return u==null?null:f?o(u):r(u)}function r(u){if(u&&u.isTexture){let f=u.mapping;if(f===lc||f===cc)if(t.has(u)){let g=t.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new Ra(g.height);return v.fromEquirectangularTexture(i,u),t.set(u,v),u.addEventListener("dispose",l),a(v.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let f=u.mapping,g=f===lc||f===cc,v=f===hr||f===uo;if(g||v){let p=e.get(u),m=p!==void 0?p.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==m)return n===null&&(n=new jc(i)),p=g?n.fromEquirectangular(u,p):n.fromCubemap(u,p),p.texture.pmremVersion=u.pmremVersion,e.set(u,p),p.texture;if(p!==void 0)return p.texture;{let x=u.image;return g&&x&&x.height>0||v&&x&&c(x)?(n===null&&(n=new jc(i)),p=g?n.fromEquirectangular(u):n.fromCubemap(u),p.texture.pmremVersion=u.pmremVersion,e.set(u,p),u.addEventListener("dispose",h),p.texture):null}}}return u}function a(u,f){return f===lc?u.mapping=hr:f===cc&&(u.mapping=uo),u}function c(u){let f=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&f++;return f===g}function l(u){let f=u.target;f.removeEventListener("dispose",l);let g=t.get(f);g!==void 0&&(t.delete(f),g.dispose())}function h(u){let f=u.target;f.removeEventListener("dispose",h);let g=e.get(f);g!==void 0&&(e.delete(f),g.dispose())}function d(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function Yv(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Wo("WebGLRenderer: "+n+" extension not supported."),s}}}function $v(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){c(g.target)}function c(g){g.index!==null&&t.remove(g.index);for(let p in g.attributes)t.remove(g.attributes[p]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(t.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,e.memory.geometries--}function l(g,v){return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),e.memory.geometries++),v}function h(g){let v=g.attributes;for(let p in v)t.update(v[p],i.ARRAY_BUFFER)}function d(g){let v=g.index,p=g.attributes.position,m=0;if(p===void 0)return;let x=v!==null?v.array.length:p.array.length/3-1,R=p.count>=65535?ta:Qo,S=new R(Math.ceil(x/3)*6,1),C=S.array;if(v!==null){let _=v.array;m=v.version;for(let b=0,U=0;b<x;b+=3){let L=_[b+0],D=_[b+1],z=_[b+2];C[U++]=L,C[U++]=D,C[U++]=D,C[U++]=z,C[U++]=z,C[U++]=L}}else{m=p.version;for(let _=0,b=0;_<x;_+=3){let U=_+0,L=_+1,D=_+2;C[b++]=U,C[b++]=L,C[b++]=L,C[b++]=D,C[b++]=D,C[b++]=U}}S.version=m;let w=r.get(g);w&&t.remove(w),r.set(g,S)}function u(g){let v=r.get(g);if(v){let p=g.index;p!==null&&v.version<p.version&&d(g)}else d(g);return r.get(g)}function f(){for(let g in s){let v=s[g].deref();v!==void 0&&c(v)}}return{get:l,update:h,getWireframeAttribute:u,dispose:f}}function Zv(i,t,e){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function c(d,u){i.drawElements(n,u,r,d*o),e.update(u,n,1)}function l(d,u,f){f!==0&&(i.drawElementsInstanced(n,u,r,d*o,f),e.update(u,n,f))}function h(d,u,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,d,0,f);let v=0;for(let p=0;p<f;p++)v+=u[p];e.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=c,this.renderInstances=l,this.renderMultiDraw=h}function Jv(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:te("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function Kv(i,t,e){let n=new WeakMap,s=new ke;function r(o,a,c){let l=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==d){let U=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",U)};u!==void 0&&u.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],x=a.morphAttributes.color||[],R=0;f===!0&&(R=1),g===!0&&(R=2),v===!0&&(R=3);let S=a.attributes.position.count*R,C=1;S>t.maxTextureSize&&(C=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let w=new Float32Array(S*C*4*d),_=new Ko(w,S,C,d);_.type=Li,_.needsUpdate=!0;let b=R*4;for(let L=0;L<d;L++){let D=p[L],z=m[L],G=x[L],A=S*C*4*L;for(let k=0;k<D.count;k++){let X=k*b;f===!0&&(s.fromBufferAttribute(D,k),w[A+X+0]=s.x,w[A+X+1]=s.y,w[A+X+2]=s.z,w[A+X+3]=0),g===!0&&(s.fromBufferAttribute(z,k),w[A+X+4]=s.x,w[A+X+5]=s.y,w[A+X+6]=s.z,w[A+X+7]=0),v===!0&&(s.fromBufferAttribute(G,k),w[A+X+8]=s.x,w[A+X+9]=s.y,w[A+X+10]=s.z,w[A+X+11]=G.itemSize===4?s.w:1)}}u={count:d,texture:_,size:new Ut(S,C)},n.set(a,u),a.addEventListener("dispose",U)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let v=0;v<l.length;v++)f+=l[v];let g=a.morphTargetsRelative?1:1-f;c.getUniforms().setValue(i,"morphTargetBaseInfluence",g),c.getUniforms().setValue(i,"morphTargetInfluences",l)}c.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),c.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function jv(i,t,e,n,s){let r=new WeakMap;function o(l){let h=s.render.frame,d=l.geometry,u=t.get(l,d);if(r.get(u)!==h&&(t.update(u),r.set(u,h)),l.isInstancedMesh&&(l.hasEventListener("dispose",c)===!1&&l.addEventListener("dispose",c),r.get(l)!==h&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),r.set(l,h))),l.isSkinnedMesh){let f=l.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return u}function a(){r=new WeakMap}function c(l){let h=l.target;h.removeEventListener("dispose",c),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var Qv={[zu]:"LINEAR_TONE_MAPPING",[Hu]:"REINHARD_TONE_MAPPING",[Vu]:"CINEON_TONE_MAPPING",[Gu]:"ACES_FILMIC_TONE_MAPPING",[Xu]:"AGX_TONE_MAPPING",[qu]:"NEUTRAL_TONE_MAPPING",[Wu]:"CUSTOM_TONE_MAPPING"};function tS(i,t,e,n,s,r){let o=new li(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,c=null,l=null,h=new Xe;h.setAttribute("position",new ye([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new ye([0,2,0,0,2,0],2));let d=new Yl({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Ie(h,d),f=new or(-1,1,1,-1,0,1),g=null,v=null,p=!1,m,x=null,R=[],S=!1;this.setSize=function(C,w){o.setSize(C,w),a!==null&&a.setSize(C,w),c!==null&&c.setSize(C,w);for(let _=0;_<R.length;_++){let b=R[_];b.setSize&&b.setSize(C,w)}},this.setEffects=function(C){R=C,S=R.length>0&&R[0].isRenderPass===!0;let w=o.width,_=o.height;R.length>0&&a===null&&(a=new li(w,_,{type:Di,depthBuffer:!1,stencilBuffer:!1}),c=new li(w,_,{type:Di,depthBuffer:!1,stencilBuffer:!1}));let b=s===!0&&R.some(U=>U.needsDepthTexture===!0);b!==(o.depthTexture!==null)&&(b===!0&&l===null&&(l=new gs(w,_),r===!0&&(l.format=xs,l.type=ur)),o.dispose(),o.depthTexture=b?l:null,o.resolveDepthBuffer=b,o.storeMultisampledDepthBuffer=b);for(let U=0;U<R.length;U++){let L=R[U];L.setSize&&L.setSize(w,_),b&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(l)}},this.begin=function(C,w){if(p||C.toneMapping===Qi&&R.length===0)return!1;if(x=w,w!==null){let _=w.width,b=w.height;(o.width!==_||o.height!==b)&&this.setSize(_,b)}return S===!1&&C.setRenderTarget(o),m=C.toneMapping,C.toneMapping=Qi,!0},this.hasRenderPass=function(){return S},this.end=function(C,w){C.toneMapping=m,p=!0;let _=o,b=a;for(let U=0;U<R.length;U++){let L=R[U];L.enabled!==!1&&(L.render(C,b,_,w),L.needsSwap!==!1&&(_=b,b=b===a?c:a))}if(g!==C.outputColorSpace||v!==C.toneMapping){g=C.outputColorSpace,v=C.toneMapping,d.defines={},_e.getTransfer(g)===Te&&(d.defines.SRGB_TRANSFER="");let U=Qv[v];U&&(d.defines[U]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=_.texture,C.setRenderTarget(x),C.render(u,f),x=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),c!==null&&c.dispose(),h.dispose(),d.dispose()}}var Dm=new $n,Nm=new gs(1,1),Um=new sa(1),Fm=new Ko,Om=new zl,Bm=new na,dm=[],fm=[],pm=new Float32Array(16),mm=new Float32Array(9),gm=new Float32Array(4);function mo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=dm[s];if(r===void 0&&(r=new Float32Array(s),dm[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function gn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function _n(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function th(i,t){let e=fm[t];e===void 0&&(e=new Int32Array(t),fm[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function eS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function nS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2fv(this.addr,t),_n(e,t)}}function iS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(gn(e,t))return;i.uniform3fv(this.addr,t),_n(e,t)}}function sS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4fv(this.addr,t),_n(e,t)}}function rS(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;gm.set(n),i.uniformMatrix2fv(this.addr,!1,gm),_n(e,n)}}function oS(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;mm.set(n),i.uniformMatrix3fv(this.addr,!1,mm),_n(e,n)}}function aS(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;pm.set(n),i.uniformMatrix4fv(this.addr,!1,pm),_n(e,n)}}function lS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function cS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2iv(this.addr,t),_n(e,t)}}function hS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;i.uniform3iv(this.addr,t),_n(e,t)}}function uS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4iv(this.addr,t),_n(e,t)}}function dS(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function fS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2uiv(this.addr,t),_n(e,t)}}function pS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;i.uniform3uiv(this.addr,t),_n(e,t)}}function mS(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4uiv(this.addr,t),_n(e,t)}}function eh(i){return i.version===0&&(i.compareFunction=ad,i.needsUpdate=!0),i}function gS(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=eh(Nm):r=Dm,e.setTexture2D(t||r,s)}function _S(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Om,s)}function xS(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=eh(Um):r=Bm,e.setTextureCube(t||r,s)}function yS(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Fm,s)}function vS(i){switch(i){case 5126:return eS;case 35664:return nS;case 35665:return iS;case 35666:return sS;case 35674:return rS;case 35675:return oS;case 35676:return aS;case 5124:case 35670:return lS;case 35667:case 35671:return cS;case 35668:case 35672:return hS;case 35669:case 35673:return uS;case 5125:return dS;case 36294:return fS;case 36295:return pS;case 36296:return mS;case 35678:case 36198:case 36298:case 36306:case 35682:return gS;case 35679:case 36299:case 36307:return _S;case 35680:case 36300:case 36308:case 36293:return xS;case 36289:case 36303:case 36311:case 36292:return yS}}function SS(i,t){i.uniform1fv(this.addr,t)}function MS(i,t){let e=mo(t,this.size,2);i.uniform2fv(this.addr,e)}function bS(i,t){let e=mo(t,this.size,3);i.uniform3fv(this.addr,e)}function wS(i,t){let e=mo(t,this.size,4);i.uniform4fv(this.addr,e)}function ES(i,t){let e=mo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function TS(i,t){let e=mo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function AS(i,t){let e=mo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function RS(i,t){i.uniform1iv(this.addr,t)}function CS(i,t){i.uniform2iv(this.addr,t)}function PS(i,t){i.uniform3iv(this.addr,t)}function IS(i,t){i.uniform4iv(this.addr,t)}function LS(i,t){i.uniform1uiv(this.addr,t)}function DS(i,t){i.uniform2uiv(this.addr,t)}function NS(i,t){i.uniform3uiv(this.addr,t)}function US(i,t){i.uniform4uiv(this.addr,t)}function FS(i,t,e){let n=this.cache,s=t.length,r=th(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=eh(Nm):o=Dm;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function OS(i,t,e){let n=this.cache,s=t.length,r=th(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Om,r[o])}function BS(i,t,e){let n=this.cache,s=t.length,r=th(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=eh(Um):o=Bm;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function kS(i,t,e){let n=this.cache,s=t.length,r=th(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Fm,r[o])}function zS(i){switch(i){case 5126:return SS;case 35664:return MS;case 35665:return bS;case 35666:return wS;case 35674:return ES;case 35675:return TS;case 35676:return AS;case 5124:case 35670:return RS;case 35667:case 35671:return CS;case 35668:case 35672:return PS;case 35669:case 35673:return IS;case 5125:return LS;case 36294:return DS;case 36295:return NS;case 36296:return US;case 35678:case 36198:case 36298:case 36306:case 35682:return FS;case 35679:case 36299:case 36307:return OS;case 35680:case 36300:case 36308:case 36293:return BS;case 36289:case 36303:case 36311:case 36292:return kS}}var Sd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=vS(e.type)}},Md=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=zS(e.type)}},bd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},yd=/(\w+)(\])?(\[|\.)?/g;function _m(i,t){i.seq.push(t),i.map[t.id]=t}function HS(i,t,e){let n=i.name,s=n.length;for(yd.lastIndex=0;;){let r=yd.exec(n),o=yd.lastIndex,a=r[1],c=r[2]==="]",l=r[3];if(c&&(a=a|0),l===void 0||l==="["&&o+2===s){_m(e,l===void 0?new Sd(a,i,t):new Md(a,i,t));break}else{let d=e.map[a];d===void 0&&(d=new bd(a),_m(e,d)),e=d}}}var po=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),c=t.getUniformLocation(e,a.name);HS(a,c,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],c=n[a.id];c.needsUpdate!==!1&&a.setValue(t,c.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function xm(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var VS=37297,GS=0;function WS(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var ym=new se;function XS(i){_e._getMatrix(ym,_e.workingColorSpace,i);let t=`mat3( ${ym.elements.map(e=>e.toFixed(4))} )`;switch(_e.getTransfer(i)){case $o:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return $t("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function vm(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+WS(i.getShaderSource(t),a)}else return r}function qS(i,t){let e=XS(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var YS={[zu]:"Linear",[Hu]:"Reinhard",[Vu]:"Cineon",[Gu]:"ACESFilmic",[Xu]:"AgX",[qu]:"Neutral",[Wu]:"Custom"};function $S(i,t){let e=YS[t];return e===void 0?($t("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Kc=new F;function ZS(){_e.getLuminanceCoefficients(Kc);let i=Kc.x.toFixed(4),t=Kc.y.toFixed(4),e=Kc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function JS(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Aa).join(`
`)}function KS(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function jS(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Aa(i){return i!==""}function Sm(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Mm(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var QS=/^[ \t]*#include +<([\w\d./]+)>/gm;function wd(i){return i.replace(QS,tM)}function tM(i,t){let e=ue[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return wd(e)}var eM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function bm(i){return i.replace(eM,nM)}function nM(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function wm(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var iM={[xa]:"SHADOWMAP_TYPE_PCF",[co]:"SHADOWMAP_TYPE_VSM"};function sM(i){return iM[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var rM={[uo]:"ENVMAP_MODE_REFRACTION"};function oM(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":rM[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var aM={[ku]:"ENVMAP_BLENDING_MULTIPLY",[Gp]:"ENVMAP_BLENDING_MIX",[Wp]:"ENVMAP_BLENDING_ADD"};function lM(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":aM[i.combine]||"ENVMAP_BLENDING_NONE"}function cM(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,c=sM(e),l=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=oM(e),d=lM(e),u=JS(e),f=KS(r),g=s.createProgram(),v,p,m=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(v=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Aa).join(`
`),v.length>0&&(v+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Aa).join(`
`),p.length>0&&(p+=`
`)):(v=[wm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+c:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Aa).join(`
`),p=[wm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+l:"",e.envMap?"#define "+h:"",e.envMap?"#define "+d:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+c:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Qi?"#define TONE_MAPPING":"",e.toneMapping!==Qi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Qi?$S("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,qS("linearToOutputTexel",e.outputColorSpace),ZS(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Aa).join(`
`)),o=wd(o),o=Sm(o,e),o=Mm(o,e),a=wd(a),a=Sm(a,e),a=Mm(a,e),o=bm(o),a=bm(a),e.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,p=["#define varying in",e.glslVersion===cd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===cd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let x=m+v+o,R=m+p+a,S=xm(s,s.VERTEX_SHADER,x),C=xm(s,s.FRAGMENT_SHADER,R);s.attachShader(g,S),s.attachShader(g,C),e.index0AttributeName!==void 0?s.bindAttribLocation(g,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function w(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(S)||"",G=s.getShaderInfoLog(C)||"",A=D.trim(),k=z.trim(),X=G.trim(),V=!0,lt=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,S,C);else{let $=vm(s,S,"vertex"),j=vm(s,C,"fragment");te("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+A+`
`+$+`
`+j)}else A!==""?$t("WebGLProgram: Program Info Log:",A):(k===""||X==="")&&(lt=!1);lt&&(L.diagnostics={runnable:V,programLog:A,vertexShader:{log:k,prefix:v},fragmentShader:{log:X,prefix:p}})}s.deleteShader(S),s.deleteShader(C),_=new po(s,g),b=jS(s,g)}let _;this.getUniforms=function(){return _===void 0&&w(this),_};let b;this.getAttributes=function(){return b===void 0&&w(this),b};let U=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return U===!1&&(U=s.getProgramParameter(g,VS)),U},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=GS++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=C,this}var hM=0,Ed=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Td(t),e.set(t,n)),n}},Td=class{constructor(t){this.id=hM++,this.code=t,this.usedTimes=0}};function uM(i){return i===Ws||i===wa||i===Ea}function dM(i,t,e,n,s,r){let o=new ro,a=new Ed,c=new Set,l=[],h=new Map,d=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return c.add(_),_===0?"uv":`uv${_}`}function g(_,b,U,L,D,z){let G=L.fog,A=D.geometry,k=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?L.environment:null,X=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,V=t.get(_.envMap||k,X),lt=u[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&$t("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let j=A.morphAttributes.position||A.morphAttributes.normal||A.morphAttributes.color,nt=j!==void 0?j.length:0,ft=0;A.morphAttributes.position!==void 0&&(ft=1),A.morphAttributes.normal!==void 0&&(ft=2),A.morphAttributes.color!==void 0&&(ft=3);let dt,Q,pt,_t;if(lt){let At=es[lt];dt=At.vertexShader,Q=At.fragmentShader}else{dt=_.vertexShader,Q=_.fragmentShader;let At=a.getVertexShaderStage(_),ce=a.getFragmentShaderStage(_);a.update(_,At,ce),pt=At.id,_t=ce.id}let ct=i.getRenderTarget(),ot=i.state.buffers.depth.getReversed(),Ct=D.isInstancedMesh===!0,qt=D.isBatchedMesh===!0,Ot=!!_.map,re=!!_.matcap,Jt=!!V,jt=Jt&&V.isPMREMTexture===!0,Ye=!!_.aoMap,Be=!!_.lightMap,on=!!_.bumpMap&&_.wireframe===!1,Le=!!_.normalMap,Sn=!!_.displacementMap,ve=!!_.emissiveMap,pn=!!_.metalnessMap,je=!!_.roughnessMap,an=_.anisotropy>0,B=_.clearcoat>0,Rt=_.diffuseRoughness>0,Kt=_.dispersion>0,ae=_.retroreflectivity>0,bt=_.iridescence>0,Ne=_.sheen>0,Vt=_.transmission>0,Yt=an&&!!_.anisotropyMap,P=B&&!!_.clearcoatMap,M=B&&!!_.clearcoatNormalMap,q=B&&!!_.clearcoatRoughnessMap,ut=Rt&&!!_.diffuseRoughnessMap,rt=bt&&!!_.iridescenceMap,yt=bt&&!!_.iridescenceThicknessMap,vt=Ne&&!!_.sheenColorMap,tt=Ne&&!!_.sheenRoughnessMap,it=!!_.specularMap,gt=!!_.specularColorMap,O=!!_.specularIntensityMap,st=Vt&&!!_.transmissionMap,et=Vt&&!!_.thicknessMap,wt=!!_.gradientMap,xt=!!_.alphaMap,Mt=_.alphaTest>0,Gt=!!_.alphaHash,ee=!!_.extensions,ht=Qi;_.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(ht=i.toneMapping);let kt=jt?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,ne={shaderID:lt,shaderType:_.type,shaderName:_.name,vertexShader:dt,fragmentShader:Q,defines:_.defines,customVertexShaderID:pt,customFragmentShaderID:_t,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:qt,batchingColor:qt&&D._colorsTexture!==null,instancing:Ct,instancingColor:Ct&&D.instanceColor!==null,instancingMorph:Ct&&D.morphTexture!==null,outputColorSpace:ct===null?i.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:_e.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Ot,matcap:re,envMap:Jt,envMapMode:Jt&&V.mapping,envMapPMREM:jt,envMapMaxLod:jt?kt.length-1:null,envMapSize:jt?kt[0].width:null,aoMap:Ye,lightMap:Be,bumpMap:on,normalMap:Le,displacementMap:Sn,emissiveMap:ve,normalMapObjectSpace:Le&&_.normalMapType===Yp,normalMapTangentSpace:Le&&_.normalMapType===Yc,packedNormalMap:Le&&_.normalMapType===Yc&&uM(_.normalMap.format),metalnessMap:pn,roughnessMap:je,anisotropy:an,anisotropyMap:Yt,clearcoat:B,clearcoatMap:P,clearcoatNormalMap:M,clearcoatRoughnessMap:q,diffuseRoughness:Rt,diffuseRoughnessMap:ut,dispersion:Kt,retroreflection:ae,iridescence:bt,iridescenceMap:rt,iridescenceThicknessMap:yt,sheen:Ne,sheenColorMap:vt,sheenRoughnessMap:tt,specularMap:it,specularColorMap:gt,specularIntensityMap:O,transmission:Vt,transmissionMap:st,thicknessMap:et,gradientMap:wt,opaque:_.transparent===!1&&_.blending===ho&&_.alphaToCoverage===!1,alphaMap:xt,alphaTest:Mt,alphaHash:Gt,combine:_.combine,mapUv:Ot&&f(_.map.channel),aoMapUv:Ye&&f(_.aoMap.channel),lightMapUv:Be&&f(_.lightMap.channel),bumpMapUv:on&&f(_.bumpMap.channel),normalMapUv:Le&&f(_.normalMap.channel),displacementMapUv:Sn&&f(_.displacementMap.channel),emissiveMapUv:ve&&f(_.emissiveMap.channel),metalnessMapUv:pn&&f(_.metalnessMap.channel),roughnessMapUv:je&&f(_.roughnessMap.channel),anisotropyMapUv:Yt&&f(_.anisotropyMap.channel),clearcoatMapUv:P&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ut&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:rt&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:yt&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:vt&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:tt&&f(_.sheenRoughnessMap.channel),specularMapUv:it&&f(_.specularMap.channel),specularColorMapUv:gt&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:st&&f(_.transmissionMap.channel),thicknessMapUv:et&&f(_.thicknessMap.channel),alphaMapUv:xt&&f(_.alphaMap.channel),vertexTangents:!!A.attributes.tangent&&(Le||an),vertexNormals:!!A.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!A.attributes.color&&A.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!A.attributes.uv&&(Ot||xt),fog:!!G,useFog:_.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||A.attributes.normal===void 0&&Le===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:ot,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:A.attributes.position!==void 0,morphTargets:A.morphAttributes.position!==void 0,morphNormals:A.morphAttributes.normal!==void 0,morphColors:A.morphAttributes.color!==void 0,morphTargetsCount:nt,morphTextureStride:ft,numSunLights:b.sun.length,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numSunLightShadows:b.sunShadowMap.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numLightProbeGrids:z.filter(At=>At.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&U.length>0,shadowMapType:i.shadowMap.type,toneMapping:ht,decodeVideoTexture:Ot&&_.map.isVideoTexture===!0&&_e.getTransfer(_.map.colorSpace)===Te,decodeVideoTextureEmissive:ve&&_.emissiveMap.isVideoTexture===!0&&_e.getTransfer(_.emissiveMap.colorSpace)===Te,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===jn,flipSided:_.side===Ln,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:ee&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ee&&_.extensions.multiDraw===!0||qt)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return ne.vertexUv1s=c.has(1),ne.vertexUv2s=c.has(2),ne.vertexUv3s=c.has(3),c.clear(),ne}function v(_){let b=[];if(_.shaderID?b.push(_.shaderID):(b.push(_.customVertexShaderID),b.push(_.customFragmentShaderID)),_.defines!==void 0)for(let U in _.defines)b.push(U),b.push(_.defines[U]);return _.isRawShaderMaterial===!1&&(p(b,_),m(b,_),b.push(i.outputColorSpace)),b.push(_.customProgramCacheKey),b.join()}function p(_,b){_.push(b.precision),_.push(b.outputColorSpace),_.push(b.envMapMode),_.push(b.envMapPMREM),_.push(b.envMapMaxLod),_.push(b.envMapSize),_.push(b.mapUv),_.push(b.alphaMapUv),_.push(b.lightMapUv),_.push(b.aoMapUv),_.push(b.bumpMapUv),_.push(b.normalMapUv),_.push(b.displacementMapUv),_.push(b.emissiveMapUv),_.push(b.metalnessMapUv),_.push(b.roughnessMapUv),_.push(b.anisotropyMapUv),_.push(b.clearcoatMapUv),_.push(b.clearcoatNormalMapUv),_.push(b.clearcoatRoughnessMapUv),_.push(b.diffuseRoughnessMapUv),_.push(b.iridescenceMapUv),_.push(b.iridescenceThicknessMapUv),_.push(b.sheenColorMapUv),_.push(b.sheenRoughnessMapUv),_.push(b.specularMapUv),_.push(b.specularColorMapUv),_.push(b.specularIntensityMapUv),_.push(b.transmissionMapUv),_.push(b.thicknessMapUv),_.push(b.combine),_.push(b.fogExp2),_.push(b.sizeAttenuation),_.push(b.morphTargetsCount),_.push(b.numSunLights),_.push(b.numDirLights),_.push(b.numPointLights),_.push(b.numSpotLights),_.push(b.numSpotLightMaps),_.push(b.numHemiLights),_.push(b.numRectAreaLights),_.push(b.numSunLightShadows),_.push(b.numDirLightShadows),_.push(b.numPointLightShadows),_.push(b.numSpotLightShadows),_.push(b.numSpotLightShadowsWithMaps),_.push(b.numLightProbes),_.push(b.numLightProbeGrids),_.push(b.shadowMapType),_.push(b.toneMapping),_.push(b.numClippingPlanes),_.push(b.numClipIntersection),_.push(b.depthPacking)}function m(_,b){o.disableAll(),b.instancing&&o.enable(0),b.instancingColor&&o.enable(1),b.instancingMorph&&o.enable(2),b.matcap&&o.enable(3),b.envMap&&o.enable(4),b.normalMapObjectSpace&&o.enable(5),b.normalMapTangentSpace&&o.enable(6),b.clearcoat&&o.enable(7),b.iridescence&&o.enable(8),b.alphaTest&&o.enable(9),b.vertexColors&&o.enable(10),b.vertexAlphas&&o.enable(11),b.vertexUv1s&&o.enable(12),b.vertexUv2s&&o.enable(13),b.vertexUv3s&&o.enable(14),b.vertexTangents&&o.enable(15),b.anisotropy&&o.enable(16),b.alphaHash&&o.enable(17),b.batching&&o.enable(18),b.dispersion&&o.enable(19),b.retroreflection&&o.enable(24),b.diffuseRoughness&&o.enable(25),b.batchingColor&&o.enable(20),b.gradientMap&&o.enable(21),b.packedNormalMap&&o.enable(22),b.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),b.fog&&o.enable(0),b.useFog&&o.enable(1),b.flatShading&&o.enable(2),b.logarithmicDepthBuffer&&o.enable(3),b.reversedDepthBuffer&&o.enable(4),b.skinning&&o.enable(5),b.morphTargets&&o.enable(6),b.morphNormals&&o.enable(7),b.morphColors&&o.enable(8),b.premultipliedAlpha&&o.enable(9),b.shadowMapEnabled&&o.enable(10),b.doubleSided&&o.enable(11),b.flipSided&&o.enable(12),b.useDepthPacking&&o.enable(13),b.dithering&&o.enable(14),b.transmission&&o.enable(15),b.sheen&&o.enable(16),b.opaque&&o.enable(17),b.pointsUvs&&o.enable(18),b.decodeVideoTexture&&o.enable(19),b.decodeVideoTextureEmissive&&o.enable(20),b.alphaToCoverage&&o.enable(21),b.numLightProbeGrids>0&&o.enable(22),b.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function x(_){let b=u[_.type],U;if(b){let L=es[b];U=rm.clone(L.uniforms)}else U=_.uniforms;return U}function R(_,b){let U=h.get(b);return U!==void 0?++U.usedTimes:(U=new cM(i,b,_,s),l.push(U),h.set(b,U)),U}function S(_){if(--_.usedTimes===0){let b=l.indexOf(_);l[b]=l[l.length-1],l.pop(),h.delete(_.cacheKey),_.destroy()}}function C(_){a.remove(_)}function w(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:x,acquireProgram:R,releaseProgram:S,releaseShaderCache:C,programs:l,dispose:w}}function fM(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,c){i.get(o)[a]=c}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function pM(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function Em(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Tm(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u){let f=0;return u.isInstancedMesh&&(f+=2),u.isSkinnedMesh&&(f+=1),f}function a(u,f,g,v,p,m){let x=i[t];return x===void 0?(x={id:u.id,object:u,geometry:f,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:p,group:m},i[t]=x):(x.id=u.id,x.object=u,x.geometry=f,x.material=g,x.materialVariant=o(u),x.groupOrder=v,x.renderOrder=u.renderOrder,x.z=p,x.group=m),t++,x}function c(u,f,g,v,p,m,x){x.reversedDepth===!0&&(p=-p);let R=a(u,f,g,v,p,m);g.transmission>0?n.push(R):g.transparent===!0?s.push(R):e.push(R)}function l(u,f,g,v,p,m){let x=a(u,f,g,v,p,m);g.transmission>0?n.unshift(x):g.transparent===!0?s.unshift(x):e.unshift(x)}function h(u,f){e.length>1&&e.sort(u||pM),n.length>1&&n.sort(f||Em),s.length>1&&s.sort(f||Em)}function d(){for(let u=t,f=i.length;u<f;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:c,unshift:l,finish:d,sort:h}}function mM(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Tm,i.set(n,[o])):s>=r.length?(o=new Tm,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function gM(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new F,color:new Zt};break;case"SpotLight":e={position:new F,direction:new F,color:new Zt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new F,color:new Zt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new F,skyColor:new Zt,groundColor:new Zt};break;case"RectAreaLight":e={color:new Zt,position:new F,halfWidth:new F,halfHeight:new F};break}return i[t.id]=e,e}}}function _M(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ut};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ut};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ut,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var xM=0;function yM(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function vM(i){let t=new gM,e=_M(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let l=0;l<9;l++)n.probe.push(new F);let s=new F,r=new Ue,o=new Ue;function a(l){let h=0,d=0,u=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,g=0,v=0,p=0,m=0,x=0,R=0,S=0,C=0,w=0,_=0,b=0,U=0,L=0;l.sort(yM);for(let z=0,G=l.length;z<G;z++){let A=l[z],k=A.color,X=A.intensity,V=A.distance,lt=null;if(A.shadow&&A.shadow.map&&(A.shadow.map.texture.format===Ws?lt=A.shadow.map.texture:lt=A.shadow.map.depthTexture||A.shadow.map.texture),A.isAmbientLight)h+=k.r*X,d+=k.g*X,u+=k.b*X;else if(A.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(A.sh.coefficients[$],X);L++}else if(A.isSunLight){let $=t.get(A);if($.color.copy(A.color).multiplyScalar(A.intensity),A.castShadow){let j=A.shadow,nt=e.get(A);nt.shadowIntensity=j.intensity,nt.shadowBias=j.bias,nt.shadowNormalBias=j.normalBias,nt.shadowRadius=j.radius,nt.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[g]=nt,n.sunShadowMap[g]=lt;let ft=j.getViewportCount();for(let dt=0;dt<ft;dt++)n.sunShadowMatrix[v+dt]=j.getMatrix(dt),n.sunShadowCascade[v+dt]=j._cascadeData[dt];v+=ft,g++}n.sun[f]=$,f++}else if(A.isDirectionalLight){let $=t.get(A);if($.color.copy(A.color).multiplyScalar(A.intensity),A.castShadow){let j=A.shadow,nt=e.get(A);nt.shadowIntensity=j.intensity,nt.shadowBias=j.bias,nt.shadowNormalBias=j.normalBias,nt.shadowRadius=j.radius,nt.shadowMapSize=j.mapSize,n.directionalShadow[p]=nt,n.directionalShadowMap[p]=lt,n.directionalShadowMatrix[p]=A.shadow.matrix,C++}n.directional[p]=$,p++}else if(A.isSpotLight){let $=t.get(A);$.position.setFromMatrixPosition(A.matrixWorld),$.color.copy(k).multiplyScalar(X),$.distance=V,$.coneCos=Math.cos(A.angle),$.penumbraCos=Math.cos(A.angle*(1-A.penumbra)),$.decay=A.decay,n.spot[x]=$;let j=A.shadow;if(A.map&&(n.spotLightMap[b]=A.map,b++,j.updateMatrices(A),A.castShadow&&U++),n.spotLightMatrix[x]=j.matrix,A.castShadow){let nt=e.get(A);nt.shadowIntensity=j.intensity,nt.shadowBias=j.bias,nt.shadowNormalBias=j.normalBias,nt.shadowRadius=j.radius,nt.shadowMapSize=j.mapSize,n.spotShadow[x]=nt,n.spotShadowMap[x]=lt,_++}x++}else if(A.isRectAreaLight){let $=t.get(A);$.color.copy(k).multiplyScalar(X),$.halfWidth.set(A.width*.5,0,0),$.halfHeight.set(0,A.height*.5,0),n.rectArea[R]=$,R++}else if(A.isPointLight){let $=t.get(A);if($.color.copy(A.color).multiplyScalar(A.intensity),$.distance=A.distance,$.decay=A.decay,A.castShadow){let j=A.shadow,nt=e.get(A);nt.shadowIntensity=j.intensity,nt.shadowBias=j.bias,nt.shadowNormalBias=j.normalBias,nt.shadowRadius=j.radius,nt.shadowMapSize=j.mapSize,nt.shadowCameraNear=j.camera.near,nt.shadowCameraFar=j.camera.far,n.pointShadow[m]=nt,n.pointShadowMap[m]=lt,n.pointShadowMatrix[m]=A.shadow.matrix,w++}n.point[m]=$,m++}else if(A.isHemisphereLight){let $=t.get(A);$.skyColor.copy(A.color).multiplyScalar(X),$.groundColor.copy(A.groundColor).multiplyScalar(X),n.hemi[S]=$,S++}}R>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Lt.LTC_FLOAT_1,n.rectAreaLTC2=Lt.LTC_FLOAT_2):(n.rectAreaLTC1=Lt.LTC_HALF_1,n.rectAreaLTC2=Lt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=d,n.ambient[2]=u;let D=n.hash;(D.sunLength!==f||D.directionalLength!==p||D.pointLength!==m||D.spotLength!==x||D.rectAreaLength!==R||D.hemiLength!==S||D.numSunShadows!==g||D.numDirectionalShadows!==C||D.numPointShadows!==w||D.numSpotShadows!==_||D.numSpotMaps!==b||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=p,n.spot.length=x,n.rectArea.length=R,n.point.length=m,n.hemi.length=S,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=w,n.pointShadowMap.length=w,n.pointShadowMatrix.length=w,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+b-U,n.spotLightMap.length=b,n.numSpotLightShadowsWithMaps=U,n.numLightProbes=L,D.sunLength=f,D.directionalLength=p,D.pointLength=m,D.spotLength=x,D.rectAreaLength=R,D.hemiLength=S,D.numSunShadows=g,D.numDirectionalShadows=C,D.numPointShadows=w,D.numSpotShadows=_,D.numSpotMaps=b,D.numLightProbes=L,n.version=xM++)}function c(l,h){let d=0,u=0,f=0,g=0,v=0,p=0,m=h.matrixWorldInverse;for(let x=0,R=l.length;x<R;x++){let S=l[x];if(S.isSunLight){let C=n.sun[d];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(m),d++}else if(S.isDirectionalLight){let C=n.directional[u];C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(m),u++}else if(S.isSpotLight){let C=n.spot[g];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(m),C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(m),g++}else if(S.isRectAreaLight){let C=n.rectArea[v];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),C.halfWidth.set(S.width*.5,0,0),C.halfHeight.set(0,S.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),v++}else if(S.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(m),f++}else if(S.isHemisphereLight){let C=n.hemi[p];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(m),p++}}}return{setup:a,setupView:c,state:n}}function Am(i){let t=new vM(i),e=[],n=[],s=[];function r(d){h.camera=d,e.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):e.push(d)}function a(d){n.push(d)}function c(){t.setup(e),s.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function l(d){t.setupView(e,d)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:a}}function SM(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Am(i),t.set(s,[a])):r>=o.length?(a=new Am(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var MM=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,bM=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,wM=[new F(1,0,0),new F(-1,0,0),new F(0,1,0),new F(0,-1,0),new F(0,0,1),new F(0,0,-1)],EM=[new F(0,-1,0),new F(0,-1,0),new F(0,0,1),new F(0,0,-1),new F(0,-1,0),new F(0,-1,0)],Rm=new Ue,Ta=new F,vd=new F;function TM(i,t,e){let n=new Ns,s=new Ut,r=new Ut,o=new ke,a=new $l,c=new Zl,l={},h=e.maxTextureSize,d={[ji]:Ln,[Ln]:ji,[jn]:jn},u=new Ki({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ut},radius:{value:4}},vertexShader:MM,fragmentShader:bM}),f=u.clone();f.defines.HORIZONTAL_PASS=1;let g=new Xe;g.setAttribute("position",new An(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Ie(g,u),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=xa;let m=this.type;this.render=function(w,_,b){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||w.length===0)return;this.type===wp&&($t("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=xa);let U=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(lr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let G=m!==this.type;G&&_.traverse(function(A){A.material&&(Array.isArray(A.material)?A.material.forEach(k=>k.needsUpdate=!0):A.material.needsUpdate=!0)});for(let A=0,k=w.length;A<k;A++){let X=w[A],V=X.shadow;if(V===void 0){$t("WebGLShadowMap:",X,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let lt=V.getFrameExtents();s.multiply(lt),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/lt.x),s.x=r.x*lt.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/lt.y),s.y=r.y*lt.y,V.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=$,V.map===null||G===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===co){if(X.isPointLight){$t("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new li(s.x,s.y,{format:Ws,type:Di,minFilter:Yn,magFilter:Yn,generateMipmaps:!1}),V.map.texture.name=X.name+".shadowMap",V.map.depthTexture=new gs(s.x,s.y,Li),V.map.depthTexture.name=X.name+".shadowMapDepth",V.map.depthTexture.format=ms,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn}else X.isPointLight?(V.map=new Ra(s.x),V.map.depthTexture=new sa(s.x,Ii)):(V.map=new li(s.x,s.y),V.map.depthTexture=new gs(s.x,s.y,Ii)),V.map.depthTexture.name=X.name+".shadowMap",V.map.depthTexture.format=ms,this.type===xa?(V.map.depthTexture.compareFunction=$?od:rd,V.map.depthTexture.minFilter=Yn,V.map.depthTexture.magFilter=Yn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();X.isPointLight!==!0&&V.updateMatrices(X,b);let nt=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:b.layers;for(let ft=0;ft<j;ft++){let dt=V.getCamera(ft);if(X.isPointLight){let Q=V.camera,pt=V.matrix,_t=X.distance||Q.far;_t!==Q.far&&(Q.far=_t,Q.updateProjectionMatrix()),Ta.setFromMatrixPosition(X.matrixWorld),Q.position.copy(Ta),vd.copy(Q.position),vd.add(wM[ft]),Q.up.copy(EM[ft]),Q.lookAt(vd),Q.updateMatrixWorld(),pt.makeTranslation(-Ta.x,-Ta.y,-Ta.z),Rm.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Rm,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(ft);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}n=V.getFrustum(ft),S(_,b,dt,X,nt,this.type)}V.isPointLightShadow!==!0&&this.type===co&&x(V,b),V.needsUpdate=!1}m=this.type,p.needsUpdate=!1,i.setRenderTarget(U,L,D)};function x(w,_){let b=t.update(v);u.defines.VSM_SAMPLES!==w.blurSamples&&(u.defines.VSM_SAMPLES=w.blurSamples,f.defines.VSM_SAMPLES=w.blurSamples,u.needsUpdate=!0,f.needsUpdate=!0),w.mapPass===null?w.mapPass=new li(s.x,s.y,{format:Ws,type:Di}):(w.mapPass.width!==w.map.width||w.mapPass.height!==w.map.height)&&w.mapPass.setSize(w.map.width,w.map.height),u.uniforms.shadow_pass.value=w.map.depthTexture,u.uniforms.resolution.value.set(w.map.width,w.map.height),u.uniforms.radius.value=w.radius,i.setRenderTarget(w.mapPass),i.clear(),i.renderBufferDirect(_,null,b,u,v,null),f.uniforms.shadow_pass.value=w.mapPass.texture,f.uniforms.resolution.value.set(w.map.width,w.map.height),f.uniforms.radius.value=w.radius,i.setRenderTarget(w.map),i.clear(),i.renderBufferDirect(_,null,b,f,v,null)}function R(w,_,b,U){let L=null,D=b.isPointLight===!0?w.customDistanceMaterial:w.customDepthMaterial;if(D!==void 0)L=D;else if(L=b.isPointLight===!0?c:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let z=L.uuid,G=_.uuid,A=l[z];A===void 0&&(A={},l[z]=A);let k=A[G];k===void 0&&(k=L.clone(),A[G]=k,_.addEventListener("dispose",C)),L=k}if(L.visible=_.visible,L.wireframe=_.wireframe,U===co?L.side=_.shadowSide!==null?_.shadowSide:_.side:L.side=_.shadowSide!==null?_.shadowSide:d[_.side],L.alphaMap=_.alphaMap,L.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,L.map=_.map,L.clipShadows=_.clipShadows,L.clippingPlanes=_.clippingPlanes,L.clipIntersection=_.clipIntersection,L.displacementMap=_.displacementMap,L.displacementScale=_.displacementScale,L.displacementBias=_.displacementBias,L.wireframeLinewidth=_.wireframeLinewidth,L.linewidth=_.linewidth,b.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=b}return L}function S(w,_,b,U,L,D){if(w.visible===!1)return;if(w.layers.test(L)&&(w.isMesh||w.isLine||w.isPoints)&&(w.castShadow||w.receiveShadow&&D===co)&&(!w.frustumCulled||w.intersectsFrustum(n))){w.modelViewMatrix.multiplyMatrices(b.matrixWorldInverse,w.matrixWorld);let A=t.update(w),k=w.material;if(Array.isArray(k)){let X=A.groups;for(let V=0,lt=X.length;V<lt;V++){let $=X[V],j=k[$.materialIndex];if(j&&j.visible){let nt=R(w,j,U,D);w.onBeforeShadow(i,w,_,b,A,nt,$),i.renderBufferDirect(b,null,A,nt,w,$),w.onAfterShadow(i,w,_,b,A,nt,$)}}}else if(k.visible){let X=R(w,k,U,D);w.onBeforeShadow(i,w,_,b,A,X,null),i.renderBufferDirect(b,null,A,X,w,null),w.onAfterShadow(i,w,_,b,A,X,null)}}let G=w.children;for(let A=0,k=G.length;A<k;A++)S(G[A],_,b,U,L,D)}function C(w){w.target.removeEventListener("dispose",C);for(let b in l){let U=l[b],L=w.target.uuid;L in U&&(U[L].dispose(),delete U[L])}}}function AM(i,t){function e(){let O=!1,st=new ke,et=null,wt=new ke(0,0,0,0);return{setMask:function(xt){et!==xt&&!O&&(i.colorMask(xt,xt,xt,xt),et=xt)},setLocked:function(xt){O=xt},setClear:function(xt,Mt,Gt,ee,ht){ht===!0&&(xt*=ee,Mt*=ee,Gt*=ee),st.set(xt,Mt,Gt,ee),wt.equals(st)===!1&&(i.clearColor(xt,Mt,Gt,ee),wt.copy(st))},reset:function(){O=!1,et=null,wt.set(-1,0,0,0)}}}function n(){let O=!1,st=!1,et=null,wt=null,xt=null;return{setReversed:function(Mt){if(st!==Mt){let Gt=t.get("EXT_clip_control");Mt?Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.ZERO_TO_ONE_EXT):Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.NEGATIVE_ONE_TO_ONE_EXT),st=Mt;let ee=xt;xt=null,this.setClear(ee)}},getReversed:function(){return st},setTest:function(Mt){Mt?ot(i.DEPTH_TEST):Ct(i.DEPTH_TEST)},setMask:function(Mt){et!==Mt&&!O&&(i.depthMask(Mt),et=Mt)},setFunc:function(Mt){if(st&&(Mt=nm[Mt]),wt!==Mt){switch(Mt){case Rl:i.depthFunc(i.NEVER);break;case Cl:i.depthFunc(i.ALWAYS);break;case Pl:i.depthFunc(i.LESS);break;case to:i.depthFunc(i.LEQUAL);break;case Il:i.depthFunc(i.EQUAL);break;case Ll:i.depthFunc(i.GEQUAL);break;case Dl:i.depthFunc(i.GREATER);break;case Nl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=Mt}},setLocked:function(Mt){O=Mt},setClear:function(Mt){xt!==Mt&&(xt=Mt,st&&(Mt=1-Mt),i.clearDepth(Mt))},reset:function(){O=!1,et=null,wt=null,xt=null,st=!1}}}function s(){let O=!1,st=null,et=null,wt=null,xt=null,Mt=null,Gt=null,ee=null,ht=null;return{setTest:function(kt){O||(kt?ot(i.STENCIL_TEST):Ct(i.STENCIL_TEST))},setMask:function(kt){st!==kt&&!O&&(i.stencilMask(kt),st=kt)},setFunc:function(kt,ne,At){(et!==kt||wt!==ne||xt!==At)&&(i.stencilFunc(kt,ne,At),et=kt,wt=ne,xt=At)},setOp:function(kt,ne,At){(Mt!==kt||Gt!==ne||ee!==At)&&(i.stencilOp(kt,ne,At),Mt=kt,Gt=ne,ee=At)},setLocked:function(kt){O=kt},setClear:function(kt){ht!==kt&&(i.clearStencil(kt),ht=kt)},reset:function(){O=!1,st=null,et=null,wt=null,xt=null,Mt=null,Gt=null,ee=null,ht=null}}}let r=new e,o=new n,a=new s,c={},l=new WeakMap,h={},d={},u={},f=new WeakMap,g=[],v=null,p=!1,m=null,x=null,R=null,S=null,C=null,w=null,_=null,b=new Zt(0,0,0),U=0,L=!1,D=null,z=null,G=null,A=null,k=null,X=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,lt=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec($)[1]),V=lt>=1):$.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),V=lt>=2);let j=null,nt={},ft=i.getParameter(i.SCISSOR_BOX),dt=i.getParameter(i.VIEWPORT),Q=new ke().fromArray(ft),pt=new ke().fromArray(dt);function _t(O,st,et,wt){let xt=new Uint8Array(4),Mt=i.createTexture();i.bindTexture(O,Mt),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Gt=0;Gt<et;Gt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,xt):i.texImage2D(st+Gt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,xt);return Mt}let ct={};ct[i.TEXTURE_2D]=_t(i.TEXTURE_2D,i.TEXTURE_2D,1),ct[i.TEXTURE_CUBE_MAP]=_t(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),ct[i.TEXTURE_2D_ARRAY]=_t(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),ct[i.TEXTURE_3D]=_t(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ot(i.DEPTH_TEST),o.setFunc(to),on(!1),Le(Du),ot(i.CULL_FACE),Ye(lr);function ot(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function Ct(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function qt(O,st){return u[O]!==st?(i.bindFramebuffer(O,st),u[O]=st,O===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=st),O===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Ot(O,st){let et=g,wt=!1;if(O){et=f.get(st),et===void 0&&(et=[],f.set(st,et));let xt=O.textures;if(et.length!==xt.length||et[0]!==i.COLOR_ATTACHMENT0){for(let Mt=0,Gt=xt.length;Mt<Gt;Mt++)et[Mt]=i.COLOR_ATTACHMENT0+Mt;et.length=xt.length,wt=!0}}else et[0]!==i.BACK&&(et[0]=i.BACK,wt=!0);wt&&i.drawBuffers(et)}function re(O){return v!==O?(i.useProgram(O),v=O,!0):!1}let Jt={[cr]:i.FUNC_ADD,[Tp]:i.FUNC_SUBTRACT,[Ap]:i.FUNC_REVERSE_SUBTRACT};Jt[Rp]=i.MIN,Jt[Cp]=i.MAX;let jt={[Pp]:i.ZERO,[Ip]:i.ONE,[Lp]:i.SRC_COLOR,[Ou]:i.SRC_ALPHA,[Bp]:i.SRC_ALPHA_SATURATE,[Fp]:i.DST_COLOR,[Np]:i.DST_ALPHA,[Dp]:i.ONE_MINUS_SRC_COLOR,[Bu]:i.ONE_MINUS_SRC_ALPHA,[Op]:i.ONE_MINUS_DST_COLOR,[Up]:i.ONE_MINUS_DST_ALPHA,[kp]:i.CONSTANT_COLOR,[zp]:i.ONE_MINUS_CONSTANT_COLOR,[Hp]:i.CONSTANT_ALPHA,[Vp]:i.ONE_MINUS_CONSTANT_ALPHA};function Ye(O,st,et,wt,xt,Mt,Gt,ee,ht,kt){if(O===lr){p===!0&&(Ct(i.BLEND),p=!1);return}if(p===!1&&(ot(i.BLEND),p=!0),O!==Ep){if(O!==m||kt!==L){if((x!==cr||C!==cr)&&(i.blendEquation(i.FUNC_ADD),x=cr,C=cr),kt)switch(O){case ho:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Nu:i.blendFunc(i.ONE,i.ONE);break;case Uu:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Fu:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:te("WebGLState: Invalid blending: ",O);break}else switch(O){case ho:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Nu:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Uu:te("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Fu:te("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:te("WebGLState: Invalid blending: ",O);break}R=null,S=null,w=null,_=null,b.set(0,0,0),U=0,m=O,L=kt}return}xt=xt||st,Mt=Mt||et,Gt=Gt||wt,(st!==x||xt!==C)&&(i.blendEquationSeparate(Jt[st],Jt[xt]),x=st,C=xt),(et!==R||wt!==S||Mt!==w||Gt!==_)&&(i.blendFuncSeparate(jt[et],jt[wt],jt[Mt],jt[Gt]),R=et,S=wt,w=Mt,_=Gt),(ee.equals(b)===!1||ht!==U)&&(i.blendColor(ee.r,ee.g,ee.b,ht),b.copy(ee),U=ht),m=O,L=!1}function Be(O,st){O.side===jn?Ct(i.CULL_FACE):ot(i.CULL_FACE);let et=O.side===Ln;st&&(et=!et),on(et),O.blending===ho&&O.transparent===!1?Ye(lr):Ye(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let wt=O.stencilWrite;a.setTest(wt),wt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),ve(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?ot(i.SAMPLE_ALPHA_TO_COVERAGE):Ct(i.SAMPLE_ALPHA_TO_COVERAGE)}function on(O){D!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),D=O)}function Le(O){O!==Mp?(ot(i.CULL_FACE),O!==z&&(O===Du?i.cullFace(i.BACK):O===bp?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ct(i.CULL_FACE),z=O}function Sn(O){O!==G&&(V&&i.lineWidth(O),G=O)}function ve(O,st,et){O?(ot(i.POLYGON_OFFSET_FILL),(A!==st||k!==et)&&(A=st,k=et,o.getReversed()&&(st=-st,et=-et),i.polygonOffset(st,et))):Ct(i.POLYGON_OFFSET_FILL)}function pn(O){O?ot(i.SCISSOR_TEST):Ct(i.SCISSOR_TEST)}function je(O){O===void 0&&(O=i.TEXTURE0+X-1),j!==O&&(i.activeTexture(O),j=O)}function an(O,st,et){et===void 0&&(j===null?et=i.TEXTURE0+X-1:et=j);let wt=nt[et];wt===void 0&&(wt={type:void 0,texture:void 0},nt[et]=wt),(wt.type!==O||wt.texture!==st)&&(j!==et&&(i.activeTexture(et),j=et),i.bindTexture(O,st||ct[O]),wt.type=O,wt.texture=st)}function B(){let O=nt[j];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Rt(){try{i.compressedTexImage2D(...arguments)}catch(O){te("WebGLState:",O)}}function Kt(){try{i.compressedTexImage3D(...arguments)}catch(O){te("WebGLState:",O)}}function ae(){try{i.texSubImage2D(...arguments)}catch(O){te("WebGLState:",O)}}function bt(){try{i.texSubImage3D(...arguments)}catch(O){te("WebGLState:",O)}}function Ne(){try{i.compressedTexSubImage2D(...arguments)}catch(O){te("WebGLState:",O)}}function Vt(){try{i.compressedTexSubImage3D(...arguments)}catch(O){te("WebGLState:",O)}}function Yt(){try{i.texStorage2D(...arguments)}catch(O){te("WebGLState:",O)}}function P(){try{i.texStorage3D(...arguments)}catch(O){te("WebGLState:",O)}}function M(){try{i.texImage2D(...arguments)}catch(O){te("WebGLState:",O)}}function q(){try{i.texImage3D(...arguments)}catch(O){te("WebGLState:",O)}}function ut(O){return d[O]!==void 0?d[O]:i.getParameter(O)}function rt(O,st){d[O]!==st&&(i.pixelStorei(O,st),d[O]=st)}function yt(O){Q.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),Q.copy(O))}function vt(O){pt.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),pt.copy(O))}function tt(O,st){let et=l.get(st);et===void 0&&(et=new WeakMap,l.set(st,et));let wt=et.get(O);wt===void 0&&(wt=i.getUniformBlockIndex(st,O.name),i.uniformBlockBinding(st,wt,wt),et.set(O,wt))}function it(O,st,et){let xt=l.get(st).get(O);c[xt]!==et&&(i.bindBufferBase(i.UNIFORM_BUFFER,xt,et),c[xt]=et)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},d={},j=null,nt={},u={},c={},f=new WeakMap,g=[],v=null,p=!1,m=null,x=null,R=null,S=null,C=null,w=null,_=null,b=new Zt(0,0,0),U=0,L=!1,D=null,z=null,G=null,A=null,k=null,Q.set(0,0,i.canvas.width,i.canvas.height),pt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ot,disable:Ct,bindFramebuffer:qt,drawBuffers:Ot,useProgram:re,setBlending:Ye,setMaterial:Be,setFlipSided:on,setCullFace:Le,setLineWidth:Sn,setPolygonOffset:ve,setScissorTest:pn,activeTexture:je,bindTexture:an,unbindTexture:B,compressedTexImage2D:Rt,compressedTexImage3D:Kt,texImage2D:M,texImage3D:q,pixelStorei:rt,getParameter:ut,updateUBOMapping:tt,uniformBlockBinding:it,texStorage2D:Yt,texStorage3D:P,texSubImage2D:ae,texSubImage3D:bt,compressedTexSubImage2D:Ne,compressedTexSubImage3D:Vt,scissor:yt,viewport:vt,reset:gt}}function RM(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),l=new Ut,h=new WeakMap,d=new Set,u,f=new WeakMap,g=new Set,v=new FinalizationRegistry(P=>g.delete(P)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(P,M){return p?new OffscreenCanvas(P,M):Zo("canvas")}function x(P,M,q){let ut=1,rt=Yt(P);if((rt.width>q||rt.height>q)&&(ut=q/Math.max(rt.width,rt.height)),ut<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let yt=Math.floor(ut*rt.width),vt=Math.floor(ut*rt.height);u===void 0&&(u=m(yt,vt));let tt=M?m(yt,vt):u;return tt.width=yt,tt.height=vt,tt.getContext("2d").drawImage(P,0,0,yt,vt),$t("WebGLRenderer: Texture has been resized from ("+rt.width+"x"+rt.height+") to ("+yt+"x"+vt+")."),tt}else return"data"in P&&$t("WebGLRenderer: Image in DataTexture is too big ("+rt.width+"x"+rt.height+")."),P;return P}function R(P){return P.generateMipmaps}function S(P){i.generateMipmap(P)}function C(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function w(P,M,q,ut,rt,yt=!1){if(P!==null){if(i[P]!==void 0)return i[P];$t("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let vt;ut&&(vt=t.get("EXT_texture_norm16"),vt||$t("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let tt=M;if(M===i.RED&&(q===i.FLOAT&&(tt=i.R32F),q===i.HALF_FLOAT&&(tt=i.R16F),q===i.UNSIGNED_BYTE&&(tt=i.R8),q===i.UNSIGNED_SHORT&&vt&&(tt=vt.R16_EXT),q===i.SHORT&&vt&&(tt=vt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.R8UI),q===i.UNSIGNED_SHORT&&(tt=i.R16UI),q===i.UNSIGNED_INT&&(tt=i.R32UI),q===i.BYTE&&(tt=i.R8I),q===i.SHORT&&(tt=i.R16I),q===i.INT&&(tt=i.R32I)),M===i.RG&&(q===i.FLOAT&&(tt=i.RG32F),q===i.HALF_FLOAT&&(tt=i.RG16F),q===i.UNSIGNED_BYTE&&(tt=i.RG8),q===i.UNSIGNED_SHORT&&vt&&(tt=vt.RG16_EXT),q===i.SHORT&&vt&&(tt=vt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RG8UI),q===i.UNSIGNED_SHORT&&(tt=i.RG16UI),q===i.UNSIGNED_INT&&(tt=i.RG32UI),q===i.BYTE&&(tt=i.RG8I),q===i.SHORT&&(tt=i.RG16I),q===i.INT&&(tt=i.RG32I)),M===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RGB8UI),q===i.UNSIGNED_SHORT&&(tt=i.RGB16UI),q===i.UNSIGNED_INT&&(tt=i.RGB32UI),q===i.BYTE&&(tt=i.RGB8I),q===i.SHORT&&(tt=i.RGB16I),q===i.INT&&(tt=i.RGB32I)),M===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(tt=i.RGBA16UI),q===i.UNSIGNED_INT&&(tt=i.RGBA32UI),q===i.BYTE&&(tt=i.RGBA8I),q===i.SHORT&&(tt=i.RGBA16I),q===i.INT&&(tt=i.RGBA32I)),M===i.RGB&&(q===i.UNSIGNED_SHORT&&vt&&(tt=vt.RGB16_EXT),q===i.SHORT&&vt&&(tt=vt.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(tt=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(tt=i.R11F_G11F_B10F)),M===i.RGBA){let it=yt?$o:_e.getTransfer(rt);q===i.FLOAT&&(tt=i.RGBA32F),q===i.HALF_FLOAT&&(tt=i.RGBA16F),q===i.UNSIGNED_BYTE&&(tt=it===Te?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&vt&&(tt=vt.RGBA16_EXT),q===i.SHORT&&vt&&(tt=vt.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(tt=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(tt=i.RGB5_A1)}return(tt===i.R16F||tt===i.R32F||tt===i.RG16F||tt===i.RG32F||tt===i.RGBA16F||tt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),tt}function _(P,M){let q;return P?M===null||M===Ii||M===ur?q=i.DEPTH24_STENCIL8:M===Li?q=i.DEPTH32F_STENCIL8:M===fo&&(q=i.DEPTH24_STENCIL8,$t("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Ii||M===ur?q=i.DEPTH_COMPONENT24:M===Li?q=i.DEPTH_COMPONENT32F:M===fo&&(q=i.DEPTH_COMPONENT16),q}function b(P,M){return R(P)===!0||P.isFramebufferTexture&&P.minFilter!==Rn&&P.minFilter!==Yn?Math.log2(Math.max(M.width,M.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?M.mipmaps.length:1}function U(P){let M=new WeakRef(P);n.get(P).__ref=M,g.add(M),v.register(P,M,M)}function L(P){let M=n.get(P).__ref;M!==void 0&&(g.delete(M),v.unregister(M))}function D(P){G(P.target)}function z(P){A(P.target)}function G(P){P.removeEventListener("dispose",D),L(P),X(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&d.delete(P)}function A(P){P.removeEventListener("dispose",z),L(P),lt(P)}function k(){for(let P of g){let M=P.deref();M!==void 0&&(M.isRenderTarget===!0?A(M):G(M))}g.clear(),d.clear()}function X(P){let M=n.get(P);if(M.__webglInit===void 0)return;let q=P.source,ut=f.get(q);if(ut){let rt=ut[M.__cacheKey];rt.usedTimes--,rt.usedTimes===0&&V(P),Object.keys(ut).length===0&&f.delete(q)}n.remove(P)}function V(P){let M=n.get(P);i.deleteTexture(M.__webglTexture);let q=P.source,ut=f.get(q);delete ut[M.__cacheKey],o.memory.textures--}function lt(P){let M=n.get(P);M.__depthDisposeCallback&&M.__depthDisposeCallback();let q=P.depthTexture;if(q&&q.renderTarget===P&&G(q),P.isWebGLCubeRenderTarget)for(let rt=0;rt<6;rt++){if(Array.isArray(M.__webglFramebuffer[rt]))for(let yt=0;yt<M.__webglFramebuffer[rt].length;yt++)i.deleteFramebuffer(M.__webglFramebuffer[rt][yt]);else i.deleteFramebuffer(M.__webglFramebuffer[rt]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[rt])}else{if(Array.isArray(M.__webglFramebuffer))for(let rt=0;rt<M.__webglFramebuffer.length;rt++)i.deleteFramebuffer(M.__webglFramebuffer[rt]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let rt=0;rt<M.__webglColorRenderbuffer.length;rt++)M.__webglColorRenderbuffer[rt]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[rt]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ut=P.textures;for(let rt=0,yt=ut.length;rt<yt;rt++){let vt=n.get(ut[rt]);vt.__webglTexture&&(i.deleteTexture(vt.__webglTexture),o.memory.textures--),n.remove(ut[rt])}n.remove(P)}let $=0;function j(){$=0}function nt(){return $}function ft(P){$=P}function dt(){let P=$;return P>=s.maxTextures&&$t("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,P}function Q(P){let M=[];return M.push(P.wrapS),M.push(P.wrapT),M.push(P.wrapR||0),M.push(P.magFilter),M.push(P.minFilter),M.push(P.anisotropy),M.push(P.internalFormat),M.push(P.format),M.push(P.type),M.push(P.generateMipmaps),M.push(P.mipmapsAutoUpdate),M.push(P.premultiplyAlpha),M.push(P.flipY),M.push(P.unpackAlignment),M.push(P.colorSpace),M.join()}function pt(P,M){let q=n.get(P);if(P.isVideoTexture&&Ne(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&q.__version!==P.version){let ut=P.image;if(ut===null)$t("WebGLRenderer: Texture marked for update but no image data found.");else if(ut.complete===!1)$t("WebGLRenderer: Texture marked for update but image is incomplete");else{Be(q,P,M);return}}else P.isExternalTexture&&(q.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+M)}function _t(P,M){let q=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&q.__version!==P.version){Be(q,P,M);return}else P.isExternalTexture&&(q.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+M)}function ct(P,M){let q=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&q.__version!==P.version){Be(q,P,M);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+M)}function ot(P,M){let q=n.get(P);if(P.version>0&&q.__version!==P.version){on(q,P,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+M)}let Ct={[Ul]:i.REPEAT,[Yi]:i.CLAMP_TO_EDGE,[Fl]:i.MIRRORED_REPEAT},qt={[Rn]:i.NEAREST,[Xp]:i.NEAREST_MIPMAP_NEAREST,[ya]:i.NEAREST_MIPMAP_LINEAR,[Yn]:i.LINEAR,[hc]:i.LINEAR_MIPMAP_NEAREST,[_s]:i.LINEAR_MIPMAP_LINEAR},Ot={[$p]:i.NEVER,[ad]:i.ALWAYS,[Zp]:i.LESS,[rd]:i.LEQUAL,[Jp]:i.EQUAL,[od]:i.GEQUAL,[Kp]:i.GREATER,[jp]:i.NOTEQUAL};function re(P,M){if(M.type===Li&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Yn||M.magFilter===hc||M.magFilter===ya||M.magFilter===_s||M.minFilter===Yn||M.minFilter===hc||M.minFilter===ya||M.minFilter===_s)&&$t("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,Ct[M.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,Ct[M.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,Ct[M.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,qt[M.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,qt[M.minFilter]),M.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,Ot[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Rn||M.minFilter!==ya&&M.minFilter!==_s||M.type===Li&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(P,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function Jt(P,M){let q=!1;P.__webglInit===void 0&&(P.__webglInit=!0,M.addEventListener("dispose",D),U(M));let ut=M.source,rt=f.get(ut);rt===void 0&&(rt={},f.set(ut,rt));let yt=Q(M);if(yt!==P.__cacheKey){rt[yt]===void 0&&(rt[yt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),rt[yt].usedTimes++;let vt=rt[P.__cacheKey];vt!==void 0&&(rt[P.__cacheKey].usedTimes--,vt.usedTimes===0&&V(M)),P.__cacheKey=yt,P.__webglTexture=rt[yt].texture}return q}function jt(P,M,q){return Math.floor(Math.floor(P/q)/M)}function Ye(P,M,q,ut){let yt=P.updateRanges;if(yt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,q,ut,M.data);else{yt.sort((O,st)=>O.start-st.start);let vt=0;for(let O=1;O<yt.length;O++){let st=yt[vt],et=yt[O],wt=st.start+st.count,xt=jt(et.start,M.width,4),Mt=jt(st.start,M.width,4);et.start<=wt+1&&xt===Mt&&jt(et.start+et.count-1,M.width,4)===xt?st.count=Math.max(st.count,et.start+et.count-st.start):(++vt,yt[vt]=et)}yt.length=vt+1;let tt=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let O=0,st=yt.length;O<st;O++){let et=yt[O],wt=Math.floor(et.start/4),xt=Math.ceil(et.count/4),Mt=wt%M.width,Gt=Math.floor(wt/M.width),ee=xt,ht=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Mt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Gt),e.texSubImage2D(i.TEXTURE_2D,0,Mt,Gt,ee,ht,q,ut,M.data)}P.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,tt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function Be(P,M,q){let ut=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ut=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ut=i.TEXTURE_3D);let rt=Jt(P,M),yt=M.source;e.bindTexture(ut,P.__webglTexture,i.TEXTURE0+q);let vt=n.get(yt);if(yt.version!==vt.__version||rt===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ht=_e.getPrimaries(_e.workingColorSpace),kt=M.colorSpace===ys?null:_e.getPrimaries(M.colorSpace),ne=M.colorSpace===ys||ht===kt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ne)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let it=x(M.image,!1,s.maxTextureSize);it=Vt(M,it);let gt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),st=w(M.internalFormat,gt,O,M.normalized,M.colorSpace,M.isVideoTexture);re(ut,M);let et,wt=M.mipmaps,xt=M.isVideoTexture!==!0,Mt=vt.__version===void 0||rt===!0,Gt=yt.dataReady,ee=b(M,it);if(M.isDepthTexture)st=_(M.format===xs,M.type),Mt&&(xt?e.texStorage2D(i.TEXTURE_2D,1,st,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,O,null));else if(M.isDataTexture)if(wt.length>0){xt&&Mt&&e.texStorage2D(i.TEXTURE_2D,ee,st,wt[0].width,wt[0].height);for(let ht=0,kt=wt.length;ht<kt;ht++)et=wt[ht],xt?Gt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,et.width,et.height,gt,O,et.data):e.texImage2D(i.TEXTURE_2D,ht,st,et.width,et.height,0,gt,O,et.data);M.generateMipmaps=!1}else xt?(Mt&&e.texStorage2D(i.TEXTURE_2D,ee,st,it.width,it.height),Gt&&Ye(M,it,gt,O)):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,O,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){xt&&Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ee,st,wt[0].width,wt[0].height,it.depth);for(let ht=0,kt=wt.length;ht<kt;ht++)if(et=wt[ht],M.format!==Ni)if(gt!==null)if(xt){if(Gt)if(M.layerUpdates.size>0){let ne=xd(et.width,et.height,M.format,M.type);for(let At of M.layerUpdates){let ce=et.data.subarray(At*ne/et.data.BYTES_PER_ELEMENT,(At+1)*ne/et.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,At,et.width,et.height,1,gt,ce)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,et.width,et.height,it.depth,gt,et.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ht,st,et.width,et.height,it.depth,0,et.data,0,0);else $t("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else xt?Gt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,et.width,et.height,it.depth,gt,O,et.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ht,st,et.width,et.height,it.depth,0,gt,O,et.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{xt&&Mt&&e.texStorage2D(i.TEXTURE_2D,ee,st,wt[0].width,wt[0].height);for(let ht=0,kt=wt.length;ht<kt;ht++)et=wt[ht],M.format!==Ni?gt!==null?xt?Gt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ht,0,0,et.width,et.height,gt,et.data):e.compressedTexImage2D(i.TEXTURE_2D,ht,st,et.width,et.height,0,et.data):$t("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):xt?Gt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,et.width,et.height,gt,O,et.data):e.texImage2D(i.TEXTURE_2D,ht,st,et.width,et.height,0,gt,O,et.data)}else if(M.isDataArrayTexture)if(xt){if(Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ee,st,it.width,it.height,it.depth),Gt)if(M.layerUpdates.size>0){let ht=xd(it.width,it.height,M.format,M.type);for(let kt of M.layerUpdates){let ne=it.data.subarray(kt*ht/it.data.BYTES_PER_ELEMENT,(kt+1)*ht/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,kt,it.width,it.height,1,gt,O,ne)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,gt,O,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,it.width,it.height,it.depth,0,gt,O,it.data);else if(M.isData3DTexture)xt?(Mt&&e.texStorage3D(i.TEXTURE_3D,ee,st,it.width,it.height,it.depth),Gt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,gt,O,it.data)):e.texImage3D(i.TEXTURE_3D,0,st,it.width,it.height,it.depth,0,gt,O,it.data);else if(M.isFramebufferTexture){if(Mt)if(xt)e.texStorage2D(i.TEXTURE_2D,ee,st,it.width,it.height);else{let ht=it.width,kt=it.height;for(let ne=0;ne<ee;ne++)e.texImage2D(i.TEXTURE_2D,ne,st,ht,kt,0,gt,O,null),ht>>=1,kt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ht=i.canvas;if(ht.hasAttribute("layoutsubtree")||ht.setAttribute("layoutsubtree","true"),it.parentNode!==ht){ht.appendChild(it),d.add(M),ht.onpaint=kt=>{let ne=kt.changedElements;for(let At of d)ne.includes(At.image)&&(At.needsUpdate=!0)},ht.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let ne=i.RGBA,At=i.RGBA,ce=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,ne,At,ce,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(xt&&Mt){let ht=Yt(wt[0]);e.texStorage2D(i.TEXTURE_2D,ee,st,ht.width,ht.height)}for(let ht=0,kt=wt.length;ht<kt;ht++)et=wt[ht],xt?Gt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,gt,O,et):e.texImage2D(i.TEXTURE_2D,ht,st,gt,O,et);M.generateMipmaps=!1}else if(xt){if(Mt){let ht=Yt(it);e.texStorage2D(i.TEXTURE_2D,ee,st,ht.width,ht.height)}Gt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,O,it)}else e.texImage2D(i.TEXTURE_2D,0,st,gt,O,it);R(M)&&M.mipmapsAutoUpdate===!0&&S(ut),vt.__version=yt.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function on(P,M,q){if(M.image.length!==6)return;let ut=Jt(P,M),rt=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+q);let yt=n.get(rt);if(rt.version!==yt.__version||ut===!0){e.activeTexture(i.TEXTURE0+q);let vt=_e.getPrimaries(_e.workingColorSpace),tt=M.colorSpace===ys?null:_e.getPrimaries(M.colorSpace),it=M.colorSpace===ys||vt===tt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let gt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,st=[];for(let At=0;At<6;At++)!gt&&!O?st[At]=x(M.image[At],!0,s.maxCubemapSize):st[At]=O?M.image[At].image:M.image[At],st[At]=Vt(M,st[At]);let et=st[0],wt=r.convert(M.format,M.colorSpace),xt=r.convert(M.type),Mt=w(M.internalFormat,wt,xt,M.normalized,M.colorSpace),Gt=M.isVideoTexture!==!0,ee=yt.__version===void 0||ut===!0,ht=rt.dataReady,kt=b(M,et);re(i.TEXTURE_CUBE_MAP,M);let ne;if(M.isDepthTexture){if(Mt=_(M.format===xs,M.type),ee)if(Gt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Mt,et.width,et.height);else for(let At=0;At<6;At++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,Mt,et.width,et.height,0,wt,xt,null)}else if(gt){Gt&&ee&&e.texStorage2D(i.TEXTURE_CUBE_MAP,kt,Mt,et.width,et.height);for(let At=0;At<6;At++){ne=st[At].mipmaps;for(let ce=0;ce<ne.length;ce++){let ze=ne[ce];M.format!==Ni?wt!==null?Gt?ht&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce,0,0,ze.width,ze.height,wt,ze.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce,Mt,ze.width,ze.height,0,ze.data):$t("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Gt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce,0,0,ze.width,ze.height,wt,xt,ze.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce,Mt,ze.width,ze.height,0,wt,xt,ze.data)}}}else{if(ne=M.mipmaps,Gt&&ee){ne.length>0&&kt++;let At=Yt(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,kt,Mt,At.width,At.height)}for(let At=0;At<6;At++)if(O){Gt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,0,0,st[At].width,st[At].height,wt,xt,st[At].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,Mt,st[At].width,st[At].height,0,wt,xt,st[At].data);for(let ce=0;ce<ne.length;ce++){let kn=ne[ce].image[At].image;Gt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce+1,0,0,kn.width,kn.height,wt,xt,kn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce+1,Mt,kn.width,kn.height,0,wt,xt,kn.data)}}else{Gt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,0,0,wt,xt,st[At]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,0,Mt,wt,xt,st[At]);for(let ce=0;ce<ne.length;ce++){let ze=ne[ce];Gt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce+1,0,0,wt,xt,ze.image[At]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+At,ce+1,Mt,wt,xt,ze.image[At])}}}R(M)&&M.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),yt.__version=rt.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function Le(P,M,q,ut,rt,yt){let vt=r.convert(q.format,q.colorSpace),tt=r.convert(q.type),it=w(q.internalFormat,vt,tt,q.normalized,q.colorSpace),gt=n.get(M),O=n.get(q);if(O.__renderTarget=M,!gt.__hasExternalTextures){let st=Math.max(1,M.width>>yt),et=Math.max(1,M.height>>yt);rt===i.TEXTURE_3D||rt===i.TEXTURE_2D_ARRAY?e.texImage3D(rt,yt,it,st,et,M.depth,0,vt,tt,null):e.texImage2D(rt,yt,it,st,et,0,vt,tt,null)}e.bindFramebuffer(i.FRAMEBUFFER,P),bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ut,rt,O.__webglTexture,0,ae(M)):(rt===i.TEXTURE_2D||rt>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&rt<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ut,rt,O.__webglTexture,yt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function Sn(P,M,q){if(i.bindRenderbuffer(i.RENDERBUFFER,P),M.depthBuffer){let ut=M.depthTexture,rt=ut&&ut.isDepthTexture?ut.type:null,yt=_(M.stencilBuffer,rt),vt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;bt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ae(M),yt,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,ae(M),yt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,yt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,vt,i.RENDERBUFFER,P)}else{let ut=M.textures;for(let rt=0;rt<ut.length;rt++){let yt=ut[rt],vt=r.convert(yt.format,yt.colorSpace),tt=r.convert(yt.type),it=w(yt.internalFormat,vt,tt,yt.normalized,yt.colorSpace);bt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ae(M),it,M.width,M.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,ae(M),it,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,it,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function ve(P,M,q){let ut=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,P),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let rt=n.get(M.depthTexture);rt.__renderTarget=M;let yt=ut?M.depthTexture.image[0]:M.depthTexture.image;(!rt.__webglTexture||yt.width!==M.width||yt.height!==M.height)&&(yt.width=M.width,yt.height=M.height,M.depthTexture.needsUpdate=!0),ut?ot(M.depthTexture,0):pt(M.depthTexture,0);let vt=rt.__webglTexture,tt=ae(M),it=ut?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,gt=M.depthTexture.format===xs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===ms)bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,vt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,vt,0);else if(M.depthTexture.format===xs)bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,vt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,vt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function pn(P){let M=n.get(P),q=P.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==P.depthTexture){let ut=P.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ut){let rt=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ut.removeEventListener("dispose",rt)};ut.addEventListener("dispose",rt),M.__depthDisposeCallback=rt}M.__boundDepthTexture=ut}if(P.depthTexture&&!M.__autoAllocateDepthBuffer)if(q)for(let ut=0;ut<6;ut++)ve(M.__webglFramebuffer[ut],P,ut);else P.texture.mipmaps.length>0?ve(M.__webglFramebuffer[0],P,0):ve(M.__webglFramebuffer,P,0);else if(q){M.__webglDepthbuffer=[];for(let ut=0;ut<6;ut++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ut]),M.__webglDepthbuffer[ut]===void 0)M.__webglDepthbuffer[ut]=i.createRenderbuffer(),Sn(M.__webglDepthbuffer[ut],P,!1);else{let rt=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=M.__webglDepthbuffer[ut];i.bindRenderbuffer(i.RENDERBUFFER,yt),i.framebufferRenderbuffer(i.FRAMEBUFFER,rt,i.RENDERBUFFER,yt)}}else if(P.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),Sn(M.__webglDepthbuffer,P,!1);else{let rt=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,yt),i.framebufferRenderbuffer(i.FRAMEBUFFER,rt,i.RENDERBUFFER,yt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function je(P,M,q){let ut=n.get(P);M!==void 0&&Le(ut.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&pn(P)}function an(P){let M=P.texture,q=n.get(P),ut=n.get(M);P.addEventListener("dispose",z),U(P);let rt=P.textures,yt=P.isWebGLCubeRenderTarget===!0,vt=rt.length>1;if(vt||(ut.__webglTexture===void 0&&(ut.__webglTexture=i.createTexture()),ut.__version=M.version,o.memory.textures++),yt){q.__webglFramebuffer=[];for(let tt=0;tt<6;tt++)if(M.mipmaps.length>0){q.__webglFramebuffer[tt]=[];for(let it=0;it<M.mipmaps.length;it++)q.__webglFramebuffer[tt][it]=i.createFramebuffer()}else q.__webglFramebuffer[tt]=i.createFramebuffer()}else{if(M.mipmaps.length>0){q.__webglFramebuffer=[];for(let tt=0;tt<M.mipmaps.length;tt++)q.__webglFramebuffer[tt]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(vt)for(let tt=0,it=rt.length;tt<it;tt++){let gt=n.get(rt[tt]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&bt(P)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let tt=0;tt<rt.length;tt++){let it=rt[tt];q.__webglColorRenderbuffer[tt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[tt]);let gt=r.convert(it.format,it.colorSpace),O=r.convert(it.type),st=w(it.internalFormat,gt,O,it.normalized,it.colorSpace,P.isXRRenderTarget===!0),et=ae(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,et,st,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+tt,i.RENDERBUFFER,q.__webglColorRenderbuffer[tt])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),Sn(q.__webglDepthRenderbuffer,P,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(yt){e.bindTexture(i.TEXTURE_CUBE_MAP,ut.__webglTexture),re(i.TEXTURE_CUBE_MAP,M);for(let tt=0;tt<6;tt++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(q.__webglFramebuffer[tt][it],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,it);else Le(q.__webglFramebuffer[tt],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,0);R(M)?S(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(vt){for(let tt=0,it=rt.length;tt<it;tt++){let gt=rt[tt],O=n.get(gt),st=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(st=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,O.__webglTexture),re(st,gt),Le(q.__webglFramebuffer,P,gt,i.COLOR_ATTACHMENT0+tt,st,0),R(gt)&&S(st)}e.unbindTexture()}else{let tt=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(tt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(tt,ut.__webglTexture),re(tt,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(q.__webglFramebuffer[it],P,M,i.COLOR_ATTACHMENT0,tt,it);else Le(q.__webglFramebuffer,P,M,i.COLOR_ATTACHMENT0,tt,0);R(M)?S(tt):M.mipmaps.length>0&&i.texParameteri(tt,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}P.depthBuffer&&pn(P)}function B(P){let M=P.textures;for(let q=0,ut=M.length;q<ut;q++){let rt=M[q];if(R(rt)&&rt.mipmapsAutoUpdate===!0){let yt=C(P),vt=n.get(rt).__webglTexture;e.bindTexture(yt,vt),S(yt),e.unbindTexture()}}}let Rt=[];function Kt(P){if(P.samples>0){if(bt(P)===!1){let M=P.textures,q=P.width,ut=P.height,rt=i.COLOR_BUFFER_BIT,yt=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,vt=n.get(P),tt=M.length>1;if(tt)for(let gt=0;gt<M.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,vt.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,vt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,vt.__webglFramebuffer);for(let gt=0;gt<M.length;gt++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(rt|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(rt|=i.STENCIL_BUFFER_BIT)),tt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,vt.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,q,ut,0,0,q,ut,rt,i.NEAREST),c===!0&&(Rt.length=0,Rt.push(i.COLOR_ATTACHMENT0+gt),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&Rt.push(yt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Rt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),tt)for(let gt=0;gt<M.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,vt.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,O,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,vt.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&c){let M=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function ae(P){return Math.min(s.maxSamples,P.samples)}function bt(P){let M=n.get(P);return P.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ne(P){let M=o.render.frame;h.get(P)!==M&&(h.set(P,M),P.update())}function Vt(P,M){let q=P.colorSpace,ut=P.format,rt=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||q!==Yo&&q!==ys&&(_e.getTransfer(q)===Te?(ut!==Ni||rt!==Qn)&&$t("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):te("WebGLTextures: Unsupported texture color space:",q)),M}function Yt(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(l.width=P.naturalWidth||P.width,l.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(l.width=P.displayWidth,l.height=P.displayHeight):(l.width=P.width,l.height=P.height),l}this.allocateTextureUnit=dt,this.resetTextureUnits=j,this.getTextureUnits=nt,this.setTextureUnits=ft,this.setTexture2D=pt,this.setTexture2DArray=_t,this.setTexture3D=ct,this.setTextureCube=ot,this.rebindTextures=je,this.setupRenderTarget=an,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=Kt,this.setupDepthRenderbuffer=pn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=bt,this.dispose=k}function CM(i,t){function e(n,s=ys){let r,o=_e.getTransfer(s);if(n===Qn)return i.UNSIGNED_BYTE;if(n===dc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===fc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Ju)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Ku)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===$u)return i.BYTE;if(n===Zu)return i.SHORT;if(n===fo)return i.UNSIGNED_SHORT;if(n===uc)return i.INT;if(n===Ii)return i.UNSIGNED_INT;if(n===Li)return i.FLOAT;if(n===Di)return i.HALF_FLOAT;if(n===ju)return i.ALPHA;if(n===Qu)return i.RGB;if(n===Ni)return i.RGBA;if(n===ms)return i.DEPTH_COMPONENT;if(n===xs)return i.DEPTH_STENCIL;if(n===td)return i.RED;if(n===pc)return i.RED_INTEGER;if(n===Ws)return i.RG;if(n===mc)return i.RG_INTEGER;if(n===gc)return i.RGBA_INTEGER;if(n===va||n===Sa||n===Ma||n===ba)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===va)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ma)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===ba)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===va)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ma)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===ba)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===_c||n===xc||n===yc||n===vc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===_c)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===xc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===yc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===vc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Sc||n===Mc||n===bc||n===wc||n===Ec||n===wa||n===Tc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Sc||n===Mc)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===bc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===wc)return r.COMPRESSED_R11_EAC;if(n===Ec)return r.COMPRESSED_SIGNED_R11_EAC;if(n===wa)return r.COMPRESSED_RG11_EAC;if(n===Tc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Ac||n===Rc||n===Cc||n===Pc||n===Ic||n===Lc||n===Dc||n===Nc||n===Uc||n===Fc||n===Oc||n===Bc||n===kc||n===zc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Ac)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Rc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Cc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Pc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Ic)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Lc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Dc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Nc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Uc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Fc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Oc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Bc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===kc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===zc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Hc||n===Vc||n===Gc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Hc)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Vc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Gc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Wc||n===Xc||n===Ea||n===qc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Wc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Xc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ea)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===qc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===ur?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var PM=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,IM=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Ad=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ra(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Ki({vertexShader:PM,fragmentShader:IM,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Ie(new rr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Rd=class extends Ai{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",c=1,l=null,h=null,d=null,u=null,f=null,g=null,v=typeof XRWebGLBinding<"u",p=new Ad,m={},x=e.getContextAttributes(),R=null,S=null,C=[],w=[],_=new Ut,b=null,U=null,L=new qn;L.viewport=new ke;let D=new qn;D.viewport=new ke;let z=[L,D],G=new ac,A=null,k=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let pt=C[Q];return pt===void 0&&(pt=new oo,C[Q]=pt),pt.getTargetRaySpace()},this.getControllerGrip=function(Q){let pt=C[Q];return pt===void 0&&(pt=new oo,C[Q]=pt),pt.getGripSpace()},this.getHand=function(Q){let pt=C[Q];return pt===void 0&&(pt=new oo,C[Q]=pt),pt.getHandSpace()};function X(Q){let pt=w.indexOf(Q.inputSource);if(pt===-1)return;let _t=C[pt];_t!==void 0&&(_t.update(Q.inputSource,Q.frame,l||o),_t.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",X),s.removeEventListener("selectstart",X),s.removeEventListener("selectend",X),s.removeEventListener("squeeze",X),s.removeEventListener("squeezestart",X),s.removeEventListener("squeezeend",X),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",lt);for(let Q=0;Q<C.length;Q++){let pt=w[Q];pt!==null&&(w[Q]=null,C[Q].disconnect(pt))}A=null,k=null,p.reset();for(let Q in m)delete m[Q];if(t.setRenderTarget(R),f=null,u=null,d=null,s=null,S=null,dt.stop(),n.isPresenting=!1,t.setPixelRatio(b),t.setSize(_.width,_.height,!1),U!==null){let Q=U.camera;Q.fov=U.fov,Q.zoom=U.zoom,Q.updateProjectionMatrix(),U=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&$t("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&$t("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return l||o},this.setReferenceSpace=function(Q){l=Q},this.getBaseLayer=function(){return u!==null?u:f},this.getBinding=function(){return d===null&&v&&(d=new XRWebGLBinding(s,e)),d},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(R=t.getRenderTarget(),s.addEventListener("select",X),s.addEventListener("selectstart",X),s.addEventListener("selectend",X),s.addEventListener("squeeze",X),s.addEventListener("squeezestart",X),s.addEventListener("squeezeend",X),s.addEventListener("end",V),s.addEventListener("inputsourceschange",lt),x.xrCompatible!==!0&&await e.makeXRCompatible(),b=t.getPixelRatio(),t.getSize(_),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let _t=null,ct=null,ot=null;x.depth&&(ot=x.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,_t=x.stencil?xs:ms,ct=x.stencil?ur:Ii);let Ct={colorFormat:e.RGBA8,depthFormat:ot,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Ct),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),S=new li(u.textureWidth,u.textureHeight,{format:Ni,type:Qn,depthTexture:new gs(u.textureWidth,u.textureHeight,ct,void 0,void 0,void 0,void 0,void 0,void 0,_t),stencilBuffer:x.stencil,colorSpace:t.outputColorSpace,samples:x.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let _t={antialias:x.antialias,alpha:!0,depth:x.depth,stencil:x.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,_t),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new li(f.framebufferWidth,f.framebufferHeight,{format:Ni,type:Qn,colorSpace:t.outputColorSpace,stencilBuffer:x.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(c),l=null,o=await s.requestReferenceSpace(a),dt.setContext(s),dt.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function lt(Q){for(let pt=0;pt<Q.removed.length;pt++){let _t=Q.removed[pt],ct=w.indexOf(_t);ct>=0&&(w[ct]=null,C[ct].disconnect(_t))}for(let pt=0;pt<Q.added.length;pt++){let _t=Q.added[pt],ct=w.indexOf(_t);if(ct===-1){for(let Ct=0;Ct<C.length;Ct++)if(Ct>=w.length){w.push(_t),ct=Ct;break}else if(w[Ct]===null){w[Ct]=_t,ct=Ct;break}if(ct===-1)break}let ot=C[ct];ot&&ot.connect(_t)}}function $(Q,pt){pt===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(pt.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let pt=Q.near,_t=Q.far;p.texture!==null&&(p.depthNear>0&&(pt=p.depthNear),p.depthFar>0&&(_t=p.depthFar)),G.near=D.near=L.near=pt,G.far=D.far=L.far=_t,(A!==G.near||k!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),A=G.near,k=G.far),G.layers.mask=Q.layers.mask|6,L.layers.mask=G.layers.mask&-5,D.layers.mask=G.layers.mask&-3;let ct=Q.parent,ot=G.cameras;$(G,ct);for(let Ct=0;Ct<ot.length;Ct++)$(ot[Ct],ct);G.projectionMatrix.copy(L.projectionMatrix),G.projectionMatrixInverse.copy(L.projectionMatrixInverse),U===null&&Q.isPerspectiveCamera&&(U={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,G,ct)};function j(Q,pt,_t){_t===null?Q.matrix.copy(pt.matrixWorld):(Q.matrix.copy(_t.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(pt.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(pt.projectionMatrix),Q.projectionMatrixInverse.copy(pt.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=io*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(u===null&&f===null))return c},this.setFoveation=function(Q){c=Q,u!==null&&(u.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(G)},this.getCameraTexture=function(Q){return m[Q]};let nt=null;function ft(Q,pt){if(h=pt.getViewerPose(l||o),g=pt,h!==null){let _t=h.views;f!==null&&(t.setRenderTargetFramebuffer(S,f.framebuffer),t.setRenderTarget(S));let ct=!1;_t.length!==G.cameras.length&&(G.cameras.length=0,ct=!0);for(let Ot=0;Ot<_t.length;Ot++){let re=_t[Ot],Jt=null;if(f!==null)Jt=f.getViewport(re);else{let Ye=d.getViewSubImage(u,re);Jt=Ye.viewport,Ot===0&&(t.setRenderTargetTextures(S,Ye.colorTexture,Ye.depthStencilTexture),t.setRenderTarget(S))}let jt=z[Ot];jt===void 0&&(jt=new qn,jt.layers.enable(Ot),jt.viewport=new ke,z[Ot]=jt),jt.matrix.fromArray(re.transform.matrix),jt.matrix.decompose(jt.position,jt.quaternion,jt.scale),jt.projectionMatrix.fromArray(re.projectionMatrix),jt.projectionMatrixInverse.copy(jt.projectionMatrix).invert(),jt.viewport.set(Jt.x,Jt.y,Jt.width,Jt.height),Ot===0&&(G.matrix.copy(jt.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),ct===!0&&G.cameras.push(jt)}let ot=s.enabledFeatures;if(ot&&ot.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){d=n.getBinding();let Ot=d.getDepthInformation(_t[0]);Ot&&Ot.isValid&&Ot.texture&&p.init(Ot,s.renderState)}if(ot&&ot.includes("camera-access")&&v){t.state.unbindTexture(),d=n.getBinding();for(let Ot=0;Ot<_t.length;Ot++){let re=_t[Ot].camera;if(re){let Jt=m[re];Jt||(Jt=new ra,m[re]=Jt);let jt=d.getCameraImage(re);Jt.sourceTexture=jt}}}}for(let _t=0;_t<C.length;_t++){let ct=w[_t],ot=C[_t];ct!==null&&ot!==void 0&&ot.update(ct,pt,l||o)}nt&&nt(Q,pt),pt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:pt}),g=null}let dt=new Cm;dt.setAnimationLoop(ft),this.setAnimationLoop=function(Q){nt=Q},this.dispose=function(){}}},LM=new Ue,km=new se;km.set(-1,0,0,0,1,0,0,0,1);function DM(i,t){function e(p,m){p.matrixAutoUpdate===!0&&p.updateMatrix(),m.value.copy(p.matrix)}function n(p,m){m.color.getRGB(p.fogColor.value,md(i)),m.isFog?(p.fogNear.value=m.near,p.fogFar.value=m.far):m.isFogExp2&&(p.fogDensity.value=m.density)}function s(p,m,x,R,S){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(p,m):m.isMeshLambertMaterial?(r(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(p,m),d(p,m)):m.isMeshPhongMaterial?(r(p,m),h(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(p,m),u(p,m),m.isMeshPhysicalMaterial&&f(p,m,S)):m.isMeshMatcapMaterial?(r(p,m),g(p,m)):m.isMeshDepthMaterial?r(p,m):m.isMeshDistanceMaterial?(r(p,m),v(p,m)):m.isMeshNormalMaterial?r(p,m):m.isLineBasicMaterial?(o(p,m),m.isLineDashedMaterial&&a(p,m)):m.isPointsMaterial?c(p,m,x,R):m.isSpriteMaterial?l(p,m):m.isShadowMaterial?(p.color.value.copy(m.color),p.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(p,m){p.opacity.value=m.opacity,m.color&&p.diffuse.value.copy(m.color),m.emissive&&p.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.bumpMap&&(p.bumpMap.value=m.bumpMap,e(m.bumpMap,p.bumpMapTransform),p.bumpScale.value=m.bumpScale,m.side===Ln&&(p.bumpScale.value*=-1)),m.normalMap&&(p.normalMap.value=m.normalMap,e(m.normalMap,p.normalMapTransform),p.normalScale.value.copy(m.normalScale),m.side===Ln&&p.normalScale.value.negate()),m.displacementMap&&(p.displacementMap.value=m.displacementMap,e(m.displacementMap,p.displacementMapTransform),p.displacementScale.value=m.displacementScale,p.displacementBias.value=m.displacementBias),m.emissiveMap&&(p.emissiveMap.value=m.emissiveMap,e(m.emissiveMap,p.emissiveMapTransform)),m.specularMap&&(p.specularMap.value=m.specularMap,e(m.specularMap,p.specularMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest);let x=t.get(m),R=x.envMap,S=x.envMapRotation;R&&(p.envMap.value=R,p.envMapRotation.value.setFromMatrix4(LM.makeRotationFromEuler(S)).transpose(),R.isCubeTexture&&R.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(km),p.reflectivity.value=m.reflectivity,p.ior.value=m.ior,p.refractionRatio.value=m.refractionRatio),m.lightMap&&(p.lightMap.value=m.lightMap,p.lightMapIntensity.value=m.lightMapIntensity,e(m.lightMap,p.lightMapTransform)),m.aoMap&&(p.aoMap.value=m.aoMap,p.aoMapIntensity.value=m.aoMapIntensity,e(m.aoMap,p.aoMapTransform))}function o(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform))}function a(p,m){p.dashSize.value=m.dashSize,p.totalSize.value=m.dashSize+m.gapSize,p.scale.value=m.scale}function c(p,m,x,R){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.size.value=m.size*x,p.scale.value=R*.5,m.map&&(p.map.value=m.map,e(m.map,p.uvTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function l(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.rotation.value=m.rotation,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function h(p,m){p.specular.value.copy(m.specular),p.shininess.value=Math.max(m.shininess,1e-4)}function d(p,m){m.gradientMap&&(p.gradientMap.value=m.gradientMap)}function u(p,m){p.metalness.value=m.metalness,m.metalnessMap&&(p.metalnessMap.value=m.metalnessMap,e(m.metalnessMap,p.metalnessMapTransform)),p.roughness.value=m.roughness,m.roughnessMap&&(p.roughnessMap.value=m.roughnessMap,e(m.roughnessMap,p.roughnessMapTransform)),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)}function f(p,m,x){p.ior.value=m.ior,m.diffuseRoughness>0&&(p.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=m.diffuseRoughnessMap,e(m.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),m.sheen>0&&(p.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),p.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(p.sheenColorMap.value=m.sheenColorMap,e(m.sheenColorMap,p.sheenColorMapTransform)),m.sheenRoughnessMap&&(p.sheenRoughnessMap.value=m.sheenRoughnessMap,e(m.sheenRoughnessMap,p.sheenRoughnessMapTransform))),m.clearcoat>0&&(p.clearcoat.value=m.clearcoat,p.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(p.clearcoatMap.value=m.clearcoatMap,e(m.clearcoatMap,p.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,e(m.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(p.clearcoatNormalMap.value=m.clearcoatNormalMap,e(m.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Ln&&p.clearcoatNormalScale.value.negate())),m.dispersion>0&&(p.dispersion.value=m.dispersion),m.retroreflectivity>0&&(p.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(p.iridescence.value=m.iridescence,p.iridescenceIOR.value=m.iridescenceIOR,p.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(p.iridescenceMap.value=m.iridescenceMap,e(m.iridescenceMap,p.iridescenceMapTransform)),m.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=m.iridescenceThicknessMap,e(m.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),m.transmission>0&&(p.transmission.value=m.transmission,p.transmissionSamplerMap.value=x.texture,p.transmissionSamplerSize.value.set(x.width,x.height),m.transmissionMap&&(p.transmissionMap.value=m.transmissionMap,e(m.transmissionMap,p.transmissionMapTransform)),p.thickness.value=m.thickness,m.thicknessMap&&(p.thicknessMap.value=m.thicknessMap,e(m.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=m.attenuationDistance,p.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(p.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(p.anisotropyMap.value=m.anisotropyMap,e(m.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=m.specularIntensity,p.specularColor.value.copy(m.specularColor),m.specularColorMap&&(p.specularColorMap.value=m.specularColorMap,e(m.specularColorMap,p.specularColorMapTransform)),m.specularIntensityMap&&(p.specularIntensityMap.value=m.specularIntensityMap,e(m.specularIntensityMap,p.specularIntensityMapTransform))}function g(p,m){m.matcap&&(p.matcap.value=m.matcap)}function v(p,m){let x=t.get(m).light;p.referencePosition.value.setFromMatrixPosition(x.matrixWorld),p.nearDistance.value=x.shadow.camera.near,p.farDistance.value=x.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function NM(i,t,e,n){let s={},r={};function o(x,R){let S=R.program;n.uniformBlockBinding(x,S,s[x.id])}function a(x,R){let S=s[x.id];S===void 0&&(g(x),S=c(x),s[x.id]=S,x.addEventListener("dispose",p));let C=R.program;n.updateUBOMapping(x,C);let w=t.render.frame;r[x.id]!==w&&(l(x),r[x.id]=w)}function c(x){let R=i.createBuffer(),S=x.__size,C=x.usage;return i.bindBuffer(i.UNIFORM_BUFFER,R),i.bufferData(i.UNIFORM_BUFFER,S,C),i.bindBuffer(i.UNIFORM_BUFFER,null),R}function l(x){let R=s[x.id],S=x.uniforms,C=x.__cache;i.bindBuffer(i.UNIFORM_BUFFER,R);for(let w=0,_=S.length;w<_;w++){let b=S[w];if(Array.isArray(b))for(let U=0,L=b.length;U<L;U++)h(b[U],w,U,C);else h(b,w,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(x,R,S,C){if(u(x,R,S,C)===!0){let w=x.__offset,_=x.value;if(Array.isArray(_)){let b=0;for(let U=0;U<_.length;U++){let L=_[U],D=v(L,!0);d(L,x.__data,b),b+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else d(_,x.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,w,x.__data)}}function d(x,R,S){typeof x=="number"||typeof x=="boolean"?R[S]=x:x.isMatrix3?(R[S]=x.elements[0],R[S+1]=x.elements[1],R[S+2]=x.elements[2],R[S+3]=0,R[S+4]=x.elements[3],R[S+5]=x.elements[4],R[S+6]=x.elements[5],R[S+7]=0,R[S+8]=x.elements[6],R[S+9]=x.elements[7],R[S+10]=x.elements[8],R[S+11]=0):ArrayBuffer.isView(x)?R.set(x.subarray(0,R.length-S),S):x.toArray(R,S)}function u(x,R,S,C){let w=x.value,_=R+"_"+S;if(Array.isArray(w)){C[_]===void 0&&(C[_]=[]);let b=C[_],U=!1;for(let L=0;L<w.length;L++)f(w[L],b,L)===!0&&(U=!0);return U}return f(w,C,_)}function f(x,R,S){if(R[S]===void 0)return typeof x=="number"||typeof x=="boolean"?R[S]=x:ArrayBuffer.isView(x)?R[S]=x.slice():R[S]=x.clone(),!0;{let C=R[S];if(typeof x=="number"||typeof x=="boolean"){if(C!==x)return R[S]=x,!0}else{if(ArrayBuffer.isView(x))return!0;if(C.equals(x)===!1)return C.copy(x),!0}}return!1}function g(x){let R=x.uniforms,S=0,C=16;for(let _=0,b=R.length;_<b;_++){let U=Array.isArray(R[_])?R[_]:[R[_]];for(let L=0,D=U.length;L<D;L++){let z=U[L],G=Array.isArray(z.value)?z.value:[z.value],A=Array.isArray(R[_])||Array.isArray(z.value),k=S;for(let V=0,lt=G.length;V<lt;V++){let $=G[V],j=v($,A),nt=S%C,ft=nt%j.boundary,dt=nt+ft;S+=ft,dt!==0&&C-dt<j.storage&&(S+=C-dt),V===0&&(k=S),S+=j.storage}let X=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new X((S-k)/Float32Array.BYTES_PER_ELEMENT),z.__offset=k}}let w=S%C;return w>0&&(S+=C-w),x.__size=S,x.__cache={},this}function v(x,R){let S={boundary:0,storage:0};return typeof x=="number"||typeof x=="boolean"?(S.boundary=4,S.storage=4):x.isVector2?(S.boundary=8,S.storage=8):x.isVector3||x.isColor?(S.boundary=16,S.storage=12):x.isVector4?(S.boundary=16,S.storage=16):x.isMatrix3?(S.boundary=16,S.storage=48):x.isMatrix4?(S.boundary=16,S.storage=64):x.isTexture?$t("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(x)?(S.boundary=16,S.storage=x.byteLength):$t("WebGLRenderer: Unsupported uniform value type.",x),R===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function p(x){let R=x.target;R.removeEventListener("dispose",p),i.deleteBuffer(s[R.id]),delete s[R.id],delete r[R.id]}function m(){for(let x in s)i.deleteBuffer(s[x]);s={},r={}}return{bind:o,update:a,dispose:m}}var UM=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ts=null;function FM(){return ts===null&&(ts=new Vl(UM,16,16,Ws,Di),ts.name="DFG_LUT",ts.minFilter=Yn,ts.magFilter=Yn,ts.wrapS=Yi,ts.wrapT=Yi,ts.generateMipmaps=!1,ts.needsUpdate=!0),ts}var Qc=class{constructor(t={}){let{canvas:e=Qp(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:l=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:f=Qn}=t;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=f,p=new Set([gc,mc,pc]),m=new Set([Qn,Ii,fo,ur,dc,fc]),x=new Uint32Array(4),R=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},C=null,w=null,_=[],b=[],U=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Qi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,G=null,A=null,k=null;this._outputColorSpace=In;let X=0,V=0,lt=null,$=-1,j=null,nt=new ke,ft=new ke,dt=null,Q=new Zt(0),pt=0,_t=e.width,ct=e.height,ot=1,Ct=null,qt=null,Ot=new ke(0,0,_t,ct),re=new ke(0,0,_t,ct),Jt=!1,jt=new Ns,Ye=new Gl,Be=!1,on=!1,Le=new Ue,Sn=new F,ve=new ke,pn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},je=!1;function an(){return lt===null?ot:1}let B=n;function Rt(T,H){return e.getContext(T,H)}let Kt,ae,bt,Ne,Vt,Yt,P,M,q,ut,rt,yt,vt,tt,it,gt,O,st,et,wt,xt,Mt,Gt;try{let T={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:c,preserveDrawingBuffer:l,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",kt,!1),e.addEventListener("webglcontextrestored",ne,!1),e.addEventListener("webglcontextcreationerror",At,!1),B===null){let H="webgl2";if(B=Rt(H,T),B===null)throw Rt(H)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ee()}catch(T){throw e.removeEventListener("webglcontextlost",kt,!1),e.removeEventListener("webglcontextrestored",ne,!1),e.removeEventListener("webglcontextcreationerror",At,!1),te("WebGLRenderer: "+T.message),T}function ee(){Kt=new Yv(B),Kt.init(),xt=new CM(B,Kt),ae=new Fv(B,Kt,t,xt),bt=new AM(B,Kt),ae.reversedDepthBuffer&&u&&bt.buffers.depth.setReversed(!0),G=B.createFramebuffer(),A=B.createFramebuffer(),k=B.createFramebuffer(),Ne=new Jv(B),Vt=new fM,Yt=new RM(B,Kt,bt,Vt,ae,xt,Ne),P=new qv(L),M=new j_(B),Mt=new Nv(B,M),q=new $v(B,M,Ne,Mt),ut=new jv(B,q,M,Mt,Ne),st=new Kv(B,ae,Yt),it=new Ov(Vt),rt=new dM(L,P,Kt,ae,Mt,it),yt=new DM(L,Vt),vt=new mM,tt=new SM(Kt),O=new Dv(L,P,bt,ut,g,c),gt=new TM(L,ut,ae),Gt=new NM(B,Ne,ae,bt),et=new Uv(B,Kt,Ne),wt=new Zv(B,Kt,Ne),Ne.programs=rt.programs,L.capabilities=ae,L.extensions=Kt,L.properties=Vt,L.renderLists=vt,L.shadowMap=gt,L.state=bt,L.info=Ne}v!==Qn&&(U=new tS(v,e.width,e.height,a,s,r));let ht=new Rd(L,B);this.xr=ht,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let T=Kt.get("WEBGL_lose_context");T&&T.loseContext()},this.forceContextRestore=function(){let T=Kt.get("WEBGL_lose_context");T&&T.restoreContext()},this.getPixelRatio=function(){return ot},this.setPixelRatio=function(T){T!==void 0&&(ot=T,this.setSize(_t,ct,!1))},this.getSize=function(T){return T.set(_t,ct)},this.setSize=function(T,H,K=!0){if(ht.isPresenting){$t("WebGLRenderer: Can't change size while VR device is presenting.");return}_t=T,ct=H,e.width=Math.floor(T*ot),e.height=Math.floor(H*ot),K===!0&&(e.style.width=T+"px",e.style.height=H+"px"),U!==null&&U.setSize(e.width,e.height),this.setViewport(0,0,T,H)},this.getDrawingBufferSize=function(T){return T.set(_t*ot,ct*ot).floor()},this.setDrawingBufferSize=function(T,H,K){_t=T,ct=H,ot=K,e.width=Math.floor(T*K),e.height=Math.floor(H*K),this.setViewport(0,0,T,H)},this.setEffects=function(T){if(v===Qn){te("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(T){for(let H=0;H<T.length;H++)if(T[H].isOutputPass===!0){$t("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}U.setEffects(T||[])},this.getCurrentViewport=function(T){return T.copy(nt)},this.getViewport=function(T){return T.copy(Ot)},this.setViewport=function(T,H,K,Y){T.isVector4?Ot.set(T.x,T.y,T.z,T.w):Ot.set(T,H,K,Y),bt.viewport(nt.copy(Ot).multiplyScalar(an()).round())},this.getScissor=function(T){return T.copy(re)},this.setScissor=function(T,H,K,Y){T.isVector4?re.set(T.x,T.y,T.z,T.w):re.set(T,H,K,Y),bt.scissor(ft.copy(re).multiplyScalar(an()).round())},this.getScissorTest=function(){return Jt},this.setScissorTest=function(T){bt.setScissorTest(Jt=T)},this.setOpaqueSort=function(T){Ct=T},this.setTransparentSort=function(T){qt=T},this.getClearColor=function(T){return T.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(T=!0,H=!0,K=!0){let Y=0;if(T){let Z=!1;if(lt!==null){let Et=lt.texture.format;Z=p.has(Et)}if(Z){let Et=lt.texture.type,Pt=m.has(Et),Tt=O.getClearColor(),It=O.getClearAlpha(),Ht=Tt.r,ie=Tt.g,fe=Tt.b;Pt?(x[0]=Ht,x[1]=ie,x[2]=fe,x[3]=It,B.clearBufferuiv(B.COLOR,0,x)):(R[0]=Ht,R[1]=ie,R[2]=fe,R[3]=It,B.clearBufferiv(B.COLOR,0,R))}else Y|=B.COLOR_BUFFER_BIT}H&&(Y|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(Y|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&B.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(T){T.setRenderer(this),z=T},this.dispose=function(){e.removeEventListener("webglcontextlost",kt,!1),e.removeEventListener("webglcontextrestored",ne,!1),e.removeEventListener("webglcontextcreationerror",At,!1),O.dispose(),vt.dispose(),tt.dispose(),Yt.dispose(),Vt.dispose(),P.dispose(),ut.dispose(),q.dispose(),Mt.dispose(),Gt.dispose(),rt.dispose(),ht.dispose(),ht.removeEventListener("sessionstart",Wa),ht.removeEventListener("sessionend",Bi),is.stop()};function kt(T){T.preventDefault(),Jo("WebGLRenderer: Context Lost."),D=!0}function ne(){Jo("WebGLRenderer: Context Restored."),D=!1;let T=Ne.autoReset,H=gt.enabled,K=gt.autoUpdate,Y=gt.needsUpdate,Z=gt.type;ee(),Ne.autoReset=T,gt.enabled=H,gt.autoUpdate=K,gt.needsUpdate=Y,gt.type=Z}function At(T){te("WebGLRenderer: A WebGL context could not be created. Reason: ",T.statusMessage)}function ce(T){let H=T.target;H.removeEventListener("dispose",ce),ze(H)}function ze(T){kn(T),Vt.remove(T)}function kn(T){let H=Vt.get(T).programs;H!==void 0&&(H.forEach(function(K){rt.releaseProgram(K)}),T.isShaderMaterial&&rt.releaseShaderCache(T))}this.renderBufferDirect=function(T,H,K,Y,Z,Et){H===null&&(H=pn);let Pt=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Tt=Io(T,H,K,Y,Z);bt.setMaterial(Y,Pt);let It=K.index,Ht=1;if(Y.wireframe===!0){if(It=q.getWireframeAttribute(K),It===void 0)return;Ht=2}let ie=K.drawRange,fe=K.attributes.position,zt=ie.start*Ht,pe=(ie.start+ie.count)*Ht;Et!==null&&(zt=Math.max(zt,Et.start*Ht),pe=Math.min(pe,(Et.start+Et.count)*Ht)),It!==null?(zt=Math.max(zt,0),pe=Math.min(pe,It.count)):fe!=null&&(zt=Math.max(zt,0),pe=Math.min(pe,fe.count));let Je=pe-zt;if(Je<0||Je===1/0)return;Mt.setup(Z,Y,Tt,K,It);let Re,Ce=et;if(It!==null&&(Re=M.get(It),Ce=wt,Ce.setIndex(Re)),Z.isMesh)Y.wireframe===!0?(bt.setLineWidth(Y.wireframeLinewidth*an()),Ce.setMode(B.LINES)):Ce.setMode(B.TRIANGLES);else if(Z.isLine){let mn=Y.linewidth;mn===void 0&&(mn=1),bt.setLineWidth(mn*an()),Z.isLineSegments?Ce.setMode(B.LINES):Z.isLineLoop?Ce.setMode(B.LINE_LOOP):Ce.setMode(B.LINE_STRIP)}else Z.isPoints?Ce.setMode(B.POINTS):Z.isSprite&&Ce.setMode(B.TRIANGLES);if(Z.isBatchedMesh)if(Kt.get("WEBGL_multi_draw"))Ce.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let mn=Z._multiDrawStarts,Ft=Z._multiDrawCounts,ln=Z._multiDrawCount,ge=It?M.get(It).bytesPerElement:1,rs=Vt.get(Y).currentProgram.getUniforms();for(let cn=0;cn<ln;cn++)rs.setValue(B,"_gl_DrawID",cn),Ce.render(mn[cn]/ge,Ft[cn])}else if(Z.isInstancedMesh)Ce.renderInstances(zt,Je,Z.count);else if(K.isInstancedBufferGeometry){let mn=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Ft=Math.min(K.instanceCount,mn);Ce.renderInstances(zt,Je,Ft)}else Ce.render(zt,Je)};function Ro(T,H,K,Y){z!==null&&T.isNodeMaterial&&z.setObject(Y,T),Be===!0&&it.setState(T,K,!1),T.transparent===!0&&T.side===jn&&T.forceSinglePass===!1?(T.side=Ln,T.needsUpdate=!0,ki(T,H,Y),T.side=ji,T.needsUpdate=!0,ki(T,H,Y),T.side=jn):ki(T,H,Y)}this.compile=function(T,H,K=null){K===null&&(K=T),z!==null&&z.renderStart(T,H,K),w=tt.get(K),w.init(H),b.push(w),K.traverseVisible(function(Z){Z.isLight&&Z.layers.test(H.layers)&&(w.pushLight(Z),Z.castShadow&&w.pushShadow(Z))}),T!==K&&T.traverseVisible(function(Z){Z.isLight&&Z.layers.test(H.layers)&&(w.pushLight(Z),Z.castShadow&&w.pushShadow(Z))}),w.setupLights(),z!==null&&z.updateLights(w.state.lightsArray),on=this.localClippingEnabled,Be=it.init(this.clippingPlanes,on),Be===!0&&it.setGlobalState(this.clippingPlanes,H),z!==null&&gt.render(w.state.shadowsArray,K,H);let Y=new Set;return T.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Et=Z.material;if(Et)if(Array.isArray(Et))for(let Pt=0;Pt<Et.length;Pt++){let Tt=Et[Pt];Ro(Tt,K,H,Z),Y.add(Tt)}else Ro(Et,K,H,Z),Y.add(Et)}),w=b.pop(),z!==null&&z.renderEnd(),Y},this.compileAsync=function(T,H,K=null){let Y=this.compile(T,H,K);return new Promise(Z=>{function Et(){if(Y.forEach(function(Pt){let It=Vt.get(Pt).currentProgram;(It===void 0||It.isReady())&&Y.delete(Pt)}),Y.size===0){Z(T);return}setTimeout(Et,10)}Kt.get("KHR_parallel_shader_compile")!==null?Et():setTimeout(Et,10)})};let br=null;function Vh(T){br&&br(T)}function Wa(){is.stop()}function Bi(){is.start()}let is=new Cm;is.setAnimationLoop(Vh),typeof self<"u"&&is.setContext(self),this.setAnimationLoop=function(T){br=T,ht.setAnimationLoop(T),T===null?is.stop():is.start()},ht.addEventListener("sessionstart",Wa),ht.addEventListener("sessionend",Bi),this.render=function(T,H){if(H!==void 0&&H.isCamera!==!0){te("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(T,H);let K=ht.enabled===!0&&ht.isPresenting===!0,Y=U!==null&&(lt===null||K)&&U.begin(L,lt);if(T.matrixWorldAutoUpdate===!0&&T.updateMatrixWorld(),H.parent===null&&H.matrixWorldAutoUpdate===!0&&H.updateMatrixWorld(),ht.enabled===!0&&ht.isPresenting===!0&&(U===null||U.isCompositing()===!1)&&(ht.cameraAutoUpdate===!0&&ht.updateCamera(H),H=ht.getCamera()),T.isScene===!0&&T.onBeforeRender(L,T,H,lt),w=tt.get(T,b.length),w.init(H),w.state.textureUnits=Yt.getTextureUnits(),b.push(w),Le.multiplyMatrices(H.projectionMatrix,H.matrixWorldInverse),H.isArrayCamera?Ye.setFromArrayCamera(H):jt.setFromProjectionMatrix(Le,gi,H.reversedDepth),on=this.localClippingEnabled,Be=it.init(this.clippingPlanes,on),C=vt.get(T,_.length),C.init(),_.push(C),this.info.render.frame++,ht.enabled===!0&&ht.isPresenting===!0){let Pt=L.xr.getDepthSensingMesh();Pt!==null&&ss(Pt,H,-1/0,L.sortObjects)}ss(T,H,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(w.state.lightsArray),L.sortObjects===!0&&C.sort(Ct,qt),je=ht.enabled===!1||ht.isPresenting===!1||ht.hasDepthSensing()===!1,je&&O.addToRenderList(C,T),this.info.autoReset===!0&&this.info.reset(),Be===!0&&it.beginShadows();let Z=w.state.shadowsArray;if(gt.render(Z,T,H),Be===!0&&it.endShadows(),(Y&&U.hasRenderPass())===!1){let Pt=C.opaque,Tt=C.transmissive;if(w.setupLights(),H.isArrayCamera){let It=H.cameras;if(Tt.length>0)for(let Ht=0,ie=It.length;Ht<ie;Ht++){let fe=It[Ht];Si(Pt,Tt,T,fe)}je&&O.render(T);for(let Ht=0,ie=It.length;Ht<ie;Ht++){let fe=It[Ht];Co(C,T,fe,fe.viewport)}}else Tt.length>0&&Si(Pt,Tt,T,H),je&&O.render(T),Co(C,T,H)}lt!==null&&V===0&&(Yt.updateMultisampleRenderTarget(lt),Yt.updateRenderTargetMipmap(lt)),Y&&U.end(L),T.isScene===!0&&T.onAfterRender(L,T,H),Mt.resetDefaultState(),$=-1,j=null,b.pop(),b.length>0?(w=b[b.length-1],Yt.setTextureUnits(w.state.textureUnits),Be===!0&&it.setGlobalState(L.clippingPlanes,w.state.camera)):w=null,_.pop(),_.length>0?C=_[_.length-1]:C=null,z!==null&&z.renderEnd()};function ss(T,H,K,Y){if(T.visible===!1)return;if(T.layers.test(H.layers)){if(T.isGroup)K=T.renderOrder;else if(T.isLOD)T.autoUpdate===!0&&T.update(H);else if(T.isLight)w.pushLight(T),T.castShadow&&w.pushShadow(T);else if(T.isSprite){let Pt=H.isArrayCamera?Ye:jt;if(!T.frustumCulled||T.intersectsFrustum(Pt)){Y&&ve.setFromMatrixPosition(T.matrixWorld).applyMatrix4(Le);let Tt=ut.update(T),It=T.material;It.visible&&C.push(T,Tt,It,K,ve.z,null,H)}}else if(T.isMesh||T.isLine||T.isPoints){let Pt=H.isArrayCamera?Ye:jt;if(!T.frustumCulled||T.intersectsFrustum(Pt)){let Tt=ut.update(T),It=T.material;if(Y&&(T.boundingSphere!==void 0?(T.boundingSphere===null&&T.computeBoundingSphere(),ve.copy(T.boundingSphere.center)):(Tt.boundingSphere===null&&Tt.computeBoundingSphere(),ve.copy(Tt.boundingSphere.center)),ve.applyMatrix4(T.matrixWorld).applyMatrix4(Le)),Array.isArray(It)){let Ht=Tt.groups;for(let ie=0,fe=Ht.length;ie<fe;ie++){let zt=Ht[ie],pe=It[zt.materialIndex];pe&&pe.visible&&C.push(T,Tt,pe,K,ve.z,zt,H)}}else It.visible&&C.push(T,Tt,It,K,ve.z,null,H)}}}let Et=T.children;for(let Pt=0,Tt=Et.length;Pt<Tt;Pt++)ss(Et[Pt],H,K,Y)}function Co(T,H,K,Y){let{opaque:Z,transmissive:Et,transparent:Pt}=T;w.setupLightsView(K),Be===!0&&it.setGlobalState(L.clippingPlanes,K),Y&&bt.viewport(nt.copy(Y)),Z.length>0&&Qe(Z,H,K),Et.length>0&&Qe(Et,H,K),Pt.length>0&&Qe(Pt,H,K),bt.buffers.depth.setTest(!0),bt.buffers.depth.setMask(!0),bt.buffers.color.setMask(!0),bt.setPolygonOffset(!1)}function Si(T,H,K,Y){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(w.state.transmissionRenderTarget[Y.id]===void 0){let zt=Kt.has("EXT_color_buffer_half_float")||Kt.has("EXT_color_buffer_float");w.state.transmissionRenderTarget[Y.id]=new li(1,1,{generateMipmaps:!0,type:zt?Di:Qn,minFilter:_s,samples:Math.max(4,ae.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_e.workingColorSpace})}let Et=w.state.transmissionRenderTarget[Y.id],Pt=Y.viewport||nt;Et.setSize(Pt.z*L.transmissionResolutionScale,Pt.w*L.transmissionResolutionScale);let Tt=L.getRenderTarget(),It=L.getActiveCubeFace(),Ht=L.getActiveMipmapLevel();L.setRenderTarget(Et),L.getClearColor(Q),pt=L.getClearAlpha(),pt<1&&L.setClearColor(16777215,.5),L.clear(),je&&O.render(K);let ie=L.toneMapping;L.toneMapping=Qi;let fe=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),w.setupLightsView(Y),Be===!0&&it.setGlobalState(L.clippingPlanes,Y),Qe(T,K,Y),Yt.updateMultisampleRenderTarget(Et),Yt.updateRenderTargetMipmap(Et),Kt.has("WEBGL_multisampled_render_to_texture")===!1){let zt=!1;for(let pe=0,Je=H.length;pe<Je;pe++){let Re=H[pe],{object:Ce,geometry:mn,material:Ft,group:ln}=Re;if(Ft.side===jn&&Ce.layers.test(Y.layers)){let ge=Ft.side;Ft.side=Ln,Ft.needsUpdate=!0,sn(Ce,K,Y,mn,Ft,ln),Ft.side=ge,Ft.needsUpdate=!0,zt=!0}}zt===!0&&(Yt.updateMultisampleRenderTarget(Et),Yt.updateRenderTargetMipmap(Et))}L.setRenderTarget(Tt,It,Ht),L.setClearColor(Q,pt),fe!==void 0&&(Y.viewport=fe),L.toneMapping=ie}function Qe(T,H,K){let Y=H.isScene===!0?H.overrideMaterial:null;for(let Z=0,Et=T.length;Z<Et;Z++){let Pt=T[Z],{object:Tt,geometry:It,group:Ht}=Pt,ie=Pt.material;ie.allowOverride===!0&&Y!==null&&(ie=Y),Tt.layers.test(K.layers)&&sn(Tt,H,K,It,ie,Ht)}}function sn(T,H,K,Y,Z,Et){z!==null&&Z.isNodeMaterial&&z.setObject(T,Z),T.onBeforeRender(L,H,K,Y,Z,Et),T.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,T.matrixWorld),T.normalMatrix.getNormalMatrix(T.modelViewMatrix),Z.onBeforeRender(L,H,K,Y,T,Et),Z.transparent===!0&&Z.side===jn&&Z.forceSinglePass===!1?(Z.side=Ln,Z.needsUpdate=!0,L.renderBufferDirect(K,H,Y,Z,T,Et),Z.side=ji,Z.needsUpdate=!0,L.renderBufferDirect(K,H,Y,Z,T,Et),Z.side=jn):L.renderBufferDirect(K,H,Y,Z,T,Et),T.onAfterRender(L,H,K,Y,Z,Et)}function rn(T){let H=0;for(let K of T)K.texture!==null&&H++;return H}function ki(T,H,K){H.isScene!==!0&&(H=pn);let Y=Vt.get(T),Z=w.state.lights,Et=w.state.shadowsArray,Pt=Z.state.version,Tt=rt.getParameters(T,Z.state,Et,H,K,w.state.lightProbeGridArray),It=rt.getProgramCacheKey(Tt),Ht=Y.programs;Y.environment=T.isMeshStandardMaterial||T.isMeshLambertMaterial||T.isMeshPhongMaterial?H.environment:null,Y.fog=H.fog;let ie=T.isMeshStandardMaterial||T.isMeshLambertMaterial&&!T.envMap||T.isMeshPhongMaterial&&!T.envMap;Y.envMap=P.get(T.envMap||Y.environment,ie),Y.envMapRotation=Y.environment!==null&&T.envMap===null?H.environmentRotation:T.envMapRotation,Ht===void 0&&(T.addEventListener("dispose",ce),Ht=new Map,Y.programs=Ht,Y.programVariants=new Map);let fe=Ht.get(It);if(fe!==void 0){if(Y.currentProgram===fe&&Y.lightsStateVersion===Pt)return Po(T,Tt),fe}else Tt.uniforms=rt.getUniforms(T),z!==null&&T.isNodeMaterial&&z.build(T,K,Tt),T.onBeforeCompile(Tt,L),fe=rt.acquireProgram(Tt,It),Ht.set(It,fe),Y.uniforms=Tt.uniforms;let zt=Y.uniforms;return(!T.isShaderMaterial&&!T.isRawShaderMaterial||T.clipping===!0)&&(zt.clippingPlanes=it.uniform),Po(T,Tt),Y.needsLights=bs(T),Y.lightsStateVersion=Pt,Y.needsLights&&(zt.ambientLightColor.value=Z.state.ambient,zt.lightProbe.value=Z.state.probe,zt.sunLights.value=Z.state.sun,zt.sunLightShadows.value=Z.state.sunShadow,zt.directionalLights.value=Z.state.directional,zt.directionalLightShadows.value=Z.state.directionalShadow,zt.spotLights.value=Z.state.spot,zt.spotLightShadows.value=Z.state.spotShadow,zt.rectAreaLights.value=Z.state.rectArea,zt.ltc_1.value=Z.state.rectAreaLTC1,zt.ltc_2.value=Z.state.rectAreaLTC2,zt.pointLights.value=Z.state.point,zt.pointLightShadows.value=Z.state.pointShadow,zt.hemisphereLights.value=Z.state.hemi,zt.sunShadowMatrix.value=Z.state.sunShadowMatrix,zt.sunShadowCascade.value=Z.state.sunShadowCascade,zt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,zt.spotLightMatrix.value=Z.state.spotLightMatrix,zt.spotLightMap.value=Z.state.spotLightMap,zt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=rn(w.state.lightProbeGridArray),Y.currentProgram=fe,Y.uniformsList=null,fe}function ni(T,H,K,Y,Z){let Et=Vt.get(T),Pt=Et.currentProgram.id+","+Y+","+Z,Tt=Et.programVariants.get(Pt);return Tt===void 0?(Tt=ki(T,H,K),Et.programVariants.set(Pt,Tt)):(Et.currentProgram=Tt,Et.uniformsList=null,Et.outputColorSpace=Y,Et.toneMapping=Z),Tt}function Ms(T){if(T.uniformsList===null){let H=T.currentProgram.getUniforms();T.uniformsList=po.seqWithValue(H.seq,T.uniforms)}return T.uniformsList}function Po(T,H){let K=Vt.get(T);K.outputColorSpace=H.outputColorSpace,K.batching=H.batching,K.batchingColor=H.batchingColor,K.instancing=H.instancing,K.instancingColor=H.instancingColor,K.instancingMorph=H.instancingMorph,K.skinning=H.skinning,K.morphTargets=H.morphTargets,K.morphNormals=H.morphNormals,K.morphColors=H.morphColors,K.morphTargetsCount=H.morphTargetsCount,K.numClippingPlanes=H.numClippingPlanes,K.numIntersection=H.numClipIntersection,K.vertexAlphas=H.vertexAlphas,K.vertexTangents=H.vertexTangents,K.toneMapping=H.toneMapping}function Io(T,H,K,Y,Z){H.isScene!==!0&&(H=pn),Yt.resetTextureUnits();let Et=H.fog,Pt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?H.environment:null,Tt=lt===null?L.outputColorSpace:lt.isXRRenderTarget===!0?lt.texture.colorSpace:_e.workingColorSpace,It=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,Ht=P.get(Y.envMap||Pt,It),ie=Y.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,fe=!!K.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),zt=!!K.morphAttributes.position,pe=!!K.morphAttributes.normal,Je=!!K.morphAttributes.color,Re=Qi;Y.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Re=L.toneMapping);let Ce=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,mn=Ce!==void 0?Ce.length:0,Ft=Vt.get(Y),ln=w.state.lights;if(Be===!0&&(on===!0||T!==j)){let Pe=T===j&&Y.id===$;it.setState(Y,T,Pe)}let ge=!1,rs=!1;Y.version===Ft.__version?Ft.needsLights&&Ft.lightsStateVersion!==ln.state.version||Z.isBatchedMesh&&Ft.batching===!1||!Z.isBatchedMesh&&Ft.batching===!0||Z.isBatchedMesh&&Ft.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ft.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ft.instancing===!1||!Z.isInstancedMesh&&Ft.instancing===!0||Z.isSkinnedMesh&&Ft.skinning===!1||!Z.isSkinnedMesh&&Ft.skinning===!0||Z.isInstancedMesh&&Ft.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ft.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ft.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ft.instancingMorph===!1&&Z.morphTexture!==null||Ft.envMap!==Ht||Y.fog===!0&&Ft.fog!==Et||Ft.numClippingPlanes!==void 0&&(Ft.numClippingPlanes!==it.numPlanes||Ft.numIntersection!==it.numIntersection)||Ft.vertexAlphas!==ie||Ft.vertexTangents!==fe||Ft.morphTargets!==zt||Ft.morphNormals!==pe||Ft.morphColors!==Je||Ft.morphTargetsCount!==mn||Ft.numLightProbeGrids!==rn(w.state.lightProbeGridArray)?ge=!0:(Ft.outputColorSpace!==Tt||Ft.toneMapping!==Re)&&(rs=!0):(ge=!0,Ft.__version=Y.version);let cn=Ft.currentProgram;(ge===!0||rs===!0)&&(cn=rs===!0?ni(Y,H,Z,Tt,Re):ki(Y,H,Z),z&&Y.isNodeMaterial&&z.onUpdateProgram(Y,cn,Ft));let Tr=!1,zi=!1,os=!1,he=cn.getUniforms(),tn=Ft.uniforms;if(bt.useProgram(cn.program)&&(Tr=!0,zi=!0,os=!0),Y.id!==$&&($=Y.id,zi=!0),Tr||j!==T){bt.buffers.depth.getReversed()&&T.reversedDepth!==!0&&(T._reversedDepth=!0,T.updateProjectionMatrix()),he.setValue(B,"projectionMatrix",T.projectionMatrix),he.setValue(B,"viewMatrix",T.matrixWorldInverse);let hn=he.map.cameraPosition;hn!==void 0&&hn.setValue(B,Sn.setFromMatrixPosition(T.matrixWorld)),ae.logarithmicDepthBuffer&&he.setValue(B,"logDepthBufFC",2/(Math.log(T.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&he.setValue(B,"isOrthographic",T.isOrthographicCamera===!0),j!==T&&(j=T,zi=!0,os=!0)}if(Ft.needsLights&&(ln.state.sunShadowMap.length>0&&he.setValue(B,"sunShadowMap",ln.state.sunShadowMap,Yt),ln.state.directionalShadowMap.length>0&&he.setValue(B,"directionalShadowMap",ln.state.directionalShadowMap,Yt),ln.state.spotShadowMap.length>0&&he.setValue(B,"spotShadowMap",ln.state.spotShadowMap,Yt),ln.state.pointShadowMap.length>0&&he.setValue(B,"pointShadowMap",ln.state.pointShadowMap,Yt)),Z.isSkinnedMesh){he.setOptional(B,Z,"bindMatrix"),he.setOptional(B,Z,"bindMatrixInverse");let Pe=Z.skeleton;Pe&&(Pe.boneTexture===null&&Pe.computeBoneTexture(),he.setValue(B,"boneTexture",Pe.boneTexture,Yt))}Z.isBatchedMesh&&(he.setOptional(B,Z,"batchingTexture"),he.setValue(B,"batchingTexture",Z._matricesTexture,Yt),he.setOptional(B,Z,"batchingIdTexture"),he.setValue(B,"batchingIdTexture",Z._indirectTexture,Yt),he.setOptional(B,Z,"batchingColorTexture"),Z._colorsTexture!==null&&he.setValue(B,"batchingColorTexture",Z._colorsTexture,Yt));let zn=K.morphAttributes;if((zn.position!==void 0||zn.normal!==void 0||zn.color!==void 0)&&st.update(Z,K,cn),(zi||Ft.receiveShadow!==Z.receiveShadow)&&(Ft.receiveShadow=Z.receiveShadow,he.setValue(B,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&H.environment!==null&&(tn.envMapIntensity.value=H.environmentIntensity),tn.dfgLUT!==void 0&&(tn.dfgLUT.value=FM()),zi){if(he.setValue(B,"toneMappingExposure",L.toneMappingExposure),Ft.needsLights&&wr(tn,os),Et&&Y.fog===!0&&yt.refreshFogUniforms(tn,Et),yt.refreshMaterialUniforms(tn,Y,ot,ct,w.state.transmissionRenderTarget[T.id]),Ft.needsLights&&Ft.numLightProbeGrids>0){let Pe=S,hn=0;for(let Dn of w.state.lightProbeGridArray)Dn.texture!==null&&(Pe.textures[hn]=Dn.texture,Pe.min[hn]=Dn.boundingBox.min,Pe.max[hn]=Dn.boundingBox.max,Pe.resolution[hn]=Dn.resolution,hn++);for(let Dn in Pe)Pe[Dn].length=hn;tn.probesSH.value=Pe.textures,tn.probesMin.value=Pe.min,tn.probesMax.value=Pe.max,tn.probesResolution.value=Pe.resolution}po.upload(B,Ms(Ft),tn,Yt)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(po.upload(B,Ms(Ft),tn,Yt),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&he.setValue(B,"center",Z.center),he.setValue(B,"modelViewMatrix",Z.modelViewMatrix),he.setValue(B,"normalMatrix",Z.normalMatrix),he.setValue(B,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Pe=Y.uniformsGroups;for(let hn=0,Dn=Pe.length;hn<Dn;hn++){let Xa=Pe[hn];Gt.update(Xa,cn),Gt.bind(Xa,cn)}}return cn}function wr(T,H){T.ambientLightColor.needsUpdate=H,T.lightProbe.needsUpdate=H,T.sunLights.needsUpdate=H,T.sunLightShadows.needsUpdate=H,T.directionalLights.needsUpdate=H,T.directionalLightShadows.needsUpdate=H,T.pointLights.needsUpdate=H,T.pointLightShadows.needsUpdate=H,T.spotLights.needsUpdate=H,T.spotLightShadows.needsUpdate=H,T.rectAreaLights.needsUpdate=H,T.hemisphereLights.needsUpdate=H}function bs(T){return T.isMeshLambertMaterial||T.isMeshToonMaterial||T.isMeshPhongMaterial||T.isMeshStandardMaterial||T.isShadowMaterial||T.isShaderMaterial&&T.lights===!0}this.getActiveCubeFace=function(){return X},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(T,H,K){let Y=Vt.get(T);Y.__autoAllocateDepthBuffer=T.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Vt.get(T.texture).__webglTexture=H,Vt.get(T.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:K,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(T,H){let K=Vt.get(T);K.__webglFramebuffer=H,K.__useDefaultFramebuffer=H===void 0},this.setRenderTarget=function(T,H=0,K=0){lt=T,X=H,V=K;let Y=null,Z=!1,Et=!1;if(T){let Tt=Vt.get(T);if(Tt.__useDefaultFramebuffer!==void 0){bt.bindFramebuffer(B.FRAMEBUFFER,Tt.__webglFramebuffer),nt.copy(T.viewport),ft.copy(T.scissor),dt=T.scissorTest,bt.viewport(nt),bt.scissor(ft),bt.setScissorTest(dt),$=-1;return}else if(Tt.__webglFramebuffer===void 0)Yt.setupRenderTarget(T);else if(Tt.__hasExternalTextures)Yt.rebindTextures(T,Vt.get(T.texture).__webglTexture,Vt.get(T.depthTexture).__webglTexture);else if(T.depthBuffer){let ie=T.depthTexture;if(Tt.__boundDepthTexture!==ie){if(ie!==null&&Vt.has(ie)&&(T.width!==ie.image.width||T.height!==ie.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Yt.setupDepthRenderbuffer(T)}}let It=T.texture;(It.isData3DTexture||It.isDataArrayTexture||It.isCompressedArrayTexture)&&(Et=!0);let Ht=Vt.get(T).__webglFramebuffer;T.isWebGLCubeRenderTarget?(Array.isArray(Ht[H])?Y=Ht[H][K]:Y=Ht[H],Z=!0):T.samples>0&&Yt.useMultisampledRTT(T)===!1?Y=Vt.get(T).__webglMultisampledFramebuffer:Array.isArray(Ht)?Y=Ht[K]:Y=Ht,nt.copy(T.viewport),ft.copy(T.scissor),dt=T.scissorTest}else nt.copy(Ot).multiplyScalar(ot).floor(),ft.copy(re).multiplyScalar(ot).floor(),dt=Jt;if(K!==0&&(Y=G),bt.bindFramebuffer(B.FRAMEBUFFER,Y)&&bt.drawBuffers(T,Y),bt.viewport(nt),bt.scissor(ft),bt.setScissorTest(dt),Z){let Tt=Vt.get(T.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+H,Tt.__webglTexture,K)}else if(Et){let Tt=H;for(let It=0;It<T.textures.length;It++){let Ht=Vt.get(T.textures[It]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+It,Ht.__webglTexture,K,Tt)}}else if(T!==null&&K!==0){let Tt=Vt.get(T.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Tt.__webglTexture,K)}$=-1};function Er(T){let H=Vt.get(T);return(H.__readFormat!==T.format||H.__readType!==T.type)&&(H.__readFormat=T.format,H.__readType=T.type,H.__formatReadable=ae.textureFormatReadable(T.format),H.__typeReadable=ae.textureTypeReadable(T.type)),H}this.readRenderTargetPixels=function(T,H,K,Y,Z,Et,Pt,Tt=0){if(!(T&&T.isWebGLRenderTarget)){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let It=Vt.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(It)&&(It=It[0])),It){bt.bindFramebuffer(B.FRAMEBUFFER,It);try{let Ht=T.textures[Tt],ie=Ht.format,fe=Ht.type;T.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Er(Ht);if(zt.__formatReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(zt.__typeReadable===!1){te("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}H>=0&&H<=T.width-Y&&K>=0&&K<=T.height-Z&&B.readPixels(H,K,Y,Z,xt.convert(ie),xt.convert(fe),Et)}finally{let Ht=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,Ht)}}},this.readRenderTargetPixelsAsync=async function(T,H,K,Y,Z,Et,Pt,Tt=0){if(!(T&&T.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let It=Vt.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(It)&&(It=It[0])),It)if(H>=0&&H<=T.width-Y&&K>=0&&K<=T.height-Z){bt.bindFramebuffer(B.FRAMEBUFFER,It);let Ht=T.textures[Tt],ie=Ht.format,fe=Ht.type;T.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Er(Ht);if(zt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(zt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pe=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,pe),B.bufferData(B.PIXEL_PACK_BUFFER,Et.byteLength,B.STREAM_READ),B.readPixels(H,K,Y,Z,xt.convert(ie),xt.convert(fe),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let Je=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,Je);let Re=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await em(B,Re,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,pe),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,Et),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(pe),B.deleteSync(Re),Et}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(T,H=null,K=0){let Y=Math.pow(2,-K),Z=Math.floor(T.image.width*Y),Et=Math.floor(T.image.height*Y),Pt=H!==null?H.x:0,Tt=H!==null?H.y:0;Yt.setTexture2D(T,0),B.copyTexSubImage2D(B.TEXTURE_2D,K,0,0,Pt,Tt,Z,Et),bt.unbindTexture()},this.copyTextureToTexture=function(T,H,K=null,Y=null,Z=0,Et=0){let Pt,Tt,It,Ht,ie,fe,zt,pe,Je,Re=T.isCompressedTexture?T.mipmaps[Et]:T.image;if(K!==null)Pt=K.max.x-K.min.x,Tt=K.max.y-K.min.y,It=K.isBox3?K.max.z-K.min.z:1,Ht=K.min.x,ie=K.min.y,fe=K.isBox3?K.min.z:0;else{let he=Math.pow(2,-Z);Pt=Math.floor(Re.width*he),Tt=Math.floor(Re.height*he),T.isDataArrayTexture?It=Re.depth:T.isData3DTexture?It=Math.floor(Re.depth*he):It=1,Ht=0,ie=0,fe=0}Y!==null?(zt=Y.x,pe=Y.y,Je=Y.z):(zt=0,pe=0,Je=0);let Ce=xt.convert(H.format),mn=xt.convert(H.type),Ft;H.isData3DTexture?(Yt.setTexture3D(H,0),Ft=B.TEXTURE_3D):H.isDataArrayTexture||H.isCompressedArrayTexture?(Yt.setTexture2DArray(H,0),Ft=B.TEXTURE_2D_ARRAY):(Yt.setTexture2D(H,0),Ft=B.TEXTURE_2D),bt.activeTexture(B.TEXTURE0),bt.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,H.flipY),bt.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,H.premultiplyAlpha),bt.pixelStorei(B.UNPACK_ALIGNMENT,H.unpackAlignment);let ln=bt.getParameter(B.UNPACK_ROW_LENGTH),ge=bt.getParameter(B.UNPACK_IMAGE_HEIGHT),rs=bt.getParameter(B.UNPACK_SKIP_PIXELS),cn=bt.getParameter(B.UNPACK_SKIP_ROWS),Tr=bt.getParameter(B.UNPACK_SKIP_IMAGES);bt.pixelStorei(B.UNPACK_ROW_LENGTH,Re.width),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,Re.height),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,Ht),bt.pixelStorei(B.UNPACK_SKIP_ROWS,ie),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,fe);let zi=T.isDataArrayTexture||T.isData3DTexture,os=H.isDataArrayTexture||H.isData3DTexture;if(T.isDepthTexture){let he=Vt.get(T),tn=Vt.get(H),zn=Vt.get(he.__renderTarget),Pe=Vt.get(tn.__renderTarget);bt.bindFramebuffer(B.READ_FRAMEBUFFER,zn.__webglFramebuffer),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,Pe.__webglFramebuffer);for(let hn=0;hn<It;hn++)zi&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(T).__webglTexture,Z,fe+hn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(H).__webglTexture,Et,Je+hn)),B.blitFramebuffer(Ht,ie,Ht+Pt,ie+Tt,zt,pe,zt+Pt,pe+Tt,B.DEPTH_BUFFER_BIT,B.NEAREST);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if(Z!==0||T.isRenderTargetTexture||Vt.has(T)){let he=Vt.get(T),tn=Vt.get(H);bt.bindFramebuffer(B.READ_FRAMEBUFFER,A),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,k);for(let zn=0;zn<It;zn++)zi?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,he.__webglTexture,Z,fe+zn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,he.__webglTexture,Z),os?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,tn.__webglTexture,Et,Je+zn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,tn.__webglTexture,Et),Z!==0?B.blitFramebuffer(Ht,ie,Ht+Pt,ie+Tt,zt,pe,zt+Pt,pe+Tt,B.COLOR_BUFFER_BIT,B.NEAREST):os?B.copyTexSubImage3D(Ft,Et,zt,pe,Je+zn,Ht,ie,Pt,Tt):B.copyTexSubImage2D(Ft,Et,zt,pe,Ht,ie,Pt,Tt);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else os?T.isDataTexture||T.isData3DTexture?B.texSubImage3D(Ft,Et,zt,pe,Je,Pt,Tt,It,Ce,mn,Re.data):H.isCompressedArrayTexture?B.compressedTexSubImage3D(Ft,Et,zt,pe,Je,Pt,Tt,It,Ce,Re.data):B.texSubImage3D(Ft,Et,zt,pe,Je,Pt,Tt,It,Ce,mn,Re):T.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,Et,zt,pe,Pt,Tt,Ce,mn,Re.data):T.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,Et,zt,pe,Re.width,Re.height,Ce,Re.data):B.texSubImage2D(B.TEXTURE_2D,Et,zt,pe,Pt,Tt,Ce,mn,Re);bt.pixelStorei(B.UNPACK_ROW_LENGTH,ln),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,ge),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,rs),bt.pixelStorei(B.UNPACK_SKIP_ROWS,cn),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,Tr),Et===0&&H.generateMipmaps===!0&&H.mipmapsAutoUpdate===!0&&B.generateMipmap(Ft),bt.unbindTexture()},this.initRenderTarget=function(T){Vt.get(T).__webglFramebuffer===void 0&&Yt.setupRenderTarget(T)},this.initTexture=function(T){T.isCubeTexture?Yt.setTextureCube(T,0):T.isData3DTexture?Yt.setTexture3D(T,0):T.isDataArrayTexture||T.isCompressedArrayTexture?Yt.setTexture2DArray(T,0):Yt.setTexture2D(T,0),bt.unbindTexture()},this.resetState=function(){X=0,V=0,lt=null,bt.reset(),Mt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return gi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=_e._getDrawingBufferColorSpace(t),e.unpackColorSpace=_e._getUnpackColorSpace()}};var zm={type:"change"},Pd={type:"start"},Vm={type:"end"},nh=new Ds,Hm=new Xn,OM=Math.cos(70*pd.DEG2RAD),xn=new F,ti=2*Math.PI,we={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Cd=1e-6,ih=class extends _a{constructor(t,e=null){super(t,e),this.state=we.NONE,this.target=new F,this.cursor=new F,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Vs.ROTATE,MIDDLE:Vs.DOLLY,RIGHT:Vs.PAN},this.touches={ONE:Gs.ROTATE,TWO:Gs.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new F,this._lastQuaternion=new Ze,this._lastTargetPosition=new F,this._quat=new Ze().setFromUnitVectors(t.up,new F(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Hs,this._sphericalDelta=new Hs,this._scale=1,this._panOffset=new F,this._rotateStart=new Ut,this._rotateEnd=new Ut,this._rotateDelta=new Ut,this._panStart=new Ut,this._panEnd=new Ut,this._panDelta=new Ut,this._dollyStart=new Ut,this._dollyEnd=new Ut,this._dollyDelta=new Ut,this._dollyDirection=new F,this._mouse=new Ut,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=kM.bind(this),this._onPointerDown=BM.bind(this),this._onPointerUp=zM.bind(this),this._onContextMenu=YM.bind(this),this._onMouseWheel=GM.bind(this),this._onKeyDown=WM.bind(this),this._onTouchStart=XM.bind(this),this._onTouchMove=qM.bind(this),this._onMouseDown=HM.bind(this),this._onMouseMove=VM.bind(this),this._interceptControlDown=$M.bind(this),this._interceptControlUp=ZM.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=we.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(zm),this.update(),this.state=we.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;xn.copy(e).sub(this.target),xn.applyQuaternion(this._quat),this._spherical.setFromVector3(xn),this.autoRotate&&this.state===we.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ti:n>Math.PI&&(n-=ti),s<-Math.PI?s+=ti:s>Math.PI&&(s-=ti),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(xn.setFromSpherical(this._spherical),xn.applyQuaternion(this._quatInverse),e.copy(this.target).add(xn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=xn.length();o=this._clampDistance(a*this._scale);let c=a-o;this.object.position.addScaledVector(this._dollyDirection,c),this.object.updateMatrixWorld(),r=!!c}else if(this.object.isOrthographicCamera){let a=new F(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let c=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=c!==this.object.zoom;let l=new F(this._mouse.x,this._mouse.y,0);l.unproject(this.object),this.object.position.sub(l).add(a),this.object.updateMatrixWorld(),o=xn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(nh.origin.copy(this.object.position),nh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(nh.direction))<OM?this.object.lookAt(this.target):(Hm.setFromNormalAndCoplanarPoint(this.object.up,this.target),nh.intersectPlane(Hm,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Cd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Cd||this._lastTargetPosition.distanceToSquared(this.target)>Cd?(this.dispatchEvent(zm),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?ti/60*this.autoRotateSpeed*t:ti/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){xn.setFromMatrixColumn(e,0),xn.multiplyScalar(-t),this._panOffset.add(xn)}_panUp(t,e){this.screenSpacePanning===!0?xn.setFromMatrixColumn(e,1):(xn.setFromMatrixColumn(e,0),xn.crossVectors(this.object.up,xn)),xn.multiplyScalar(t),this._panOffset.add(xn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;xn.copy(s).sub(this.target);let r=xn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/e.clientHeight),this._rotateUp(ti*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/e.clientHeight),this._rotateUp(ti*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new Ut,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function BM(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function kM(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function zM(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Vm),this.state=we.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function HM(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Vs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=we.DOLLY;break;case Vs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=we.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=we.ROTATE}break;case Vs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=we.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=we.PAN}break;default:this.state=we.NONE}this.state!==we.NONE&&this.dispatchEvent(Pd)}function VM(i){switch(this.state){case we.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case we.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case we.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function GM(i){this.enabled===!1||this.enableZoom===!1||this.state!==we.NONE||(i.preventDefault(),this.dispatchEvent(Pd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Vm))}function WM(i){this.enabled!==!1&&this._handleKeyDown(i)}function XM(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Gs.ROTATE:if(this.enableRotate===!1){this.state=we.NONE;break}this._handleTouchStartRotate(i),this.state=we.TOUCH_ROTATE;break;case Gs.PAN:if(this.enablePan===!1){this.state=we.NONE;break}this._handleTouchStartPan(i),this.state=we.TOUCH_PAN;break;default:this.state=we.NONE}break;case 2:switch(this.touches.TWO){case Gs.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=we.TOUCH_DOLLY_PAN;break;case Gs.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=we.TOUCH_DOLLY_ROTATE;break;default:this.state=we.NONE}break;default:this.state=we.NONE}this.state!==we.NONE&&this.dispatchEvent(Pd)}function qM(i){switch(this._trackPointer(i),this.state){case we.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case we.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case we.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case we.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=we.NONE}}function YM(i){this.enabled!==!1&&i.preventDefault()}function $M(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function ZM(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var sh=class extends Ke{constructor(t,e){super(),this.isViewHelper=!0,this.camera=t,this.animating=!1,this.center=new F,this.location={top:null,right:0,bottom:0,left:null};let n=new Zt("#ff4466"),s=new Zt("#88ff44"),r=new Zt("#4488ff"),o=new Zt("#000000"),a={},c=this,l=[],h=new ar,d=new Ut,u=new Ke,f=new or(-2,2,2,-2,0,4);f.position.set(0,0,2);let g=new Ci(.04,.04,.8,5).rotateZ(-Math.PI/2).translate(.4,0,0),v=new Ie(g,ft(n)),p=new Ie(g,ft(s)),m=new Ie(g,ft(r));p.rotation.z=Math.PI/2,m.rotation.y=-Math.PI/2,this.add(v),this.add(m),this.add(p);let x=pt(n),R=pt(s),S=pt(r),C=pt(o),w=new Zi(x),_=new Zi(R),b=new Zi(S),U=new Zi(C),L=new Zi(C),D=new Zi(C);w.position.x=1,_.position.y=1,b.position.z=1,U.position.x=-1,L.position.y=-1,D.position.z=-1,U.material.opacity=.2,L.material.opacity=.2,D.material.opacity=.2,w.userData.type="posX",_.userData.type="posY",b.userData.type="posZ",U.userData.type="negX",L.userData.type="negY",D.userData.type="negZ",this.add(w),this.add(_),this.add(b),this.add(U),this.add(L),this.add(D),l.push(w),l.push(_),l.push(b),l.push(U),l.push(L),l.push(D);let z=new F,G=128,A=2*Math.PI;this.render=function(ct){this.quaternion.copy(this.camera.quaternion).invert(),this.updateMatrixWorld(),z.set(0,0,1),z.applyQuaternion(this.camera.quaternion);let ot=this.location,Ct,qt;ot.left!==null?Ct=ot.left:Ct=e.offsetWidth-G-ot.right,ot.top!==null?qt=ct.isWebGPURenderer?ot.top:e.offsetHeight-G-ot.top:qt=ct.isWebGPURenderer?e.offsetHeight-G-ot.bottom:ot.bottom,ct.clearDepth(),ct.getViewport($),ct.setViewport(Ct,qt,G,G),ct.render(this,f),ct.setViewport($.x,$.y,$.z,$.w)};let k=new F,X=new Ze,V=new Ze,lt=new Ze,$=new ke,j=0;this.handleClick=function(ct){if(this.animating===!0)return!1;let ot=e.getBoundingClientRect(),Ct=this.location,qt,Ot;Ct.left!==null?qt=ot.left+Ct.left:qt=ot.left+e.offsetWidth-G-Ct.right,Ct.top!==null?Ot=ot.top+Ct.top:Ot=ot.top+e.offsetHeight-G-Ct.bottom,d.x=(ct.clientX-qt)/G*2-1,d.y=-((ct.clientY-Ot)/G)*2+1,h.setFromCamera(d,f);let re=h.intersectObjects(l);if(re.length>0){let jt=re[0].object;return nt(jt,this.center),this.animating=!0,!0}else return!1},this.setLabels=function(ct,ot,Ct){a.labelX=ct,a.labelY=ot,a.labelZ=Ct,_t()},this.setLabelStyle=function(ct,ot,Ct){a.font=ct,a.color=ot,a.radius=Ct,_t()},this.update=function(ct){let ot=ct*A;V.rotateTowards(lt,ot),this.camera.position.set(0,0,1).applyQuaternion(V).multiplyScalar(j).add(this.center),this.camera.quaternion.rotateTowards(X,ot),V.angleTo(lt)===0&&(this.animating=!1)},this.dispose=function(){g.dispose(),v.material.dispose(),p.material.dispose(),m.material.dispose(),w.material.map.dispose(),_.material.map.dispose(),b.material.map.dispose(),U.material.map.dispose(),L.material.map.dispose(),D.material.map.dispose(),w.material.dispose(),_.material.dispose(),b.material.dispose(),U.material.dispose(),L.material.dispose(),D.material.dispose()};function nt(ct,ot){switch(ct.userData.type){case"posX":k.set(1,0,0),X.setFromEuler(new On(0,Math.PI*.5,0));break;case"posY":k.set(0,1,0),X.setFromEuler(new On(-Math.PI*.5,0,0));break;case"posZ":k.set(0,0,1),X.setFromEuler(new On);break;case"negX":k.set(-1,0,0),X.setFromEuler(new On(0,-Math.PI*.5,0));break;case"negY":k.set(0,-1,0),X.setFromEuler(new On(Math.PI*.5,0,0));break;case"negZ":k.set(0,0,-1),X.setFromEuler(new On(0,Math.PI,0));break;default:console.error("ViewHelper: Invalid axis.")}j=c.camera.position.distanceTo(ot),k.multiplyScalar(j).add(ot),u.position.copy(ot),u.lookAt(c.camera.position),V.copy(u.quaternion),u.lookAt(k),lt.copy(u.quaternion)}function ft(ct){return new Kn({color:ct,toneMapped:!1})}function dt(){let ct=!1;try{ct=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}return ct}function Q(ct,ot){let Ct;return dt()?Ct=new OffscreenCanvas(ct,ot):(Ct=document.createElement("canvas"),Ct.width=ct,Ct.height=ot),Ct}function pt(ct,ot){let{font:Ct="24px Arial",color:qt="#000000",radius:Ot=14}=a,re=Q(64,64),Jt=re.getContext("2d");Jt.beginPath(),Jt.arc(32,32,Ot,0,2*Math.PI),Jt.closePath(),Jt.fillStyle=ct.getStyle(),Jt.fill(),ot&&(Jt.font=Ct,Jt.textAlign="center",Jt.fillStyle=qt,Jt.fillText(ot,32,41));let jt=new ia(re);return jt.colorSpace=In,new ao({map:jt,toneMapped:!1})}function _t(){w.material.map.dispose(),_.material.map.dispose(),b.material.map.dispose(),w.material.dispose(),_.material.dispose(),b.material.dispose(),w.material=pt(n,a.labelX),_.material=pt(s,a.labelY),b.material=pt(r,a.labelZ)}}};function le(i,t=4){if(i===0||!Number.isFinite(i))return i===0?"0":"–";let e=Math.abs(i);return e>=1e6||e<.001?i.toExponential(t-1).replace(/\.?0+e/,"e").replace("e+","e"):String(Number(i.toPrecision(t)))}function Zn(i){let t={"-":"⁻",0:"⁰",1:"¹",2:"²",3:"³",4:"⁴",5:"⁵",6:"⁶",7:"⁷",8:"⁸",9:"⁹"};return i.replace(/\^(-?\d+)/g,(e,n)=>[...n].map(s=>t[s]).join("")).replace(/\bu(?=(m|s|rad|N)\b)/g,"µ").replaceAll(" ","·")}function pr(i,t){return t==="1"?i:`${i} in ${Zn(t)}`}var JM=["#d55e00","#0072b2"],KM=["force","torque"],jM=["N","N·m"],QM=.3,Gm=.004,Pa=[.012,.04],tb=.002,eb=new F(0,1,0),rh=class{constructor(t,{head:e,motion:n}){this.motion=n,this.size=e.extent,this.scale=1,this.section="all",this.largest=[0,0],this.load=new Float64Array(9),this.arrows=Array.from(n.items,s=>{let{section:r,on:o}=e.items[s],a=JM.map((c,l)=>{let h=nb(c,this.size,l===1);return h.traverse(d=>{d.userData={kind:"item",place:s}}),t.add(h),h});return{section:r,on:o.at(-1),pair:a,sizes:[0,0]}}),this.measure()}get sections(){return[...new Set(this.arrows.map(({section:t})=>t))]}choose(t){this.section=t,this.measure()}measure(){this.largest=[0,0];let{motion:t}=this;this.arrows.forEach(({section:e},n)=>{if(this.shows(e))for(let s=0;s<t.frames;s++)t.load(n,[s,0],this.load),this.largest=this.largest.map((r,o)=>Math.max(r,Id(this.load,o)))})}get values(){return this.arrows.flatMap(({pair:t,sizes:e})=>t.map((n,s)=>({kind:`value ${KM[s]}`,object:n.tip,shown:()=>n.visible,words:()=>`${le(e[s],3)} ${jM[s]}`,rank:()=>1+e[s]/(this.largest[s]||1)})))}shows(t){return this.section==="all"||this.section===t}update(t,e,n,s){this.arrows.forEach(({section:r,on:o,pair:a,sizes:c},l)=>{this.motion.load(l,t,this.load),a.forEach((h,d)=>{c[d]=Id(this.load,d);let u=this.largest[d]>0?Id(this.load,d)/this.largest[d]:0;if(h.visible=e&&u>tb&&this.shows(r)&&!n.has(o),!h.visible)return;let f=3+3*d,g=new F(this.load[f],this.load[f+1],this.load[f+2]).normalize();h.position.copy(s(o,new F(this.load[0],this.load[1],this.load[2]))),h.quaternion.setFromUnitVectors(eb,g),h.stretch(u*QM*this.size*this.scale)})})}};function Id(i,t){let e=3+3*t;return Math.hypot(i[e],i[e+1],i[e+2])}function nb(i,t,e){let n=new Kn({color:i,depthTest:!1,transparent:!0,opacity:.92}),s=c=>{let l=new Ie(c,n);return l.renderOrder=2,l},r=s(new Ci(Gm*t,Gm*t,1,12)),o=(e?[0,.6]:[0]).map(c=>({back:c,tip:s(new Fs(Pa[0]*t,Pa[1]*t,16))})),a=new Fn;return a.add(r,...o.map(({tip:c})=>c)),a.visible=!1,a.tip=o[0].tip,a.stretch=c=>{let l=Math.min(1,c/(1.2*Pa[1]*t)),h=Math.max(c-.5*Pa[1]*t,1e-9);r.scale.set(l,h,l),r.position.y=h/2;for(let{back:d,tip:u}of o)u.scale.setScalar(l),u.position.y=c-(.5+d)*Pa[1]*t*l},a}var Ld=["#5b8db8","#d98a5b","#5fae95","#c79ab5","#d9b45b","#8cc3e6","#9aa3a8","#7f79b8","#b8c4cf","#a3562e","#2f7d66","#93577b","#a67f1e","#4c8fbd","#656e74","#4f4a8a"],oh=[[0,32,77],[62,79,107],[124,123,120],[188,175,111],[255,234,70]];function Dd(i){let t=Math.min(Math.max(i,0),1)*(oh.length-1),e=Math.min(Math.floor(t),oh.length-2);return oh[e].map((n,s)=>Math.round(n+(t-e)*(oh[e+1][s]-n)))}function mr(i){return`rgb(${Dd(i).join(",")})`}var Wm=`linear-gradient(90deg, ${[0,.25,.5,.75,1].map(mr).join(", ")})`,xi=i=>getComputedStyle(document.documentElement).getPropertyValue(i).trim();var ah=class{constructor(t,e){this.scene=t,this.size=20*e,this.plane=new Xn,this.axis=null,this.bodies=[],this.clipped=[]}add({group:t,mesh:e,edges:n,base:s}){let r=1+this.bodies.length,o=[[Ln,nd],[ji,id]].map(([l,h])=>{let d=new Kn({side:l,clippingPlanes:[this.plane],colorWrite:!1,depthWrite:!1,depthTest:!1,stencilWrite:!0,stencilFunc:$c,stencilFail:h,stencilZFail:h,stencilZPass:h}),u=new Ie(e.geometry,d);return u.renderOrder=-1e3+r,t.add(u),u}),a=ed,c=new Ie(new rr(this.size,this.size),new Pi({color:s,roughness:.8,stencilWrite:!0,stencilRef:0,stencilFunc:sd,stencilFail:a,stencilZFail:a,stencilZPass:a}));c.renderOrder=-1e3+r+.5,c.onAfterRender=l=>l.clearStencil(),this.scene.add(c),this.bodies.push({group:t,mesh:e,counters:o,cap:c}),this.clip(e,n),this.across(null)}clip(...t){for(let e of t)e.traverse(({material:n})=>{n&&this.clipped.push(n)})}across(t,e,n){if(this.axis=t,t!==null){let s=Math.sign(n.clone().sub(e).getComponent(t))||1;this.plane.setFromNormalAndCoplanarPoint(new F().setComponent(t,-s),e)}for(let s of this.clipped)s.clippingPlanes=t===null?null:[this.plane],s.needsUpdate=!0;this.update(!0)}update(t){for(let{group:e,mesh:n,counters:s,cap:r}of this.bodies){for(let o of[...s,r])o.visible=this.axis!==null&&t&&e.visible;r.visible&&(r.material.color.copy(n.material.color).multiplyScalar(.85),this.plane.coplanarPoint(r.position),r.lookAt(r.position.clone().sub(this.plane.normal)))}}};var ib={rad:["deg",180/Math.PI],"rad/s":["rpm",30/Math.PI],Pa:["MPa",1e-6],"N/m":["N/µm",1e-6]},Xm=[[10,"m",1],[5e-4,"mm",1e3],[0,"µm",1e6]],sb=1e5;function Ia(i,t){let e=Math.max(...i.map(Math.abs),0);if(t==="m"){let[,n,s]=e>0?Xm.find(([r])=>e>=r):Xm[1];return[n,s]}return t==="N/m"&&e<sb?[t,1]:ib[t]??[t,1]}function gr(i,t="1"){let[e,n]=Ia(i,t),s=1e-12*Math.max(...i.map(Math.abs)),r=i.map(o=>le(Math.abs(o)>s?n*o:0)).join(", ");return e==="1"?r:`${r} ${Zn(e)}`}function qm(i,t,e){return i===void 0?gr(t,e):i.includes("=")?`${gr(t,e)} (${i})`:i.split(",").every(s=>Number.isFinite(Number(s)))&&e&&t.some(Boolean)?`${i} ${Zn(e)}`:i}function qs(i,t,e){let n=0,s=i.length-1;if(s<0||!(e>=i[0]&&e<=i[s]))return null;for(;s-n>1;){let o=n+s>>1;i[o]<=e?n=o:s=o}if(s===n||i[s]===i[n])return t[n];if(t[n]==null||t[s]==null)return null;let r=(e-i[n])/(i[s]-i[n]);return t[n]+r*(t[s]-t[n])}var Ym="#aa3377",rb=10,La=class{constructor(t,e){this.points=[],this.active=!1;let n=new Kn({color:Ym,depthTest:!1,transparent:!0});this.balls=[0,1].map(()=>new Ie(new Os(.006*e,16,12),n)),this.line=new Us(new Xe().setFromPoints([new F,new F]),new Ri({color:Ym,depthTest:!1,transparent:!0})),this.line.frustumCulled=!1,this.middle=new Ke;for(let s of[...this.balls,this.line])s.renderOrder=3,s.visible=!1;t.add(...this.balls,this.line,this.middle)}add(t,e){this.points.length===2&&(this.points=[]),this.points.push({on:t,local:e})}clear(){this.points=[]}static meant({object:t,point:e,face:n},s,r,o){let a=n?[n.a,n.b,n.c].map(d=>new F().fromBufferAttribute(t.geometry.attributes.position,d).applyMatrix4(t.matrixWorld)):[],c=d=>{let{x:u,y:f}=d.clone().project(s);return[u*r/2,f*o/2]},l=c(e),h=d=>Math.hypot(...c(d).map((u,f)=>u-l[f]));return a.filter(d=>h(d)<rb).sort((d,u)=>h(d)-h(u))[0]??e}update(t){let e=this.points.map(({on:n,local:s})=>t(n,s));this.balls.forEach((n,s)=>{n.visible=s<e.length,n.visible&&n.position.copy(e[s])}),this.line.visible=e.length===2,this.away=null,!(e.length<2)&&(this.line.geometry.setFromPoints(e),this.middle.position.copy(e[0]).lerp(e[1],.5),this.middle.updateMatrixWorld(),this.away=e[1].clone().sub(e[0]))}words(){if(!this.away)return"";let[t,e]=Ia([this.away.length()],"m"),n=this.away.toArray().map((s,r)=>`Δ${"xyz"[r]} ${le(e*s)}`).join("  ");return`${le(e*this.away.length(),5)} ${t}  (${n})`}};var ob=new Zt("#e0a63a"),Nd=255,ab=Array.from({length:Nd+1},(i,t)=>{let[e,n,s]=Dd(t/Nd);return new Zt().setRGB(e/255,n/255,s/255,In)}),$m=i=>ab[Math.round(Nd*Math.min(Math.max(i,0),1))],lh=class{constructor(t,e,n){this.motion=e,this.state=new Float64Array(3),this.rings=t.films.map(({item:s,body:r,area:o,mesh:a,oil:c})=>{let l=new Xe,h=new Float32Array(ls(a.points).buffer);l.setAttribute("position",new An(h,3)),l.setAttribute("color",new An(new Float32Array(h.length),3)),l.setIndex(new An(new Uint32Array(ls(a.triangles).buffer),1)),l.computeVertexNormals();let d=new Pi({vertexColors:!0,side:jn,roughness:.4,transparent:!0,polygonOffset:!0,polygonOffsetFactor:-2,polygonOffsetUnits:-2}),u=new Ie(l,d);return u.userData={kind:"item",place:s},n(r).add(u),{item:s,body:r,area:o,shape:u,oil:new Float32Array(ls(c).buffer),index:e.films.indexOf(s)}}),this.largest=0;for(let s of this.rings){let r=s.oil.reduce((o,a)=>Math.max(o,a),0);for(let o=0;s.index>=0&&o<e.frames;o++)this.largest=Math.max(this.largest,this.pressure(s,[o,0],r),this.pressure(s,[o,0],0))}}pressure({index:t,area:e},n,s){let[,r,o]=this.motion.film(t,n,this.state);return(s*r+o)/e}update(t,e,n,s,r){for(let o of this.rings){let{shape:a,oil:c,index:l,item:h,body:d}=o;if(a.visible=e&&!n.has(d),!a.visible)continue;let u=r(h),f=s==="pressure"&&l>=0&&this.largest>0;a.material.opacity=f||u!==null?1:.75;let g=f?this.pressure(o,t,0)/this.largest:0,v=f?this.pressure(o,t,1)/this.largest-g:0,p=u===null?ob:$m(u);if(!f&&o.shown===p)continue;o.shown=f?null:p;let m=a.geometry.attributes.color;for(let x=0;x<c.length;x++){let{r:R,g:S,b:C}=f?$m(g+c[x]*v):p;m.setXYZ(x,R,S,C)}m.needsUpdate=!0}}};var lb=[[9,-9],[9,21],[-9,-9],[-9,21],[9,37],[9,-25],[-9,37]],cb=6.4,hb=16,ub=["facts","legend","note"],Zm=128,ch=class{constructor(t,e){this.box=document.createElement("div"),this.box.id="labels",this.entries=e.map(n=>{let s=document.createElement("span");return n.name&&(s.textContent=n.name.slice(n.name.lastIndexOf("/")+1)),s.className=n.kind,this.box.append(s),{...n,text:s}}),t.append(this.box)}taken(t,e){let{left:n,top:s}=this.box.getBoundingClientRect();return[...ub.map(o=>document.getElementById(o)).filter(o=>o?.offsetWidth&&o.textContent).map(o=>o.getBoundingClientRect()).map(o=>[o.left-n,o.top-s,Math.min(o.right,o.left+600)-n,o.bottom-s]),[t-Zm,e-Zm,t,e]]}size(t){if(!t.words)return t.size??=[t.text.offsetWidth,t.text.offsetHeight];let e=t.words();return t.said!==e&&(t.text.textContent=e),t.said=e,[cb*e.length+6,hb]}update(t){let e=this.entries.filter(a=>a.shown());this.box.hidden=!e.length;for(let a of this.entries)a.text.style.visibility="hidden";if(!e.length)return;let{clientWidth:n,clientHeight:s}=this.box,r=this.taken(n,s),o=new F;for(let a of e.sort((c,l)=>(l.rank?.()??0)-(c.rank?.()??0))){if(o.setFromMatrixPosition(a.object.matrixWorld).project(t),Math.abs(o.z)>=1)continue;let c=this.size(a),[l,h]=[(o.x+1)/2*n,(1-o.y)/2*s],u=lb.map(([f,g])=>{let[v,p]=[l+f-(f<0?c[0]:0),h+g-c[1]];return[v,p,v+c[0],p+c[1]]}).find(f=>f[0]>=0&&f[1]>=0&&f[2]<=n&&f[3]<=s&&!r.some(g=>f[0]<g[2]&&g[0]<f[2]&&f[1]<g[3]&&g[1]<f[3]));u&&(a.text.style.visibility="visible",r.push(u),a.text.style.transform=`translate(${u[0]}px, ${u[1]}px)`,a.at=u)}}seen(){return this.entries.filter(({text:t})=>t.style.visibility==="visible"&&!this.box.hidden).map(({text:t,kind:e,at:n})=>({words:t.textContent,kind:e,left:n[0],top:n[1]}))}};var hh={outer:1.8,width:.8,balls:9};function Jm({kind:i,numbers:{stiffness:t,rotational_stiffness:e=[0,0,0]}}){if(i!=="bushing"||t?.length!==3)return null;let n=r=>t[(r+1)%3]>0&&Math.abs(t[(r+1)%3]-t[(r+2)%3])<1e-6*t[(r+1)%3],s=[0,1,2].filter(r=>n(r)&&e[r]===0);return s.length===1?s[0]:null}var db="#8b969e",fb={joint:"#444b52",force:"#009e73",sensor:"#56b4e9",contact:"#cc79a7"};function Km({kind:i,section:t,numbers:e},n,s,r){let o=r?db:fb[t]??"#8a6d3b",a=new Pi({color:o,roughness:.5,side:jn});a.userData={own:o};let c=new Fn,l=f=>{let g=new Ie(f,a);return c.add(g),g},h=(f,g)=>l(new Ci(f*s,f*s,g*s,24)),[d]=e.inner_radius??[],[u]=e.outer_radius??[];switch(r?"bearing":i){case"bearing":{let[f,g]=[hh.outer*r,hh.width*r],v=(f-r)*.27;for(let[p,m]of[[r,r+v],[f-v,f]]){let x=[[p,-g/2],[m,-g/2],[m,g/2],[p,g/2],[p,-g/2]];l(new aa(x.map(([R,S])=>new Ut(R,S)),48))}for(let p=0;p<hh.balls;p++){let m=2*Math.PI*p/hh.balls;l(new Os(v,14,10)).position.set(.5*(r+f)*Math.cos(m),0,.5*(r+f)*Math.sin(m))}break}case"rings":l(new ca(d,u,64)).rotation.x=-Math.PI/2;break;case"hinge":h(.55,2.6);break;case"cylindrical":h(.4,4),h(.7,1.6);break;case"screw":h(.35,4),[-1,0,1].forEach(f=>{l(new ha(.6*s,.15*s,8,24)).rotation.x=Math.PI/2,c.children.at(-1).position.y=.7*f*s});break;case"prismatic":l(new Ji(1.1*s,3.4*s,1.1*s));break;case"planar":l(new Ji(3*s,.3*s,3*s));break;case"universal":h(.3,2.6),h(.3,2.6).rotation.z=Math.PI/2;break;case"spherical":l(new Os(.9*s,24,16));break;case"rigid":l(new Ji(.9*s,.9*s,.9*s));break;case"load":h(.22,3.4).position.y=1.7*s;for(let f of e.force?.some(Boolean)?[3.8]:[3.8,2.8])l(new Fs(.6*s,1.4*s,20)).position.y=f*s;break;default:l(new la(.6*s))}return n&&c.quaternion.setFromUnitVectors(new F(0,1,0),n.clone().normalize()),c}var pb=["#d55e00","#009e73","#0072b2"],jm="#aa3377";function Ud(i,t,e){let n=new Fn,s=new Kn({color:i,depthTest:!1,transparent:!0}),r=new Ie(new Ci(.025*e,.025*e,.85*e,10),s);r.position.y=.425*e;let o=new Ie(new Fs(.07*e,.2*e,14),s);o.position.y=.9*e;for(let a of[r,o])a.renderOrder=1;return n.add(r,o),n.quaternion.setFromUnitVectors(new F(0,1,0),t.clone().normalize()),n}function uh(i){let t=new Fn;return pb.forEach((e,n)=>t.add(Ud(e,new F().setComponent(n,1),i))),t}var mb="#8a9299",gb=6,Fd="#ff2d87",_b=1.5,xb=.08,yb=.5,vb=["spring","distance","beam"],dh=128,Sb=12,fh=class{constructor(t,e){this.canvas=t,this.runs=e,this.hidden=new Set,this.time=e[0].motion.begin,this.showing={joints:!0,frames:!1,arrows:!1,films:!0,glass:!1,names:!1},this.colour="body",this.field=new Map,this.renderer=new Qc({canvas:t,antialias:!0,stencil:!0,preserveDrawingBuffer:!0}),this.renderer.localClippingEnabled=!0,this.renderer.setPixelRatio(Math.min(window.devicePixelRatio,2)),this.renderer.autoClear=!1,this.scene=new jo,this.camera=new qn(35,1,.001,1e3),this.controls=new ih(this.camera,t),this.controls.addEventListener("change",()=>{this.dirty=!0});let n=new ma("#ffffff",2);n.position.set(.4,.8,1),this.camera.add(n),this.scene.add(this.camera,new fa("#ffffff","#8a8f94",1.4)),this.helper=new sh(this.camera,t),this.helper.setLabels("x","y","z"),this.head=e[0].head,this.cut=new ah(this.scene,this.head.extent),this.up(),this.players=e.map((s,r)=>this.build(s,r>0)),this.distance=new La(this.scene,this.head.extent),this.names(),this.grid(),new ResizeObserver(()=>this.resize()).observe(t.parentElement),this.resize(),this.fit()}up(){let t=new F(...this.head.gravity),e=t.length()>0?t.negate().normalize():new F(0,0,1);this.camera.up.copy(e),this.upward=e}build(t,e){let{head:n,motion:s}=t,r=n.extent,o=n.bodies.map((l,h)=>{let d=new Fn,u=new Xe;u.setAttribute("position",new An(new Float32Array(ls(l.mesh.points).buffer),3)),u.setIndex(new An(new Uint32Array(ls(l.mesh.triangles).buffer),1)),u.computeVertexNormals();let f=new Zt(e?"#8a9299":Ld[h%Ld.length]),g=new Pi({color:f,metalness:.25,roughness:.5,transparent:e,opacity:e?.35:1,depthWrite:!e}),v=new Ie(u,g);e||(v.userData={kind:"body",place:h});let p=new sr(new oa(u,30),new Ri({color:"#20262b",transparent:!0,opacity:.35}));d.add(v,p),this.scene.add(d);let m={group:d,mesh:v,material:g,base:f,edges:p};return e||this.cut.add(m),s.start&&this.rest(p,s.start[h]),m}),a=new Fn;this.scene.add(a);let c={run:t,motion:s,shown:new Za(s),groups:o,ground:a,ghost:e,size:r};return e||(this.joints(c),this.frames(c),this.arrows=new rh(this.scene,t),this.films=new lh(n,s,l=>this.parent(c,l)),this.cut.clip(...this.films.rings.map(({shape:l})=>l),...this.symbols),this.onBodies=n.bodies.map((l,h)=>Array.from(s.items.keys()).filter(d=>n.items[s.items[d]].on.includes(h)))),c}rest({geometry:t},[e,n,s,r,o,a,c]){let l=new sr(t,new Ri({color:"#6d777e",transparent:!0,opacity:.45,depthWrite:!1}));l.position.set(e,n,s),l.quaternion.set(o,a,c,r),this.outlines??=[],this.outlines.push(l),this.scene.add(l)}local(t,e,n){let s=new F(...n);if(e===null)return s;let{position:r,rotation:[o,a,c,l]}=t.bodies[e].pose;return s.sub(new F(...r)).applyQuaternion(new Ze(a,c,l,o).conjugate())}turn(t,e,n){let s=new F(...n);if(e===null)return s;let[r,o,a,c]=t.bodies[e].pose.rotation;return s.applyQuaternion(new Ze(o,a,c,r).conjugate())}parent(t,e){return e===null?t.ground:t.groups[e].group}joints(t){let{head:e}=t.run;this.symbols=[],this.steady=[],this.links=[],e.items.forEach((n,s)=>{let r=n.on.length>1?n.on[1]:n.on[0],o=n.points.length-1,a=this.bearing(e,n,r),c=n.kind==="load"?this.acting(n):a?.axis??(n.axis&&this.turn(e,r,n.axis)),l=Km(n,c,.022*t.size,a?.radius);if(l.position.copy(this.local(e,r,n.points[o])),l.traverse(h=>{h.userData={kind:"item",place:s}}),this.parent(t,r).add(l),this.symbols.push(l),n.kind==="load"&&n.words.in!=="body"&&r!==null&&this.steady.push({shape:l,on:r,turned:l.quaternion.clone()}),vb.includes(n.kind)&&bb(n.points[0],n.points[1])>0){let h=new Xe().setFromPoints([new F,new F]),d=new Us(h,new Ri({color:n.section==="force"?"#009e73":"#777777"}));d.frustumCulled=!1,this.scene.add(d);let u=n.points.slice(0,2).map((f,g)=>({on:n.on[g],at:this.local(e,n.on[g],f)}));this.links.push({line:d,ends:u})}})}bearing(t,e,n){let s=Jm(e),r=["hinge","cylindrical"].includes(e.kind)&&e.on.includes(null);if(n===null||s===null&&!r)return null;let o=new F;if(s===null)o.fromArray(e.axis);else{let[u=0,f=0,g=0]=e.numbers.orientation??[],v=Math.hypot(u,f,g);o.setComponent(s,1),v>0&&o.applyAxisAngle(new F(u,f,g).divideScalar(v),v)}let a=this.turn(t,n,o.toArray()),{shape:c,shapes:l=[]}=t.bodies[n],h=[c,...l.map(([u])=>u)].map(u=>u?.tube).filter(u=>u&&u.length>=2*u.outer_radius&&Math.abs(a.dot(new F(...u.axis)))>.999);if(!h.length&&s===null)return null;let d=xb*t.extent;return{axis:a,radius:h.length?Math.min(...h.map(u=>u.outer_radius),d):.3*d}}acting({numbers:{force:t,torque:e}}){let n=[t,e].find(s=>s?.some(Boolean));return n&&new F(...n)}frames(t){let{head:e}=t.run;this.axes=[],this.triads=e.frames.map(s=>{let r=uh(.07*t.size);r.position.copy(this.local(e,s.on,s.pose.position));let[o,a,c,l]=s.pose.rotation;if(r.quaternion.set(a,c,l,o),s.on!==null){let[h,d,u,f]=e.bodies[s.on].pose.rotation;r.quaternion.premultiply(new Ze(d,u,f,h).conjugate())}return this.parent(t,s.on).add(r),r});let n=uh(.1*t.size);t.ground.add(n);for(let{group:s}of t.groups){let r=uh(.05*t.size);s.add(r),this.triads.push(r)}this.triads.push(n);for(let{axis:s,on:r,points:o}of e.items){if(!s)continue;let a=Ud(jm,this.turn(e,r[0],s),.08*t.size);a.position.copy(this.local(e,r[0],o[0])),this.parent(t,r[0]).add(a),this.axes.push(a)}}names(){let[{groups:t,run:{head:e}}]=this.players,n=c=>()=>this.showing.names&&c(),s=e.bodies.map(({name:c},l)=>({name:c,kind:"body",object:t[l].group,shown:n(()=>t[l].group.visible)})),r=e.frames.map(({name:c},l)=>({name:c,kind:"frame",object:this.triads[l],shown:n(()=>this.triads[l].visible)})),o=e.items.map(({name:c,section:l},h)=>({name:c,kind:l,object:this.symbols[h],shown:n(()=>this.symbols[h].visible)})),a={kind:"distance",object:this.distance.middle,words:()=>this.distance.words(),shown:()=>this.distance.line.visible,rank:()=>9};this.labels=new ch(this.canvas.parentElement,[...s,...r,...o,...this.arrows.values,a])}grid(){let t=10**Math.ceil(Math.log10(this.head.extent*1.5));this.gridLines=new ga(t,20,"#8a949b","#8a949b"),this.gridLines.quaternion.setFromUnitVectors(new F(0,1,0),this.upward),this.gridLines.material.transparent=!0,this.gridLines.material.opacity=.3,this.gridLines.material.depthWrite=!1;let e=1/0,{motion:n,groups:s}=this.players[0],r=new Float64Array(7),o=new F;s.forEach(({mesh:a},c)=>{a.geometry.computeBoundingSphere();let l=a.geometry.boundingSphere.radius;for(let h=0;h<n.frames;h+=Math.max(1,n.frames>>6))n.pose(c,[h,0],r),e=Math.min(e,o.set(r[0],r[1],r[2]).dot(this.upward)-Math.min(l,.3*this.head.extent))}),Number.isFinite(e)&&this.gridLines.position.copy(this.upward).multiplyScalar(e),this.scene.add(this.gridLines)}fit(t){let e=this.reach(),n=new _i().setFromPoints(e);n.getSize(new F).length()>gb*this.head.extent&&(e=this.reach(this.time),n=new _i().setFromPoints(e));let s=n.getCenter(new F),r=(t??this.obliquely(n.getSize(new F))).normalize(),o=new F().crossVectors(this.upward,r);o.lengthSq()<1e-12&&o.set(this.upward.y,this.upward.z,this.upward.x).projectOnPlane(r),o.normalize();let a=new F().crossVectors(r,o),c=Math.tan(this.camera.fov*Math.PI/360),l=1e-6;for(let h of e){let[d,u,f]=[o,a,r].map(g=>h.clone().sub(s).dot(g));l=Math.max(l,f+Math.max(Math.abs(d)/(c*this.camera.aspect),Math.abs(u)/c))}l*=1.18,this.controls.target.copy(s),this.camera.position.copy(s).addScaledVector(r,l),this.camera.near=l/500,this.camera.far=l*50,this.camera.updateProjectionMatrix(),this.controls.update(),this.dirty=!0}reach(t){let e=new Float64Array(7),n=[],{motion:s,groups:r}=this.players[0];r.forEach(({mesh:o},a)=>{if(this.hidden.has(a))return;o.geometry.computeBoundingBox();let{min:c,max:l}=o.geometry.boundingBox,h=Math.max(1,s.frames>>6),d=t===void 0?Array.from({length:Math.ceil(s.frames/h)},(u,f)=>[f*h,0]):[s.place(t)];for(let u of d){s.pose(a,u,e);let f=new Ze(e[4],e[5],e[6],e[3]);for(let g=0;g<8;g++){let v=new F(g&1?c.x:l.x,g&2?c.y:l.y,g&4?c.z:l.z);n.push(v.applyQuaternion(f).add(new F(e[0],e[1],e[2])))}}});for(let o of this.head.items){let[a=0]=o.numbers.outer_radius??[];o.points.forEach((c,l)=>{if(o.on[l]===null)for(let h of[-a,a])n.push(...[[h,0,0],[0,h,0],[0,0,h]].map(d=>new F(...c).add(new F(...d))))})}return n.length||n.push(new F(-1,-1,-1),new F(1,1,1)),n}obliquely(t){let e=t.toArray(),n=e.indexOf(Math.min(...e)),s=e[n]<.25*[...e].sort((c,l)=>c-l)[1],r=new F().setComponent(n,1),o=new F(1,.35,.8).projectOnPlane(this.upward).normalize();if(!s)return o.addScaledVector(this.upward,.45);if(Math.abs(r.dot(this.upward))>.9)return o.multiplyScalar(.7).addScaledVector(this.upward,1);let a=new F().crossVectors(this.upward,r);return r.addScaledVector(this.upward,.25).addScaledVector(a,.35)}look(t,e=1){let n=new F().setComponent(t,e);Math.abs(n.dot(this.upward))>.99&&n.addScaledVector(this.camera.up.clone().set(this.upward.y,this.upward.z,this.upward.x),.001),this.fit(n)}turnTo({offsetX:t,offsetY:e}){let{clientWidth:n,clientHeight:s}=this.canvas,r=[t-(n-dh/2),s-dh/2-e],o={};for(let a of[0,1,2])for(let c of[1,-1]){let l=new F().setComponent(a,c).applyQuaternion(this.camera.quaternion.clone().conjugate());Math.hypot(r[0]-l.x*dh/4,r[1]-l.y*dh/4)<Sb&&!(o.depth>l.z)&&(o={axis:a,side:c,depth:l.z})}return o.axis===void 0?!1:(this.look(o.axis,o.side),!0)}orbit(t,e){let{target:n}=this.controls,s=new Ze().setFromUnitVectors(this.upward,new F(0,1,0)),r=new Hs().setFromVector3(this.camera.position.clone().sub(n).applyQuaternion(s));r.theta+=t,r.phi+=e,this.camera.position.setFromSpherical(r.makeSafe()).applyQuaternion(s.conjugate()).add(n),this.controls.update(),this.dirty=!0}nearer(t){let{target:e}=this.controls;this.camera.position.sub(e).multiplyScalar(t).add(e),this.controls.update(),this.dirty=!0}resize(){let{clientWidth:t,clientHeight:e}=this.canvas.parentElement;!t||!e||(this.renderer.setSize(t,e,!1),this.camera.aspect=t/e,this.camera.updateProjectionMatrix(),this.dirty=!0)}pick(t){let e=this.hit(t);return e?{...e.object.userData}:null}measure(t){let e=this.hit(t);if(!e)return!1;let n=La.meant(e,this.camera,this.canvas.clientWidth,this.canvas.clientHeight),{kind:s,place:r}=e.object.userData,o=s==="body"?r:this.head.items[r].on.at(-1);return this.distance.add(o,o===null?n:this.players[0].groups[o].group.worldToLocal(n.clone())),!0}hit(t){let e=this.canvas.getBoundingClientRect(),n=new Ut((t.clientX-e.left)/e.width*2-1,1-(t.clientY-e.top)/e.height*2),s=new ar;s.setFromCamera(n,this.camera);let r=({point:o})=>this.cut.axis!==null&&this.cut.plane.distanceToPoint(o)<0;return s.intersectObjects(this.scene.children,!0).find(o=>o.object.isMesh&&o.object.userData.kind&&Mb(o.object)&&!r(o))??null}update(t,e){this.time=t,this.selected=e;let n=new Float64Array(7);for(let{motion:a,shown:c,groups:l,ghost:h}of this.players){let d=a.place(t);l.forEach(({group:u,material:f,base:g,edges:v},p)=>{c.pose(p,d,n),u.position.set(n[0],n[1],n[2]),u.quaternion.set(n[4],n[5],n[6],n[3]),u.visible=!this.hidden.has(p);let m=!h&&e?.kind==="body"&&e.place===p;f.emissive.set(m?Fd:"#000000"),f.emissiveIntensity=.35,v.material.color.set(m?Fd:"#20262b"),v.material.opacity=m?1:.35,h||f.color.set(this.shade(p,d,t)??g),u.updateMatrixWorld()})}let[s]=this.players,r=(a,c)=>a===null?c.clone():c.clone().applyMatrix4(s.groups[a].group.matrixWorld);this.symbols.forEach((a,c)=>{a.visible=this.showing.joints;let l=this.part(c,t),h=e?.kind==="item"&&e.place===c;h&&(a.visible=!0),a.scale.setScalar(h?_b:1),a.traverse(({material:d})=>{d&&(d.color.set(l===null?d.userData.own:mr(l)),d.emissive.set(h?Fd:"#000000"),d.emissiveIntensity=.7,d.depthTest=!h)})});for(let a of[...this.triads,...this.axes])a.visible=this.showing.frames;for(let{shape:a,on:c,turned:l}of this.steady)a.quaternion.copy(s.groups[c].group.quaternion).conjugate().multiply(l);for(let{line:a,ends:c}of this.links)a.visible=this.showing.joints,a.geometry.setFromPoints(c.map(({on:l,at:h})=>r(l,h)));this.distance.update(r),this.goAlong();let o=s.motion.place(t);this.arrows.update(o,this.showing.arrows,this.hidden,(a,c)=>this.carried(a,c,o)),this.cut.update(!this.showing.glass),this.films.update(o,this.showing.films,this.hidden,this.colour,a=>this.part(a,t)),this.dirty=!0}follow(t){this.followed=t,this.last=null,this.goAlong()}goAlong(){if(this.followed==null)return;let{position:t}=this.players[0].groups[this.followed].group;if(this.last){let e=t.clone().sub(this.last);this.camera.position.add(e),this.controls.target.add(e),this.controls.update()}this.last=t.clone()}carried(t,e,n){let[{motion:s,shown:r,groups:o}]=this.players;if(t===null||r.factor===1)return e;let[a,c,l,...[h,...d]]=s.pose(t,n);return e.sub(new F(a,c,l)).applyQuaternion(new Ze(...d,h).conjugate()),e.applyMatrix4(o[t].group.matrixWorld)}exaggerate(t){for(let{shown:e}of this.players)e.factor=t}glass(t){this.showing.glass=t;for(let{groups:e,ghost:n}of this.players)for(let{material:s}of e)Object.assign(s,{transparent:t||n,opacity:t?.16:n?.35:1,depthWrite:!t&&!n,needsUpdate:!0});this.dirty=!0}nextCut(){let t=this.cut.axis===null?0:this.cut.axis+1;this.cut.across(t>2?null:t,this.controls.target,this.camera.position),this.dirty=!0}openUp(){let{groups:t}=this.players[0];if(t.length<4)return!1;let e=t.map(({mesh:a})=>new _i().setFromObject(a)),n=e.map(a=>a.getCenter(new F));if(!e.some((a,c)=>n.filter((l,h)=>h!==c&&a.containsPoint(l)&&a.containsBox(e[h].clone().expandByScalar(-.1*this.head.extent))).length>=yb*(t.length-1)))return!1;let r=this.camera.position.clone().sub(this.controls.target).projectOnPlane(this.upward),[o]=[0,1,2].sort((a,c)=>Math.abs(r.getComponent(c))-Math.abs(r.getComponent(a)));return this.cut.across(o,this.controls.target,this.camera.position),this.dirty=!0,!0}colourBy(t,e=new Map){let n=/(thickness|gap)$/.test(t),s=/thickness$/.test(t);this.colour=t,this.field=e,this.range={low:1/0,high:0,log:s,thin:n};for(let[,r]of e.values())for(let o of r){let a=Math.abs(o);a>0&&(this.range.low=Math.min(this.range.low,a)),this.range.high=Math.max(this.range.high,a)}this.range.low=Math.max(this.range.low,1e-6*this.range.high),(!s||this.range.low>=this.range.high)&&Object.assign(this.range,{low:0,log:!1})}part(t,e){let n=this.field?.get(t);if(!n?.[0].length)return null;let[s,r]=n,o=0,a=s.length-1;for(;a-o>1;){let h=o+a>>1;s[h]<=e?o=h:a=h}let c=Math.abs(r[s[a]<=e?a:o]),{range:l}=this;return l.log?Math.log(Math.max(c,l.low)/l.low)/Math.log(l.high/l.low):l.high>0?c/l.high:0}shade(t,e,n){if(this.colour==="force")return mr(this.force(t,e));if(!this.field?.size)return null;let s=this.head.items.map((r,o)=>r.on.includes(t)?this.part(o,n):null).filter(r=>r!==null);return s.length?mr(this.range.thin?Math.min(...s):Math.max(...s)):mb}force(t,e){let n=new Float64Array(9),{motion:s}=this.players[0],r=this.onBodies[t].map(o=>Math.hypot(...s.load(o,e,n).subarray(3,6)));return this.arrows.largest[0]>0?Math.max(0,...r)/this.arrows.largest[0]:0}paint(t){this.scene.background=new Zt(t),this.dirty=!0}draw(){this.dirty&&(this.dirty=!1,this.renderer.clear(),this.renderer.render(this.scene,this.camera),this.helper.render(this.renderer),this.labels.update(this.camera))}pose(t){let{group:e}=this.players[0].groups[t],{x:n,y:s,z:r,w:o}=e.quaternion;return{position:e.position.toArray(),rotation:[o,n,s,r],visible:e.visible}}};function Mb(i){for(let t=i;t;t=t.parent)if(!t.visible)return!1;return!0}function bb(i,t){return Math.hypot(i[0]-t[0],i[1]-t[1],i[2]-t[2])}var wb="uplot",Eb="u-hz",Tb="u-vt",Ab="u-title",Rb="u-wrap",Cb="u-under",Pb="u-over",Ib="u-axis",yr="u-off",Lb="u-select",Db="u-cursor-x",Nb="u-cursor-y",Ub="u-cursor-pt",Fb="u-legend",Ob="u-live",Bb="u-inline",kb="u-series",zb="u-marker",Qm="u-label",Hb="u-value",Na="width",Ua="height";var tg="bottom",go="left",Od="right",tf="#000",eg=tf+"0",Bd="mousemove",ng="mousedown",kd="mouseup",ig="mouseenter",sg="mouseleave",rg="dblclick",Vb="resize",Gb="scroll",og="change",xh="dppxchange",ef="--",bo=typeof window<"u",Wd=bo?document:null,xo=bo?window:null,Wb=bo?navigator:null,Ee,ph;function Xd(){let i=devicePixelRatio;Ee!=i&&(Ee=i,ph&&Yd(og,ph,Xd),ph=matchMedia(`(min-resolution: ${Ee-.001}dppx) and (max-resolution: ${Ee+.001}dppx)`),vr(og,ph,Xd),xo.dispatchEvent(new CustomEvent(xh)))}function hi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function qd(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function qe(i,t,e){i.style[t]=e+"px"}function Ui(i,t,e,n){let s=Wd.createElement(i);return t!=null&&hi(s,t),e?.insertBefore(s,n),s}function yi(i,t){return Ui("div",i,t)}var ag=new WeakMap;function ns(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=ag.get(i);r!=o&&(i.style.transform=r,ag.set(i,r),t<0||e<0||t>n||e>s?hi(i,yr):qd(i,yr))}var lg=new WeakMap;function cg(i,t,e){let n=t+e,s=lg.get(i);n!=s&&(lg.set(i,n),i.style.background=t,i.style.borderColor=e)}var hg=new WeakMap;function ug(i,t,e,n){let s=t+""+e,r=hg.get(i);s!=r&&(hg.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var nf={passive:!0},Xb={...nf,capture:!0};function vr(i,t,e,n){t.addEventListener(i,e,n?Xb:nf)}function Yd(i,t,e,n){t.removeEventListener(i,e,nf)}bo&&Xd();function Fi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:ui((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function kg(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var zg=i=>i!=null,Hg=i=>i!=null&&i>0,Sh=kg(zg),qb=kg(Hg);function Yb(i,t,e,n=0,s=!1){let r=s?qb:Sh,o=s?Hg:zg;[t,e]=r(i,t,e);let a=i[t],c=i[t];if(t>-1)if(n==1)a=i[t],c=i[e];else if(n==-1)a=i[e],c=i[t];else for(let l=t;l<=e;l++){let h=i[l];o(h)&&(h<a?a=h:h>c&&(c=h))}return[a??Fe,c??-Fe]}function Mh(i,t,e,n){let s=pg(i),r=pg(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?vs:Vg,a=s==1?ui:vi,c=r==1?vi:ui,l=a(o(vn(i))),h=c(o(vn(t))),d=yo(e,l),u=yo(e,h);return e==10&&(l<0&&(d=Oe(d,-l)),h<0&&(u=Oe(u,-h))),n||e==2?(i=d*s,t=u*r):(i=qg(i,d),t=bh(t,u)),[i,t]}function sf(i,t,e,n){let s=Mh(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var rf=.1,dg={mode:3,pad:rf},Oa={pad:0,soft:null,mode:0},$b={min:Oa,max:Oa};function yh(i,t,e,n){return wh(e)?fg(i,t,e):(Oa.pad=e,Oa.soft=n?0:null,Oa.mode=n?3:0,fg(i,t,$b))}function Me(i,t){return i??t}function Zb(i,t,e){for(t=Me(t,0),e=Me(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function fg(i,t,e){let n=e.min,s=e.max,r=Me(n.pad,0),o=Me(s.pad,0),a=Me(n.hard,-Fe),c=Me(s.hard,Fe),l=Me(n.soft,Fe),h=Me(s.soft,-Fe),d=Me(n.mode,0),u=Me(s.mode,0),f=t-i,g=vs(f),v=Jn(vn(i),vn(t)),p=vs(v),m=vn(p-g);(f<1e-24||m>10)&&(f=0,(i==0||t==0)&&(f=1e-24,d==2&&l!=Fe&&(r=0),u==2&&h!=-Fe&&(o=0)));let x=f||v||1e3,R=vs(x),S=yo(10,ui(R)),C=x*(f==0?i==0?.1:1:r),w=Oe(qg(i-C,S/10),24),_=i>=l&&(d==1||d==3&&w<=l||d==2&&w>=l)?l:Fe,b=Jn(a,w<_&&i>=_?_:Oi(_,w)),U=x*(f==0?t==0?.1:1:o),L=Oe(bh(t+U,S/10),24),D=t<=h&&(u==1||u==3&&L>=h||u==2&&L<=h)?h:-Fe,z=Oi(c,L>D&&t<=D?D:Jn(D,L));return b==z&&b==0&&(z=100),[b,z]}var Jb=new Intl.NumberFormat(bo?Wb.language:"en-US"),of=i=>Jb.format(i),di=Math,_h=di.PI,vn=di.abs,ui=di.floor,yn=di.round,vi=di.ceil,Oi=di.min,Jn=di.max,yo=di.pow,pg=di.sign,vs=di.log10,Vg=di.log2,Kb=(i,t=1)=>di.sinh(i)*t,zd=(i,t=1)=>di.asinh(i/t),Fe=1/0;function mg(i){return(vs((i^i>>31)-(i>>31))|0)+1}function $d(i,t,e){return Oi(Jn(i,t),e)}function Gg(i){return typeof i=="function"}function xe(i){return Gg(i)?i:()=>i}var jb=()=>{},Wg=i=>i,Xg=(i,t)=>t,Qb=i=>null,gg=i=>!0,_g=(i,t)=>i==t,tw=/\.\d*?(?=9{6,}|0{6,})/gm,Sr=i=>{if($g(i)||$s.has(i))return i;let t=`${i}`,e=t.match(tw);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Sr(s)}e${r}`}return Oe(i,n)};function _r(i,t){return Sr(Oe(Sr(i/t))*t)}function bh(i,t){return Sr(vi(Sr(i/t))*t)}function qg(i,t){return Sr(ui(Sr(i/t))*t)}function Oe(i,t=0){if($g(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return yn(n)/e}var $s=new Map;function Yg(i){return((""+i).split(".")[1]||"").length}function ka(i,t,e,n){let s=[],r=n.map(Yg);for(let o=t;o<e;o++){let a=vn(o),c=Oe(yo(i,o),a);for(let l=0;l<n.length;l++){let h=i==10?+`${n[l]}e${o}`:n[l]*c,d=(o>=0?0:a)+(o>=r[l]?0:r[l]),u=i==10?h:Oe(h,d);s.push(u),$s.set(u,d)}}return s}var Ba={},af=[],vo=[null,null],Ys=Array.isArray,$g=Number.isInteger,ew=i=>i===void 0;function xg(i){return typeof i=="string"}function wh(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function nw(i){return i!=null&&typeof i=="object"}var iw=Object.getPrototypeOf(Uint8Array),Zg="__proto__";function So(i,t=wh){let e;if(Ys(i)){let n=i.find(s=>s!=null);if(Ys(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=So(i[s],t)}else e=i.slice()}else if(i instanceof iw)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Zg&&(e[n]=So(i[n],t))}else e=i;return e}function fn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Zg&&(wh(i[s])?fn(i[s],So(n[s])):i[s]=So(n[s]))}return i}var sw=0,rw=1,ow=2;function aw(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function lw(i,t){if(uw(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return dw(o[0])||(o=hw(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let c=i[o][0],l=c.length;for(let h=0;h<l;h++)e.add(c[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],c=a[0];for(let l=1;l<a.length;l++){let h=a[l],d=Array(s).fill(void 0),u=t?t[o][l]:rw,f=[];for(let g=0;g<h.length;g++){let v=h[g],p=r.get(c[g]);v===null?u!=sw&&(d[p]=v,u==ow&&f.push(p)):d[p]=v}aw(d,f,s),n.push(d)}}return n}var cw=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function hw(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let c=0;c<e;c++)a[c]=o[n[c]];s.push(a)}return s}function uw(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function dw(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Jn(1,ui((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let c=i[a];if(c!=null){if(c<=o)return!1;o=c}}return!0}var Jg=["January","February","March","April","May","June","July","August","September","October","November","December"],Kg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function jg(i){return i.slice(0,3)}var fw=Kg.map(jg),pw=Jg.map(jg),mw={MMMM:Jg,MMM:pw,WWWW:Kg,WWW:fw};function Da(i){return(i<10?"0":"")+i}function gw(i){return(i<10?"00":i<100?"0":"")+i}var _w={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Da(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Da(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Da(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Da(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Da(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>gw(i.getMilliseconds())};function lf(i,t){t=t||mw;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?_w[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var xw=new Intl.DateTimeFormat().resolvedOptions().timeZone;function yw(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==xw?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Qg=i=>i%1==0,vh=[1,2,2.5,5],vw=ka(10,-32,0,vh),t0=ka(10,0,32,vh),Sw=t0.filter(Qg),xr=vw.concat(t0),cf=`
`,e0="{YYYY}",yg=cf+e0,n0="{M}/{D}",Fa=cf+n0,mh=Fa+"/{YY}",i0="{aa}",Mw="{h}:{mm}",_o=Mw+i0,vg=cf+_o,Sg=":{ss}",Ae=null;function s0(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,c=(i==1?ka(10,0,3,vh).filter(Qg):ka(10,-3,0,vh)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),l=[[o,e0,Ae,Ae,Ae,Ae,Ae,Ae,1],[s*28,"{MMM}",yg,Ae,Ae,Ae,Ae,Ae,1],[s,n0,yg,Ae,Ae,Ae,Ae,Ae,1],[n,"{h}"+i0,mh,Ae,Fa,Ae,Ae,Ae,1],[e,_o,mh,Ae,Fa,Ae,Ae,Ae,1],[t,Sg,mh+" "+_o,Ae,Fa+" "+_o,Ae,vg,Ae,1],[i,Sg+".{fff}",mh+" "+_o,Ae,Fa+" "+_o,Ae,vg,Ae,1]];function h(d){return(u,f,g,v,p,m)=>{let x=[],R=p>=o,S=p>=r&&p<o,C=d(g),w=Oe(C*i,3),_=Hd(C.getFullYear(),R?0:C.getMonth(),S||R?1:C.getDate()),b=Oe(_*i,3);if(S||R){let U=S?p/r:0,L=R?p/o:0,D=w==b?w:Oe(Hd(_.getFullYear()+L,_.getMonth()+U,1)*i,3),z=new Date(yn(D/i)),G=z.getFullYear(),A=z.getMonth();for(let k=0;D<=v;k++){let X=Hd(G+L*k,A+U*k,1),V=X-d(Oe(X*i,3));D=Oe((+X+V)*i,3),D<=v&&x.push(D)}}else{let U=p>=s?s:p,L=ui(g)-ui(w),D=b+L+bh(w-b,U);x.push(D);let z=d(D),G=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,A=p/n,k=u.axes[f]._space,X=m/k;for(;D=Oe(D+p,i==1?0:3),!(D>v);)if(A>1){let V=ui(Oe(G+A,6))%24,j=d(D).getHours()-V;j>1&&(j=-1),D-=j*n,G=(G+A)%24;let nt=x[x.length-1];Oe((D-nt)/p,3)*X>=.7&&x.push(D)}else x.push(D)}return x}}return[c,l,h]}var[bw,ww,Ew]=s0(1),[Tw,Aw,Rw]=s0(.001);ka(2,-53,53,[1]);function Mg(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function bg(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],c,l,h,d,u,f;return n.map(g=>{let v=i(g),p=v.getFullYear(),m=v.getMonth(),x=v.getDate(),R=v.getHours(),S=v.getMinutes(),C=v.getSeconds(),w=p!=c&&a[2]||m!=l&&a[3]||x!=h&&a[4]||R!=d&&a[5]||S!=u&&a[6]||C!=f&&a[7]||a[1];return c=p,l=m,h=x,d=R,u=S,f=C,w(v)})}}function Cw(i,t){let e=lf(t);return(n,s,r,o,a)=>s.map(c=>e(i(c)))}function Hd(i,t,e){return new Date(i,t,e)}function wg(i,t){return t(i)}var Pw="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Eg(i,t){return(e,n,s,r)=>r==null?ef:t(i(n))}function Iw(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function Lw(i,t){return i.series[t].fill(i,t)}var Dw={show:!0,live:!0,isolate:!1,mount:jb,markers:{show:!0,width:2,stroke:Iw,fill:Lw,dash:"solid"},idx:null,idxs:null,values:[]};function Nw(i,t){let e=i.cursor.points,n=yi(),s=e.size(i,t);qe(n,Na,s),qe(n,Ua,s);let r=s/-2;qe(n,"marginLeft",r),qe(n,"marginTop",r);let o=e.width(i,t,s);return o&&qe(n,"borderWidth",o),n}function Uw(i,t){let e=i.series[t].points;return e._fill||e._stroke}function Fw(i,t){let e=i.series[t].points;return e._stroke||e._fill}function Ow(i,t){return i.series[t].points.size}var Vd=[0,0];function Bw(i,t,e){return Vd[0]=t,Vd[1]=e,Vd}function gh(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Gd(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var kw={show:!0,x:!0,y:!0,lock:!1,move:Bw,points:{one:!1,show:Nw,size:Ow,width:0,stroke:Fw,fill:Uw},bind:{mousedown:gh,mouseup:gh,click:gh,dblclick:gh,mousemove:Gd,mouseleave:Gd,mouseenter:Gd},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},r0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},hf=fn({},r0,{filter:Xg}),o0=fn({},hf,{size:10}),a0=fn({},r0,{show:!1}),uf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',l0="bold "+uf,c0=1.5,Tg={show:!0,scale:"x",stroke:tf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:l0,side:2,grid:hf,ticks:o0,border:a0,font:uf,lineGap:c0,rotate:0},zw="Value",Hw="Time",Ag={show:!0,scale:"x",auto:!1,sorted:1,min:Fe,max:-Fe,idxs:[]};function Vw(i,t,e,n,s){return t.map(r=>r==null?"":of(r))}function Gw(i,t,e,n,s,r,o){let a=[],c=$s.get(s)||0;e=o?e:Oe(bh(e,s),c);for(let l=e;l<=n;l=Oe(l+s,c))a.push(Object.is(l,-0)?0:l);return a}function Zd(i,t,e,n,s,r,o){let a=[],c=i.scales[i.axes[t].scale].log,l=c==10?vs:Vg,h=ui(l(e));s=yo(c,h),c==10&&(s=xr[Fi(s,xr)]);let d=e,u=s*c;c==10&&(u=xr[Fi(u,xr)]);do a.push(d),d=d+s,c==10&&!$s.has(d)&&(d=Oe(d,$s.get(s))),d>=u&&(s=d,u=s*c,c==10&&(u=xr[Fi(u,xr)]));while(d<=n);return a}function Ww(i,t,e,n,s,r,o){let c=i.scales[i.axes[t].scale].asinh,l=n>c?Zd(i,t,Jn(c,e),n,s):[c],h=n>=0&&e<=0?[0]:[];return(e<-c?Zd(i,t,Jn(c,-n),-e,s):[c]).reverse().map(u=>-u).concat(h,l)}var h0=/./,Xw=/[12357]/,qw=/[125]/,Rg=/1/,Jd=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function Yw(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],c=i.valToPos,l=r._space,h=c(10,o),d=c(9,o)-h>=l?h0:c(7,o)-h>=l?Xw:c(5,o)-h>=l?qw:Rg;if(d==Rg){let u=vn(c(1,o)-h);if(u<l)return Jd(t.slice().reverse(),a.distr,d,vi(l/u)).reverse()}return Jd(t,a.distr,d,1)}function $w(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,c=i.valToPos,l=vn(c(1,o)-c(2,o));return l<a?Jd(t.slice().reverse(),3,h0,vi(a/l)).reverse():t}function Zw(i,t,e,n){return n==null?ef:t==null?"":of(t)}var Cg={show:!0,scale:"y",stroke:tf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:l0,side:3,grid:hf,ticks:o0,border:a0,font:uf,lineGap:c0,rotate:0};function Jw(i,t){let e=3+(i||1)*2;return Oe(e*t,3)}function Kw(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=vn(o-r),c=i.series[t],l=a/(c.points.space*Ee);return n[1]-n[0]<=l}var Pg={scale:null,auto:!0,sorted:0,min:Fe,max:-Fe},u0=(i,t,e,n,s)=>s,Ig={show:!0,auto:!0,sorted:0,gaps:u0,alpha:1,facets:[fn({},Pg,{scale:"x"}),fn({},Pg,{scale:"y"})]},Lg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:u0,alpha:1,points:{show:Kw,filter:null},values:null,min:Fe,max:-Fe,idxs:[],path:null,clip:null};function jw(i,t,e,n,s){return e/10}var d0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Qw=fn({},d0,{time:!1,ori:1}),Dg={};function f0(i,t){let e=Dg[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,c,l){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,c,l)}},i!=null&&(Dg[i]=e)),e}var Mo=1,Kd=2;function Mr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,c=r[0],l=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,f=a.top,g=a.width,v=a.height,p=i.valToPosH,m=i.valToPosV;return h.ori==0?e(s,c,l,h,d,p,m,u,f,g,v,Th,wo,Rh,m0,_0):e(s,c,l,h,d,m,p,f,u,v,g,Ah,Eo,pf,g0,x0)}function df(i,t){let e=0,n=0,s=Me(i.bands,af);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function tE(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,c=i.scales[a];return s==-1?c.min:s==1?c.max:c.distr==3?c.dir==1?c.min:c.max:0}function Ss(i,t,e,n,s,r){return Mr(i,t,(o,a,c,l,h,d,u,f,g,v,p)=>{let m=o.pxRound,x=l.dir*(l.ori==0?1:-1),R=l.ori==0?wo:Eo,S,C;x==1?(S=e,C=n):(S=n,C=e);let w=m(d(a[S],l,v,f)),_=m(u(c[S],h,p,g)),b=m(d(a[C],l,v,f)),U=m(u(r==1?h.max:h.min,h,p,g)),L=new Path2D(s);return R(L,b,U),R(L,w,U),R(L,w,_),L})}function Eh(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?Rh:pf,c=e;for(let d=0;d<i.length;d++){let u=i[d];if(u[1]>u[0]){let f=u[0]-c;f>0&&a(o,c,n,f,n+r),c=u[1]}}let l=e+s-c,h=10;l>0&&a(o,c,n-h/2,l,n+r+h)}return o}function eE(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function ff(i,t,e,n,s,r,o){let a=[],c=i.length;for(let l=s==1?e:n;l>=e&&l<=n;l+=s)if(t[l]===null){let d=l,u=l;if(s==1)for(;++l<=n&&t[l]===null;)u=l;else for(;--l>=e&&t[l]===null;)u=l;let f=r(i[d]),g=u==d?f:r(i[u]),v=d-s;f=o<=0&&v>=0&&v<c?r(i[v]):f;let m=u+s;g=o>=0&&m>=0&&m<c?r(i[m]):g,g>=f&&a.push([f,g])}return a}function Ng(i){return i==0?Wg:i==1?yn:t=>_r(t,i)}function p0(i){let t=i==0?Th:Ah,e=i==0?(s,r,o,a,c,l)=>{s.arcTo(r,o,a,c,l)}:(s,r,o,a,c,l)=>{s.arcTo(o,r,c,a,l)},n=i==0?(s,r,o,a,c)=>{s.rect(r,o,a,c)}:(s,r,o,a,c)=>{s.rect(o,r,c,a)};return(s,r,o,a,c,l=0,h=0)=>{l==0&&h==0?n(s,r,o,a,c):(l=Oi(l,a/2,c/2),h=Oi(h,a/2,c/2),t(s,r+l,o),e(s,r+a,o,r+a,o+c,l),e(s,r+a,o+c,r,o+c,h),e(s,r,o+c,r,o,h),e(s,r,o,r+a,o,l),s.closePath())}}var Th=(i,t,e)=>{i.moveTo(t,e)},Ah=(i,t,e)=>{i.moveTo(e,t)},wo=(i,t,e)=>{i.lineTo(t,e)},Eo=(i,t,e)=>{i.lineTo(e,t)},Rh=p0(0),pf=p0(1),m0=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},g0=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},_0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},x0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function y0(i){return(t,e,n,s,r)=>Mr(t,e,(o,a,c,l,h,d,u,f,g,v,p)=>{let{pxRound:m,points:x}=o,R,S;l.ori==0?(R=Th,S=m0):(R=Ah,S=g0);let C=Oe(x.width*Ee,3),w=(x.size-x.width)/2*Ee,_=Oe(w*2,3),b=new Path2D,U=new Path2D,{left:L,top:D,width:z,height:G}=t.bbox;Rh(U,L-_,D-_,z+_*2,G+_*2);let A=k=>{if(c[k]!=null){let X=m(d(a[k],l,v,f)),V=m(u(c[k],h,p,g));R(b,X+w,V),S(b,X,V,w,0,_h*2)}};if(r)r.forEach(A);else for(let k=n;k<=s;k++)A(k);return{stroke:C>0?b:null,fill:b,clip:U,flags:Mo|Kd}})}function v0(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var nE=v0(wo),iE=v0(Eo);function S0(i){let t=Me(i?.alignGaps,0);return(e,n,s,r)=>Mr(e,n,(o,a,c,l,h,d,u,f,g,v,p)=>{[s,r]=Sh(c,s,r);let m=o.pxRound,x=G=>m(d(G,l,v,f)),R=G=>m(u(G,h,p,g)),S,C;l.ori==0?(S=wo,C=nE):(S=Eo,C=iE);let w=l.dir*(l.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Mo},b=_.stroke,U=!1;if(r-s>=v*4){let G=dt=>e.posToVal(dt,l.key,!0),A=null,k=null,X,V,lt,$=x(a[w==1?s:r]),j=x(a[s]),nt=x(a[r]),ft=G(w==1?j+1:nt-1);for(let dt=w==1?s:r;dt>=s&&dt<=r;dt+=w){let Q=a[dt],_t=(w==1?Q<ft:Q>ft)?$:x(Q),ct=c[dt];_t==$?ct!=null?(V=ct,A==null?(S(b,_t,R(V)),X=A=k=V):V<A?A=V:V>k&&(k=V)):ct===null&&(U=!0):(A!=null&&C(b,$,R(A),R(k),R(X),R(V)),ct!=null?(V=ct,S(b,_t,R(V)),A=k=X=V):(A=k=null,ct===null&&(U=!0)),$=_t,ft=G($+w))}A!=null&&A!=k&&lt!=$&&C(b,$,R(A),R(k),R(X),R(V))}else for(let G=w==1?s:r;G>=s&&G<=r;G+=w){let A=c[G];A===null?U=!0:A!=null&&S(b,x(a[G]),R(A))}let[D,z]=df(e,n);if(o.fill!=null||D!=0){let G=_.fill=new Path2D(b),A=o.fillTo(e,n,o.min,o.max,D),k=R(A),X=x(a[s]),V=x(a[r]);w==-1&&([V,X]=[X,V]),S(G,V,k),S(G,X,k)}if(!o.spanGaps){let G=[];U&&G.push(...ff(a,c,s,r,w,x,t)),_.gaps=G=o.gaps(e,n,s,r,G),_.clip=Eh(G,l.ori,f,g,v,p)}return z!=0&&(_.band=z==2?[Ss(e,n,s,r,b,-1),Ss(e,n,s,r,b,1)]:Ss(e,n,s,r,b,z)),_})}function sE(i){let t=Me(i.align,1),e=Me(i.ascDesc,!1),n=Me(i.alignGaps,0),s=Me(i.extend,!1);return(r,o,a,c)=>Mr(r,o,(l,h,d,u,f,g,v,p,m,x,R)=>{[a,c]=Sh(d,a,c);let S=l.pxRound,{left:C,width:w}=r.bbox,_=j=>S(g(j,u,x,p)),b=j=>S(v(j,f,R,m)),U=u.ori==0?wo:Eo,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Mo},D=L.stroke,z=u.dir*(u.ori==0?1:-1),G=b(d[z==1?a:c]),A=_(h[z==1?a:c]),k=A,X=A;s&&t==-1&&(X=C,U(D,X,G)),U(D,A,G);for(let j=z==1?a:c;j>=a&&j<=c;j+=z){let nt=d[j];if(nt==null)continue;let ft=_(h[j]),dt=b(nt);t==1?U(D,ft,G):U(D,k,dt),U(D,ft,dt),G=dt,k=ft}let V=k;s&&t==1&&(V=C+w,U(D,V,G));let[lt,$]=df(r,o);if(l.fill!=null||lt!=0){let j=L.fill=new Path2D(D),nt=l.fillTo(r,o,l.min,l.max,lt),ft=b(nt);U(j,V,ft),U(j,X,ft)}if(!l.spanGaps){let j=[];j.push(...ff(h,d,a,c,z,_,n));let nt=l.width*Ee/2,ft=e||t==1?nt:-nt,dt=e||t==-1?-nt:nt;j.forEach(Q=>{Q[0]+=ft,Q[1]+=dt}),L.gaps=j=l.gaps(r,o,a,c,j),L.clip=Eh(j,u.ori,p,m,x,R)}return $!=0&&(L.band=$==2?[Ss(r,o,a,c,D,-1),Ss(r,o,a,c,D,1)]:Ss(r,o,a,c,D,$)),L})}function Ug(i,t,e,n,s,r,o=Fe){if(i.length>1){let a=null;for(let c=0,l=1/0;c<i.length;c++)if(t[c]!==void 0){if(a!=null){let h=vn(i[c]-i[a]);h<l&&(l=h,o=vn(e(i[c],n,s,r)-e(i[a],n,s,r)))}a=c}}return o}function rE(i){i=i||Ba;let t=Me(i.size,[.6,Fe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=xe(s),o=1-t[0],a=Me(t[1],Fe),c=Me(t[2],1),l=Me(i.disp,Ba),h=Me(i.each,f=>{}),{fill:d,stroke:u}=l;return(f,g,v,p)=>Mr(f,g,(m,x,R,S,C,w,_,b,U,L,D)=>{let z=m.pxRound,G=e,A=n*Ee,k=a*Ee,X=c*Ee,V,lt;S.ori==0?[V,lt]=r(f,g):[lt,V]=r(f,g);let $=S.dir*(S.ori==0?1:-1),j=S.ori==0?Rh:pf,nt=S.ori==0?h:(Rt,Kt,ae,bt,Ne,Vt,Yt)=>{h(Rt,Kt,ae,Ne,bt,Yt,Vt)},ft=Me(f.bands,af).find(Rt=>Rt.series[0]==g),dt=ft!=null?ft.dir:0,Q=m.fillTo(f,g,m.min,m.max,dt),pt=z(_(Q,C,D,U)),_t,ct,ot,Ct=L,qt=z(m.width*Ee),Ot=!1,re=null,Jt=null,jt=null,Ye=null;d!=null&&(qt==0||u!=null)&&(Ot=!0,re=d.values(f,g,v,p),Jt=new Map,new Set(re).forEach(Rt=>{Rt!=null&&Jt.set(Rt,new Path2D)}),qt>0&&(jt=u.values(f,g,v,p),Ye=new Map,new Set(jt).forEach(Rt=>{Rt!=null&&Ye.set(Rt,new Path2D)})));let{x0:Be,size:on}=l;if(Be!=null&&on!=null){G=1,x=Be.values(f,g,v,p),Be.unit==2&&(x=x.map(ae=>f.posToVal(b+ae*L,S.key,!0)));let Rt=on.values(f,g,v,p);on.unit==2?ct=Rt[0]*L:ct=w(Rt[0],S,L,b)-w(0,S,L,b),Ct=Ug(x,R,w,S,L,b,Ct),ot=Ct-ct+A}else Ct=Ug(x,R,w,S,L,b,Ct),ot=Ct*o+A,ct=Ct-ot;ot<1&&(ot=0),qt>=ct/2&&(qt=0),ot<5&&(z=Wg);let Le=ot>0,Sn=Ct-ot-(Le?qt:0);ct=z($d(Sn,X,k)),_t=(G==0?ct/2:G==$?0:ct)-G*$*((G==0?A/2:0)+(Le?qt/2:0));let ve={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},pn=Ot?null:new Path2D,je=null;if(ft!=null)je=f.data[ft.series[1]];else{let{y0:Rt,y1:Kt}=l;Rt!=null&&Kt!=null&&(R=Kt.values(f,g,v,p),je=Rt.values(f,g,v,p))}let an=V*ct,B=lt*ct;for(let Rt=$==1?v:p;Rt>=v&&Rt<=p;Rt+=$){let Kt=R[Rt];if(Kt==null)continue;if(je!=null){let q=je[Rt]??0;if(Kt-q==0)continue;pt=_(q,C,D,U)}let ae=S.distr!=2||l!=null?x[Rt]:Rt,bt=w(ae,S,L,b),Ne=_(Me(Kt,Q),C,D,U),Vt=z(bt-_t),Yt=z(Jn(Ne,pt)),P=z(Oi(Ne,pt)),M=Yt-P;if(Kt!=null){let q=Kt<0?B:an,ut=Kt<0?an:B;Ot?(qt>0&&jt[Rt]!=null&&j(Ye.get(jt[Rt]),Vt,P+ui(qt/2),ct,Jn(0,M-qt),q,ut),re[Rt]!=null&&j(Jt.get(re[Rt]),Vt,P+ui(qt/2),ct,Jn(0,M-qt),q,ut)):j(pn,Vt,P+ui(qt/2),ct,Jn(0,M-qt),q,ut),nt(f,g,Rt,Vt-qt/2,P,ct+qt,M)}}return qt>0?ve.stroke=Ot?Ye:pn:Ot||(ve._fill=m.width==0?m._fill:m._stroke??m._fill,ve.width=0),ve.fill=Ot?Jt:pn,ve})}function oE(i,t){let e=Me(t?.alignGaps,0);return(n,s,r,o)=>Mr(n,s,(a,c,l,h,d,u,f,g,v,p,m)=>{[r,o]=Sh(l,r,o);let x=a.pxRound,R=V=>x(u(V,h,p,g)),S=V=>x(f(V,d,m,v)),C,w,_;h.ori==0?(C=Th,_=wo,w=_0):(C=Ah,_=Eo,w=x0);let b=h.dir*(h.ori==0?1:-1),U=R(c[b==1?r:o]),L=U,D=[],z=[];for(let V=b==1?r:o;V>=r&&V<=o;V+=b)if(l[V]!=null){let $=c[V],j=R($);D.push(L=j),z.push(S(l[V]))}let G={stroke:i(D,z,C,_,w,x),fill:null,clip:null,band:null,gaps:null,flags:Mo},A=G.stroke,[k,X]=df(n,s);if(a.fill!=null||k!=0){let V=G.fill=new Path2D(A),lt=a.fillTo(n,s,a.min,a.max,k),$=S(lt);_(V,L,$),_(V,U,$)}if(!a.spanGaps){let V=[];V.push(...ff(c,l,r,o,b,R,e)),G.gaps=V=a.gaps(n,s,r,o,V),G.clip=Eh(V,h.ori,g,v,p,m)}return X!=0&&(G.band=X==2?[Ss(n,s,r,o,A,-1),Ss(n,s,r,o,A,1)]:Ss(n,s,r,o,A,X)),G})}function aE(i){return oE(lE,i)}function lE(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let c=Array(o),l=Array(o-1),h=Array(o-1),d=Array(o-1);for(let u=0;u<o-1;u++)h[u]=t[u+1]-t[u],d[u]=i[u+1]-i[u],l[u]=h[u]/d[u];c[0]=l[0];for(let u=1;u<o-1;u++)l[u]===0||l[u-1]===0||l[u-1]>0!=l[u]>0?c[u]=0:(c[u]=3*(d[u-1]+d[u])/((2*d[u]+d[u-1])/l[u-1]+(d[u]+2*d[u-1])/l[u]),isFinite(c[u])||(c[u]=0));c[o-1]=l[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+d[u]/3,t[u]+c[u]*d[u]/3,i[u+1]-d[u]/3,t[u+1]-c[u+1]*d[u]/3,i[u+1],t[u+1])}return a}var jd=new Set;function Fg(){for(let i of jd)i.syncRect(!0)}bo&&(vr(Vb,xo,Fg),vr(Gb,xo,Fg,!0),vr(xh,xo,()=>{Cn.pxRatio=Ee}));var cE=S0(),hE=y0();function Og(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Qd(r,o,t,e))}function uE(i,t){return i.map((e,n)=>n==0?{}:fn({},t,e))}function Qd(i,t,e,n){return fn({},t==0?e:n,i)}function M0(i,t,e){return t==null?vo:[t,e]}var dE=M0;function fE(i,t,e){return t==null?vo:yh(t,e,rf,!0)}function b0(i,t,e,n){return t==null?vo:Mh(t,e,i.scales[n].log,!1)}var pE=b0;function w0(i,t,e,n){return t==null?vo:sf(t,e,i.scales[n].log,!1)}var mE=w0;function gE(i,t,e,n,s){let r=Jn(mg(i),mg(t)),o=t-i,a=Fi(s/n*o,e);do{let c=e[a],l=n*c/o;if(l>=s&&r+(c<5?$s.get(c):0)<=17)return[c,l]}while(++a<e.length);return[0,0]}function Bg(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=yn((e=+s)*Ee))+"px"),[i,t,e]}function _E(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Oe(t[2]*Ee,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Cn(i,t,e){let n={mode:Me(i.mode,1)},s=n.mode;function r(y,E,I,N){let W=E.valToPct(y);return N+I*(E.dir==-1?1-W:W)}function o(y,E,I,N){let W=E.valToPct(y);return N+I*(E.dir==-1?W:1-W)}function a(y,E,I,N){return E.ori==0?r(y,E,I,N):o(y,E,I,N)}n.valToPosH=r,n.valToPosV=o;let c=!1;n.status=0;let l=n.root=yi(wb);if(i.id!=null&&(l.id=i.id),hi(l,i.class),i.title){let y=yi(Ab,l);y.textContent=i.title}let h=Ui("canvas"),d=n.ctx=h.getContext("2d"),u=yi(Rb,l);vr("click",u,y=>{y.target===g&&(He!=Cr||$e!=Pr)&&Pn.click(n,y)},!0);let f=n.under=yi(Cb,u);u.appendChild(h);let g=n.over=yi(Pb,u);i=So(i);let v=+Me(i.pxAlign,1),p=Ng(v);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let m=i.ms||.001,x=n.series=s==1?Og(i.series||[],Ag,Lg,!1):uE(i.series||[null],Ig),R=n.axes=Og(i.axes||[],Tg,Cg,!0),S=n.scales={},C=n.bands=i.bands||[];C.forEach(y=>{y.fill=xe(y.fill||null),y.dir=Me(y.dir,-1)});let w=s==2?x[1].facets[0].scale:x[0].scale,_={axes:os,series:pe},b=(i.drawOrder||["axes","series"]).map(y=>_[y]);function U(y){let E=y.distr==3?I=>vs(I>0?I:y.clamp(n,I,y.min,y.max,y.key)):y.distr==4?I=>zd(I,y.asinh):y.distr==100?I=>y.fwd(I):I=>I;return I=>{let N=E(I),{_min:W,_max:J}=y,at=J-W;return(N-W)/at}}function L(y){let E=S[y];if(E==null){let I=(i.scales||Ba)[y]||Ba;if(I.from!=null){L(I.from);let N=fn({},S[I.from],I,{key:y});N.valToPct=U(N),S[y]=N}else{E=S[y]=fn({},y==w?d0:Qw,I),E.key=y;let N=E.time,W=E.range,J=Ys(W);if((y!=w||s==2&&!N)&&(J&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?dg:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?dg:{mode:1,hard:W[1],soft:W[1]}},J=!1),!J&&wh(W))){let at=W;W=(mt,St,Dt)=>St==null?vo:yh(St,Dt,at)}E.range=xe(W||(N?dE:y==w?E.distr==3?pE:E.distr==4?mE:M0:E.distr==3?b0:E.distr==4?w0:fE)),E.auto=xe(J?!1:E.auto),E.clamp=xe(E.clamp||jw),E._min=E._max=null,E.valToPct=U(E)}}}L("x"),L("y"),s==1&&x.forEach(y=>{L(y.scale)}),R.forEach(y=>{L(y.scale)});for(let y in i.scales)L(y);let D=S[w],z=D.distr,G,A;D.ori==0?(hi(l,Eb),G=r,A=o):(hi(l,Tb),G=o,A=r);let k={};for(let y in S){let E=S[y];(E.min!=null||E.max!=null)&&(k[y]={min:E.min,max:E.max},E.min=E.max=null)}let X=i.tzDate||(y=>new Date(yn(y/m))),V=i.fmtDate||lf,lt=m==1?Ew(X):Rw(X),$=bg(X,Mg(m==1?ww:Aw,V)),j=Eg(X,wg(Pw,V)),nt=[],ft=n.legend=fn({},Dw,i.legend),dt=n.cursor=fn({},kw,{drag:{y:s==2}},i.cursor),Q=ft.show,pt=dt.show,_t=ft.markers;ft.idxs=nt,_t.width=xe(_t.width),_t.dash=xe(_t.dash),_t.stroke=xe(_t.stroke),_t.fill=xe(_t.fill);let ct,ot,Ct,qt=[],Ot=[],re,Jt=!1,jt={};if(ft.live){let y=x[1]?x[1].values:null;Jt=y!=null,re=Jt?y(n,1,0):{_:0};for(let E in re)jt[E]=ef}if(Q)if(ct=Ui("table",Fb,l),Ct=Ui("tbody",null,ct),ft.mount(n,ct),Jt){ot=Ui("thead",null,ct,Ct);let y=Ui("tr",null,ot);Ui("th",null,y);for(var Ye in re)Ui("th",Qm,y).textContent=Ye}else hi(ct,Bb),ft.live&&hi(ct,Ob);let Be={show:!0},on={show:!1};function Le(y,E){if(E==0&&(Jt||!ft.live||s==2))return vo;let I=[],N=Ui("tr",kb,Ct,Ct.childNodes[E]);hi(N,y.class),y.show||hi(N,yr);let W=Ui("th",null,N);if(_t.show){let mt=yi(zb,W);if(E>0){let St=_t.width(n,E);St&&(mt.style.border=St+"px "+_t.dash(n,E)+" "+_t.stroke(n,E)),mt.style.background=_t.fill(n,E)}}let J=yi(Qm,W);y.label instanceof HTMLElement?J.appendChild(y.label):J.textContent=y.label,E>0&&(_t.show||(J.style.color=y.width>0?_t.stroke(n,E):_t.fill(n,E)),ve("click",W,mt=>{if(dt._lock)return;ee(mt);let St=x.indexOf(y);if((mt.ctrlKey||mt.metaKey)!=ft.isolate){let Dt=x.some((Nt,Bt)=>Bt>0&&Bt!=St&&Nt.show);x.forEach((Nt,Bt)=>{Bt>0&&Hi(Bt,Dt?Bt==St?Be:on:Be,!0,un.setSeries)})}else Hi(St,{show:!y.show},!0,un.setSeries)},!1),ne&&ve(ig,W,mt=>{dt._lock||(ee(mt),Hi(x.indexOf(y),Lr,!0,un.setSeries))},!1));for(var at in re){let mt=Ui("td",Hb,N);mt.textContent="--",I.push(mt)}return[N,I]}let Sn=new Map;function ve(y,E,I,N=!0){let W=Sn.get(E)||{},J=dt.bind[y](n,E,I,N);J&&(vr(y,E,W[y]=J),Sn.set(E,W))}function pn(y,E,I){let N=Sn.get(E)||{};for(let W in N)(y==null||W==y)&&(Yd(W,E,N[W]),delete N[W]);y==null&&Sn.delete(E)}let je=0,an=0,B=0,Rt=0,Kt=0,ae=0,bt=Kt,Ne=ae,Vt=B,Yt=Rt,P=0,M=0,q=0,ut=0;n.bbox={};let rt=!1,yt=!1,vt=!1,tt=!1,it=!1,gt=!1;function O(y,E,I){(I||y!=n.width||E!=n.height)&&st(y,E),he(!1),vt=!0,yt=!0,Dn()}function st(y,E){n.width=je=B=y,n.height=an=Rt=E,Kt=ae=0,Mt(),Gt();let I=n.bbox;P=I.left=_r(Kt*Ee,.5),M=I.top=_r(ae*Ee,.5),q=I.width=_r(B*Ee,.5),ut=I.height=_r(Rt*Ee,.5)}let et=3;function wt(){let y=!1,E=0;for(;!y;){E++;let I=Tr(E),N=zi(E);y=E==et||I&&N,y||(st(n.width,n.height),yt=!0)}}function xt({width:y,height:E}){O(y,E)}n.setSize=xt;function Mt(){let y=!1,E=!1,I=!1,N=!1;R.forEach((W,J)=>{if(W.show&&W._show){let{side:at,_size:mt}=W,St=at%2,Dt=W.label!=null?W.labelSize:0,Nt=mt+Dt;Nt>0&&(St?(B-=Nt,at==3?(Kt+=Nt,N=!0):I=!0):(Rt-=Nt,at==0?(ae+=Nt,y=!0):E=!0))}}),Bi[0]=y,Bi[1]=I,Bi[2]=E,Bi[3]=N,B-=Si[1]+Si[3],Kt+=Si[3],Rt-=Si[2]+Si[0],ae+=Si[0]}function Gt(){let y=Kt+B,E=ae+Rt,I=Kt,N=ae;function W(J,at){switch(J){case 1:return y+=at,y-at;case 2:return E+=at,E-at;case 3:return I-=at,I+at;case 0:return N-=at,N+at}}R.forEach((J,at)=>{if(J.show&&J._show){let mt=J.side;J._pos=W(mt,J._size),J.label!=null&&(J._lpos=W(mt,J.labelSize))}})}if(dt.dataIdx==null){let y=dt.hover,E=y.skip=new Set(y.skip??[]);E.add(void 0);let I=y.prox=xe(y.prox),N=y.bias??=0;dt.dataIdx=(W,J,at,mt)=>{if(J==0)return at;let St=at,Dt=I(W,J,at,mt)??Fe,Nt=Dt>=0&&Dt<Fe,Bt=D.ori==0?B:Rt,oe=dt.left,be=t[0],Se=t[J];if(E.has(Se[at])){St=null;let me=null,Qt=null,Wt;if(N==0||N==-1)for(Wt=at;me==null&&Wt-- >0;)E.has(Se[Wt])||(me=Wt);if(N==0||N==1)for(Wt=at;Qt==null&&Wt++<Se.length;)E.has(Se[Wt])||(Qt=Wt);if(me!=null||Qt!=null)if(Nt){let Ge=me==null?-1/0:G(be[me],D,Bt,0),en=Qt==null?1/0:G(be[Qt],D,Bt,0),En=oe-Ge,De=en-oe;En<=De?En<=Dt&&(St=me):De<=Dt&&(St=Qt)}else St=Qt==null?me:me==null?Qt:at-me<=Qt-at?me:Qt}else Nt&&vn(oe-G(be[at],D,Bt,0))>Dt&&(St=null);return St}}let ee=y=>{dt.event=y};dt.idxs=nt,dt._lock=!1;let ht=dt.points;ht.show=xe(ht.show),ht.size=xe(ht.size),ht.stroke=xe(ht.stroke),ht.width=xe(ht.width),ht.fill=xe(ht.fill);let kt=n.focus=fn({},i.focus||{alpha:.3},dt.focus),ne=kt.prox>=0,At=ne&&ht.one,ce=[],ze=[],kn=[];function Ro(y,E){let I=ht.show(n,E);if(I instanceof HTMLElement)return hi(I,Ub),hi(I,y.class),ns(I,-10,-10,B,Rt),g.insertBefore(I,ce[E]),I}function br(y,E){if(s==1||E>0){let I=s==1&&S[y.scale].time,N=y.value;y.value=I?xg(N)?Eg(X,wg(N,V)):N||j:N||Zw,y.label=y.label||(I?Hw:zw)}if(At||E>0){y.width=y.width==null?1:y.width,y.paths=y.paths||cE||Qb,y.fillTo=xe(y.fillTo||tE),y.pxAlign=+Me(y.pxAlign,v),y.pxRound=Ng(y.pxAlign),y.stroke=xe(y.stroke||null),y.fill=xe(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let I=Jw(Jn(1,y.width),1),N=y.points=fn({},{size:I,width:Jn(1,I*.2),stroke:y.stroke,space:I*2,paths:hE,_stroke:null,_fill:null},y.points);N.show=xe(N.show),N.filter=xe(N.filter),N.fill=xe(N.fill),N.stroke=xe(N.stroke),N.paths=xe(N.paths),N.pxAlign=y.pxAlign}if(Q){let I=Le(y,E);qt.splice(E,0,I[0]),Ot.splice(E,0,I[1]),ft.values.push(null)}if(pt){nt.splice(E,0,null);let I=null;At?E==0&&(I=Ro(y,E)):E>0&&(I=Ro(y,E)),ce.splice(E,0,I),ze.splice(E,0,0),kn.splice(E,0,0)}wn("addSeries",E)}function Vh(y,E){E=E??x.length,y=s==1?Qd(y,E,Ag,Lg):Qd(y,E,{},Ig),x.splice(E,0,y),br(x[E],E)}n.addSeries=Vh;function Wa(y){if(x.splice(y,1),Q){ft.values.splice(y,1),Ot.splice(y,1);let E=qt.splice(y,1)[0];pn(null,E.firstChild),E.remove()}pt&&(nt.splice(y,1),ce.splice(y,1)[0].remove(),ze.splice(y,1),kn.splice(y,1)),wn("delSeries",y)}n.delSeries=Wa;let Bi=[!1,!1,!1,!1];function is(y,E){if(y._show=y.show,y.show){let I=y.side%2,N=S[y.scale];N==null&&(y.scale=I?x[1].scale:w,N=S[y.scale]);let W=N.time;y.size=xe(y.size),y.space=xe(y.space),y.rotate=xe(y.rotate),Ys(y.incrs)&&y.incrs.forEach(at=>{!$s.has(at)&&$s.set(at,Yg(at))}),y.incrs=xe(y.incrs||(N.distr==2?Sw:W?m==1?bw:Tw:xr)),y.splits=xe(y.splits||(W&&N.distr==1?lt:N.distr==3?Zd:N.distr==4?Ww:Gw)),y.stroke=xe(y.stroke),y.grid.stroke=xe(y.grid.stroke),y.ticks.stroke=xe(y.ticks.stroke),y.border.stroke=xe(y.border.stroke);let J=y.values;y.values=Ys(J)&&!Ys(J[0])?xe(J):W?Ys(J)?bg(X,Mg(J,V)):xg(J)?Cw(X,J):J||$:J||Vw,y.filter=xe(y.filter||(N.distr>=3&&N.log==10?Yw:N.distr==3&&N.log==2?$w:Xg)),y.font=Bg(y.font),y.labelFont=Bg(y.labelFont),y._size=y.size(n,null,E,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(Bi[E]=!0,y._el=yi(Ib,u))}}function ss(y,E,I,N){let[W,J,at,mt]=I,St=E%2,Dt=0;return St==0&&(mt||J)&&(Dt=E==0&&!W||E==2&&!at?yn(Tg.size/3):0),St==1&&(W||at)&&(Dt=E==1&&!J||E==3&&!mt?yn(Cg.size/2):0),Dt}let Co=n.padding=(i.padding||[ss,ss,ss,ss]).map(y=>xe(Me(y,ss))),Si=n._padding=Co.map((y,E)=>y(n,E,Bi,0)),Qe,sn=null,rn=null,ki=s==1?x[0].idxs:null,ni=null,Ms=!1;function Po(y,E){if(t=y??[],n.data=n._data=t,s==2){Qe=0;for(let I=1;I<x.length;I++)Qe+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ni=t[0],Qe=ni.length;let I=t;if(z==2){I=t.slice();let N=I[0]=Array(Qe);for(let W=0;W<Qe;W++)N[W]=W}n._data=t=I}if(he(!0),wn("setData"),z==2&&(vt=!0),E!==!1){let I=D;I.auto(n,Ms)?Io():Es(w,I.min,I.max),tt=tt||dt.left>=0,gt=!0,Dn()}}n.setData=Po;function Io(){Ms=!0;let y,E;s==1&&(Qe>0?(sn=ki[0]=0,rn=ki[1]=Qe-1,y=t[0][sn],E=t[0][rn],z==2?(y=sn,E=rn):y==E&&(z==3?[y,E]=Mh(y,y,D.log,!1):z==4?[y,E]=sf(y,y,D.log,!1):D.time?E=y+yn(86400/m):[y,E]=yh(y,E,rf,!0))):(sn=ki[0]=y=null,rn=ki[1]=E=null)),Es(w,y,E)}let wr,bs,Er,T,H,K,Y,Z,Et,Pt;function Tt(y,E,I,N,W,J){y??=eg,I??=af,N??="butt",W??=eg,J??="round",y!=wr&&(d.strokeStyle=wr=y),W!=bs&&(d.fillStyle=bs=W),E!=Er&&(d.lineWidth=Er=E),J!=H&&(d.lineJoin=H=J),N!=K&&(d.lineCap=K=N),I!=T&&d.setLineDash(T=I)}function It(y,E,I,N){E!=bs&&(d.fillStyle=bs=E),y!=Y&&(d.font=Y=y),I!=Z&&(d.textAlign=Z=I),N!=Et&&(d.textBaseline=Et=N)}function Ht(y,E,I,N,W=0){if(N.length>0&&y.auto(n,Ms)&&(E==null||E.min==null)){let J=Me(sn,0),at=Me(rn,N.length-1),mt=I.min==null?Yb(N,J,at,W,y.distr==3):[I.min,I.max];y.min=Oi(y.min,I.min=mt[0]),y.max=Jn(y.max,I.max=mt[1])}}let ie={min:null,max:null};function fe(){for(let N in S){let W=S[N];k[N]==null&&(W.min==null||k[w]!=null&&W.auto(n,Ms))&&(k[N]=ie)}for(let N in S){let W=S[N];k[N]==null&&W.from!=null&&k[W.from]!=null&&(k[N]=ie)}k[w]!=null&&he(!0);let y={};for(let N in k){let W=k[N];if(W!=null){let J=y[N]=So(S[N],nw);if(W.min!=null)fn(J,W);else if(N!=w||s==2)if(Qe==0&&J.from==null){let at=J.range(n,null,null,N);J.min=at[0],J.max=at[1]}else J.min=Fe,J.max=-Fe}}if(Qe>0){x.forEach((N,W)=>{if(s==1){let J=N.scale,at=k[J];if(at==null)return;let mt=y[J];if(W==0){let St=mt.range(n,mt.min,mt.max,J);mt.min=St[0],mt.max=St[1],sn=Fi(mt.min,t[0]),rn=Fi(mt.max,t[0]),rn-sn>1&&(t[0][sn]<mt.min&&sn++,t[0][rn]>mt.max&&rn--),N.min=ni[sn],N.max=ni[rn]}else N.show&&N.auto&&Ht(mt,at,N,t[W],N.sorted);N.idxs[0]=sn,N.idxs[1]=rn}else if(W>0&&N.show&&N.auto){let[J,at]=N.facets,mt=J.scale,St=at.scale,[Dt,Nt]=t[W],Bt=y[mt],oe=y[St];Bt!=null&&Ht(Bt,k[mt],J,Dt,J.sorted),oe!=null&&Ht(oe,k[St],at,Nt,at.sorted),N.min=at.min,N.max=at.max}});for(let N in y){let W=y[N],J=k[N];if(W.from==null&&(J==null||J.min==null)){let at=W.range(n,W.min==Fe?null:W.min,W.max==-Fe?null:W.max,N);W.min=at[0],W.max=at[1]}}}for(let N in y){let W=y[N];if(W.from!=null){let J=y[W.from];if(J.min==null)W.min=W.max=null;else{let at=W.range(n,J.min,J.max,N);W.min=at[0],W.max=at[1]}}}let E={},I=!1;for(let N in y){let W=y[N],J=S[N];if(J.min!=W.min||J.max!=W.max){J.min=W.min,J.max=W.max;let at=J.distr;J._min=at==3?vs(J.min):at==4?zd(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?vs(J.max):at==4?zd(J.max,J.asinh):at==100?J.fwd(J.max):J.max,E[N]=I=!0}}if(I){x.forEach((N,W)=>{s==2?W>0&&E.y&&(N._paths=null):E[N.scale]&&(N._paths=null)});for(let N in E)vt=!0,wn("setScale",N);pt&&dt.left>=0&&(tt=gt=!0)}for(let N in k)k[N]=null}function zt(y){let E=$d(sn-1,0,Qe-1),I=$d(rn+1,0,Qe-1);for(;y[E]==null&&E>0;)E--;for(;y[I]==null&&I<Qe-1;)I++;return[E,I]}function pe(){if(Qe>0){let y=x.some(E=>E._focus)&&Pt!=kt.alpha;y&&(d.globalAlpha=Pt=kt.alpha),x.forEach((E,I)=>{if(I>0&&E.show&&(Je(I,!1),Je(I,!0),E._paths==null)){let N=Pt;Pt!=E.alpha&&(d.globalAlpha=Pt=E.alpha);let W=s==2?[0,t[I][0].length-1]:zt(t[I]);E._paths=E.paths(n,I,W[0],W[1]),Pt!=N&&(d.globalAlpha=Pt=N)}}),x.forEach((E,I)=>{if(I>0&&E.show){let N=Pt;Pt!=E.alpha&&(d.globalAlpha=Pt=E.alpha),E._paths!=null&&Re(I,!1);{let W=E._paths!=null?E._paths.gaps:null,J=E.points.show(n,I,sn,rn,W),at=E.points.filter(n,I,J,W);(J||at)&&(E.points._paths=E.points.paths(n,I,sn,rn,at),Re(I,!0))}Pt!=N&&(d.globalAlpha=Pt=N),wn("drawSeries",I)}}),y&&(d.globalAlpha=Pt=1)}}function Je(y,E){let I=E?x[y].points:x[y];I._stroke=I.stroke(n,y),I._fill=I.fill(n,y)}function Re(y,E){let I=E?x[y].points:x[y],{stroke:N,fill:W,clip:J,flags:at,_stroke:mt=I._stroke,_fill:St=I._fill,_width:Dt=I.width}=I._paths;Dt=Oe(Dt*Ee,3);let Nt=null,Bt=Dt%2/2;E&&St==null&&(St=Dt>0?"#fff":mt);let oe=I.pxAlign==1&&Bt>0;if(oe&&d.translate(Bt,Bt),!E){let be=P-Dt/2,Se=M-Dt/2,me=q+Dt,Qt=ut+Dt;Nt=new Path2D,Nt.rect(be,Se,me,Qt)}E?Ft(mt,Dt,I.dash,I.cap,St,N,W,at,J):Ce(y,mt,Dt,I.dash,I.cap,St,N,W,at,Nt,J),oe&&d.translate(-Bt,-Bt)}function Ce(y,E,I,N,W,J,at,mt,St,Dt,Nt){let Bt=!1;St!=0&&C.forEach((oe,be)=>{if(oe.series[0]==y){let Se=x[oe.series[1]],me=t[oe.series[1]],Qt=(Se._paths||Ba).band;Ys(Qt)&&(Qt=oe.dir==1?Qt[0]:Qt[1]);let Wt,Ge=null;Se.show&&Qt&&Zb(me,sn,rn)?(Ge=oe.fill(n,be)||J,Wt=Se._paths.clip):Qt=null,Ft(E,I,N,W,Ge,at,mt,St,Dt,Nt,Wt,Qt),Bt=!0}}),Bt||Ft(E,I,N,W,J,at,mt,St,Dt,Nt)}let mn=Mo|Kd;function Ft(y,E,I,N,W,J,at,mt,St,Dt,Nt,Bt){Tt(y,E,I,N,W),(St||Dt||Bt)&&(d.save(),St&&d.clip(St),Dt&&d.clip(Dt)),Bt?(mt&mn)==mn?(d.clip(Bt),Nt&&d.clip(Nt),ge(W,at),ln(y,J,E)):mt&Kd?(ge(W,at),d.clip(Bt),ln(y,J,E)):mt&Mo&&(d.save(),d.clip(Bt),Nt&&d.clip(Nt),ge(W,at),d.restore(),ln(y,J,E)):(ge(W,at),ln(y,J,E)),(St||Dt||Bt)&&d.restore()}function ln(y,E,I){I>0&&(E instanceof Map?E.forEach((N,W)=>{d.strokeStyle=wr=W,d.stroke(N)}):E!=null&&y&&d.stroke(E))}function ge(y,E){E instanceof Map?E.forEach((I,N)=>{d.fillStyle=bs=N,d.fill(I)}):E!=null&&y&&d.fill(E)}function rs(y,E,I,N){let W=R[y],J;if(N<=0)J=[0,0];else{let at=W._space=W.space(n,y,E,I,N),mt=W._incrs=W.incrs(n,y,E,I,N,at);J=gE(E,I,mt,N,at)}return W._found=J}function cn(y,E,I,N,W,J,at,mt,St,Dt){let Nt=at%2/2;v==1&&d.translate(Nt,Nt),Tt(mt,at,St,Dt,mt),d.beginPath();let Bt,oe,be,Se,me=W+(N==0||N==3?-J:J);I==0?(oe=W,Se=me):(Bt=W,be=me);for(let Qt=0;Qt<y.length;Qt++)E[Qt]!=null&&(I==0?Bt=be=y[Qt]:oe=Se=y[Qt],d.moveTo(Bt,oe),d.lineTo(be,Se));d.stroke(),v==1&&d.translate(-Nt,-Nt)}function Tr(y){let E=!0;return R.forEach((I,N)=>{if(!I.show)return;let W=S[I.scale];if(W.min==null){I._show&&(E=!1,I._show=!1,he(!1));return}else I._show||(E=!1,I._show=!0,he(!1));let J=I.side,at=J%2,{min:mt,max:St}=W,[Dt,Nt]=rs(N,mt,St,at==0?B:Rt);if(Nt==0)return;let Bt=W.distr==2,oe=I._splits=I.splits(n,N,mt,St,Dt,Nt,Bt),be=W.distr==2?oe.map(Wt=>ni[Wt]):oe,Se=W.distr==2?ni[oe[1]]-ni[oe[0]]:Dt,me=I._values=I.values(n,I.filter(n,be,N,Nt,Se),N,Nt,Se);I._rotate=J==2?I.rotate(n,me,N,Nt):0;let Qt=I._size;I._size=vi(I.size(n,me,N,y)),Qt!=null&&I._size!=Qt&&(E=!1)}),E}function zi(y){let E=!0;return Co.forEach((I,N)=>{let W=I(n,N,Bi,y);W!=Si[N]&&(E=!1),Si[N]=W}),E}function os(){for(let y=0;y<R.length;y++){let E=R[y];if(!E.show||!E._show)continue;let I=E.side,N=I%2,W,J,at=E.stroke(n,y),mt=I==0||I==3?-1:1,[St,Dt]=E._found;if(E.label!=null){let Vn=E.labelGap*mt,ri=yn((E._lpos+Vn)*Ee);It(E.labelFont[0],at,"center",I==2?"top":tg),d.save(),N==1?(W=J=0,d.translate(ri,yn(M+ut/2)),d.rotate((I==3?-_h:_h)/2)):(W=yn(P+q/2),J=ri);let Ks=Gg(E.label)?E.label(n,y,St,Dt):E.label;d.fillText(Ks,W,J),d.restore()}if(Dt==0)continue;let Nt=S[E.scale],Bt=N==0?q:ut,oe=N==0?P:M,be=E._splits,Se=Nt.distr==2?be.map(Vn=>ni[Vn]):be,me=Nt.distr==2?ni[be[1]]-ni[be[0]]:St,Qt=E.ticks,Wt=E.border,Ge=Qt.show?Qt.size:0,en=yn(Ge*Ee),En=yn((E.alignTo==2?E._size-Ge-E.gap:E.gap)*Ee),De=E._rotate*-_h/180,nn=p(E._pos*Ee),ii=(en+En)*mt,Hn=nn+ii;J=N==0?Hn:0,W=N==1?Hn:0;let fi=E.font[0],Mi=E.align==1?go:E.align==2?Od:De>0?go:De<0?Od:N==0?"center":I==3?Od:go,Gi=De||N==1?"middle":I==2?"top":tg;It(fi,at,Mi,Gi);let si=E.font[1]*E.lineGap,pi=be.map(Vn=>p(a(Vn,Nt,Bt,oe))),bi=E._values;for(let Vn=0;Vn<bi.length;Vn++){let ri=bi[Vn];if(ri!=null){N==0?W=pi[Vn]:J=pi[Vn],ri=""+ri;let Ks=ri.indexOf(`
`)==-1?[ri]:ri.split(/\n/gm);for(let Gn=0;Gn<Ks.length;Gn++){let kf=Ks[Gn];De?(d.save(),d.translate(W,J+Gn*si),d.rotate(De),d.fillText(kf,0,0),d.restore()):d.fillText(kf,W,J+Gn*si)}}}Qt.show&&cn(pi,Qt.filter(n,Se,y,Dt,me),N,I,nn,en,Oe(Qt.width*Ee,3),Qt.stroke(n,y),Qt.dash,Qt.cap);let Wi=E.grid;Wi.show&&cn(pi,Wi.filter(n,Se,y,Dt,me),N,N==0?2:1,N==0?M:P,N==0?ut:q,Oe(Wi.width*Ee,3),Wi.stroke(n,y),Wi.dash,Wi.cap),Wt.show&&cn([nn],[1],N==0?1:0,N==0?1:2,N==1?M:P,N==1?ut:q,Oe(Wt.width*Ee,3),Wt.stroke(n,y),Wt.dash,Wt.cap)}wn("drawAxes")}function he(y){x.forEach((E,I)=>{I>0&&(E._paths=null,y&&(s==1?(E.min=null,E.max=null):E.facets.forEach(N=>{N.min=null,N.max=null})))})}let tn=!1,zn=!1,Pe=[];function hn(){zn=!1;for(let y=0;y<Pe.length;y++)wn(...Pe[y]);Pe.length=0}function Dn(){tn||(cw(Sf),tn=!0)}function Xa(y,E=!1){tn=!0,zn=E,y(n),Sf(),E&&Pe.length>0&&queueMicrotask(hn)}n.batch=Xa;function Sf(){if(rt&&(fe(),rt=!1),vt&&(wt(),vt=!1),yt){if(qe(f,go,Kt),qe(f,"top",ae),qe(f,Na,B),qe(f,Ua,Rt),qe(g,go,Kt),qe(g,"top",ae),qe(g,Na,B),qe(g,Ua,Rt),qe(u,Na,je),qe(u,Ua,an),h.width=yn(je*Ee),h.height=yn(an*Ee),R.forEach(({_el:y,_show:E,_size:I,_pos:N,side:W})=>{if(y!=null)if(E){let J=W===3||W===0?I:0,at=W%2==1;qe(y,at?"left":"top",N-J),qe(y,at?"width":"height",I),qe(y,at?"top":"left",at?ae:Kt),qe(y,at?"height":"width",at?Rt:B),qd(y,yr)}else hi(y,yr)}),wr=bs=Er=H=K=Y=Z=Et=T=null,Pt=1,No(!0),Kt!=bt||ae!=Ne||B!=Vt||Rt!=Yt){he(!1);let y=B/Vt,E=Rt/Yt;if(pt&&!tt&&dt.left>=0){dt.left*=y,dt.top*=E,Ar&&ns(Ar,yn(dt.left),0,B,Rt),Rr&&ns(Rr,0,yn(dt.top),B,Rt);for(let I=0;I<ce.length;I++){let N=ce[I];N!=null&&(ze[I]*=y,kn[I]*=E,ns(N,vi(ze[I]),vi(kn[I]),B,Rt))}}if(Ve.show&&!it&&Ve.left>=0&&Ve.width>0){Ve.left*=y,Ve.width*=y,Ve.top*=E,Ve.height*=E;for(let I in $h)qe(Ir,I,Ve[I])}bt=Kt,Ne=ae,Vt=B,Yt=Rt}wn("setSize"),yt=!1}je>0&&an>0&&(d.clearRect(0,0,h.width,h.height),wn("drawClear"),b.forEach(y=>y()),wn("draw")),Ve.show&&it&&(qa(Ve),it=!1),pt&&tt&&(Js(null,!0,!1),tt=!1),ft.show&&ft.live&&gt&&(qh(),gt=!1),c||(c=!0,n.status=1,wn("ready")),Ms=!1,tn=!1}n.redraw=(y,E)=>{vt=E||!1,y!==!1?Es(w,D.min,D.max):Dn()};function Gh(y,E){let I=S[y];if(I.from==null){if(Qe==0){let N=I.range(n,E.min,E.max,y);E.min=N[0],E.max=N[1]}if(E.min>E.max){let N=E.min;E.min=E.max,E.max=N}if(Qe>1&&E.min!=null&&E.max!=null&&E.max-E.min<1e-16)return;y==w&&I.distr==2&&Qe>0&&(E.min=Fi(E.min,t[0]),E.max=Fi(E.max,t[0]),E.min==E.max&&E.max++),k[y]=E,rt=!0,Dn()}}n.setScale=Gh;let Wh,Xh,Ar,Rr,Mf,bf,Cr,Pr,wf,Ef,He,$e,ws=!1,Pn=dt.drag,Mn=Pn.x,bn=Pn.y;pt&&(dt.x&&(Wh=yi(Db,g)),dt.y&&(Xh=yi(Nb,g)),D.ori==0?(Ar=Wh,Rr=Xh):(Ar=Xh,Rr=Wh),He=dt.left,$e=dt.top);let Ve=n.select=fn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Ir=Ve.show?yi(Lb,Ve.over?g:f):null;function qa(y,E){if(Ve.show){for(let I in y)Ve[I]=y[I],I in $h&&qe(Ir,I,y[I]);E!==!1&&wn("setSelect")}}n.setSelect=qa;function G0(y){if(x[y].show)Q&&qd(qt[y],yr);else if(Q&&hi(qt[y],yr),pt){let I=At?ce[0]:ce[y];I!=null&&ns(I,-10,-10,B,Rt)}}function Es(y,E,I){Gh(y,{min:E,max:I})}function Hi(y,E,I,N){E.focus!=null&&$0(y),E.show!=null&&x.forEach((W,J)=>{J>0&&(y==J||y==null)&&(W.show=E.show,G0(J),s==2?(Es(W.facets[0].scale,null,null),Es(W.facets[1].scale,null,null)):Es(W.scale,null,null),Dn())}),I!==!1&&wn("setSeries",y,E),N&&Uo("setSeries",n,y,E)}n.setSeries=Hi;function W0(y,E){fn(C[y],E)}function X0(y,E){y.fill=xe(y.fill||null),y.dir=Me(y.dir,-1),E=E??C.length,C.splice(E,0,y)}function q0(y){y==null?C.length=0:C.splice(y,1)}n.addBand=X0,n.setBand=W0,n.delBand=q0;function Y0(y,E){x[y].alpha=E,pt&&ce[y]!=null&&(ce[y].style.opacity=E),Q&&qt[y]&&(qt[y].style.opacity=E)}let as,Ts,Zs,Lr={focus:!0};function $0(y){if(y!=Zs){let E=y==null,I=kt.alpha!=1;x.forEach((N,W)=>{if(s==1||W>0){let J=E||W==0||W==y;N._focus=E?null:J,I&&Y0(W,J?1:kt.alpha)}}),Zs=y,I&&Dn()}}Q&&ne&&ve(sg,ct,y=>{dt._lock||(ee(y),Zs!=null&&Hi(null,Lr,!0,un.setSeries))});function Vi(y,E,I){let N=S[E];I&&(y=y/Ee-(N.ori==1?ae:Kt));let W=B;N.ori==1&&(W=Rt,y=W-y),N.dir==-1&&(y=W-y);let J=N._min,at=N._max,mt=y/W,St=J+(at-J)*mt,Dt=N.distr;return Dt==3?yo(10,St):Dt==4?Kb(St,N.asinh):Dt==100?N.bwd(St):St}function Z0(y,E){let I=Vi(y,w,E);return Fi(I,t[0],sn,rn)}n.valToIdx=y=>Fi(y,t[0]),n.posToIdx=Z0,n.posToVal=Vi,n.valToPos=(y,E,I)=>S[E].ori==0?r(y,S[E],I?q:B,I?P:0):o(y,S[E],I?ut:Rt,I?M:0),n.setCursor=(y,E,I)=>{He=y.left,$e=y.top,Js(null,E,I)};function Tf(y,E){qe(Ir,go,Ve.left=y),qe(Ir,Na,Ve.width=E)}function Af(y,E){qe(Ir,"top",Ve.top=y),qe(Ir,Ua,Ve.height=E)}let Lo=D.ori==0?Tf:Af,Do=D.ori==1?Tf:Af;function J0(){if(Q&&ft.live)for(let y=s==2?1:0;y<x.length;y++){if(y==0&&Jt)continue;let E=ft.values[y],I=0;for(let N in E)Ot[y][I++].firstChild.nodeValue=E[N]}}function qh(y,E){if(y!=null&&(y.idxs?y.idxs.forEach((I,N)=>{nt[N]=I}):ew(y.idx)||nt.fill(y.idx),ft.idx=nt[0]),Q&&ft.live){for(let I=0;I<x.length;I++)(I>0||s==1&&!Jt)&&K0(I,nt[I]);J0()}gt=!1,E!==!1&&wn("setLegend")}n.setLegend=qh;function K0(y,E){let I=x[y],N=y==0&&z==2?ni:t[y],W;Jt?W=I.values(n,y,E)??jt:(W=I.value(n,E==null?null:N[E],y,E),W=W==null?jt:{_:W}),ft.values[y]=W}function Js(y,E,I){wf=He,Ef=$e,[He,$e]=dt.move(n,He,$e),dt.left=He,dt.top=$e,pt&&(Ar&&ns(Ar,yn(He),0,B,Rt),Rr&&ns(Rr,0,yn($e),B,Rt));let N,W=sn>rn;as=Fe,Ts=null;let J=D.ori==0?B:Rt,at=D.ori==1?B:Rt;if(He<0||Qe==0||W){N=dt.idx=null;for(let mt=0;mt<x.length;mt++){let St=ce[mt];St!=null&&ns(St,-10,-10,B,Rt)}ne&&Hi(null,Lr,!0,y==null&&un.setSeries),ft.live&&(nt.fill(N),gt=!0)}else{let mt,St,Dt;s==1&&(mt=D.ori==0?He:$e,St=Vi(mt,w),N=dt.idx=Fi(St,t[0],sn,rn),Dt=G(t[0][N],D,J,0));let Nt=-10,Bt=-10,oe=0,be=0,Se=!0,me="",Qt="";for(let Wt=s==2?1:0;Wt<x.length;Wt++){let Ge=x[Wt],en=nt[Wt],En=en==null?null:s==1?t[Wt][en]:t[Wt][1][en],De=dt.dataIdx(n,Wt,N,St),nn=De==null?null:s==1?t[Wt][De]:t[Wt][1][De];if(gt=gt||nn!=En||De!=en,nt[Wt]=De,Wt>0&&Ge.show){let ii=De==null?-10:De==N?Dt:G(s==1?t[0][De]:t[Wt][0][De],D,J,0),Hn=nn==null?-10:A(nn,s==1?S[Ge.scale]:S[Ge.facets[1].scale],at,0);if(ne&&nn!=null){let fi=D.ori==1?He:$e,Mi=vn(kt.dist(n,Wt,De,Hn,fi));if(Mi<as){let Gi=kt.bias;if(Gi!=0){let si=Vi(fi,Ge.scale),pi=nn>=0?1:-1,bi=si>=0?1:-1;bi==pi&&(bi==1?Gi==1?nn>=si:nn<=si:Gi==1?nn<=si:nn>=si)&&(as=Mi,Ts=Wt)}else as=Mi,Ts=Wt}}if(gt||At){let fi,Mi;D.ori==0?(fi=ii,Mi=Hn):(fi=Hn,Mi=ii);let Gi,si,pi,bi,Wi,Vn,ri=!0,Ks=ht.bbox;if(Ks!=null){ri=!1;let Gn=Ks(n,Wt);pi=Gn.left,bi=Gn.top,Gi=Gn.width,si=Gn.height}else pi=fi,bi=Mi,Gi=si=ht.size(n,Wt);if(Vn=ht.fill(n,Wt),Wi=ht.stroke(n,Wt),At)Wt==Ts&&as<=kt.prox&&(Nt=pi,Bt=bi,oe=Gi,be=si,Se=ri,me=Vn,Qt=Wi);else{let Gn=ce[Wt];Gn!=null&&(ze[Wt]=pi,kn[Wt]=bi,ug(Gn,Gi,si,ri),cg(Gn,Vn,Wi),ns(Gn,vi(pi),vi(bi),B,Rt))}}}}if(At){let Wt=kt.prox,Ge=Zs==null?as<=Wt:as>Wt||Ts!=Zs;if(gt||Ge){let en=ce[0];en!=null&&(ze[0]=Nt,kn[0]=Bt,ug(en,oe,be,Se),cg(en,me,Qt),ns(en,vi(Nt),vi(Bt),B,Rt))}}}if(Ve.show&&ws)if(y!=null){let[mt,St]=un.scales,[Dt,Nt]=un.match,[Bt,oe]=y.cursor.sync.scales,be=y.cursor.drag;if(Mn=be._x,bn=be._y,Mn||bn){let{left:Se,top:me,width:Qt,height:Wt}=y.select,Ge=y.scales[Bt].ori,en=y.posToVal,En,De,nn,ii,Hn,fi=mt!=null&&Dt(mt,Bt),Mi=St!=null&&Nt(St,oe);fi&&Mn?(Ge==0?(En=Se,De=Qt):(En=me,De=Wt),nn=S[mt],ii=G(en(En,Bt),nn,J,0),Hn=G(en(En+De,Bt),nn,J,0),Lo(Oi(ii,Hn),vn(Hn-ii))):Lo(0,J),Mi&&bn?(Ge==1?(En=Se,De=Qt):(En=me,De=Wt),nn=S[St],ii=A(en(En,oe),nn,at,0),Hn=A(en(En+De,oe),nn,at,0),Do(Oi(ii,Hn),vn(Hn-ii))):Do(0,at)}else Zh()}else{let mt=vn(wf-Mf),St=vn(Ef-bf);if(D.ori==1){let oe=mt;mt=St,St=oe}Mn=Pn.x&&mt>=Pn.dist,bn=Pn.y&&St>=Pn.dist;let Dt=Pn.uni;Dt!=null?Mn&&bn&&(Mn=mt>=Dt,bn=St>=Dt,!Mn&&!bn&&(St>mt?bn=!0:Mn=!0)):Pn.x&&Pn.y&&(Mn||bn)&&(Mn=bn=!0);let Nt,Bt;Mn&&(D.ori==0?(Nt=Cr,Bt=He):(Nt=Pr,Bt=$e),Lo(Oi(Nt,Bt),vn(Bt-Nt)),bn||Do(0,at)),bn&&(D.ori==1?(Nt=Cr,Bt=He):(Nt=Pr,Bt=$e),Do(Oi(Nt,Bt),vn(Bt-Nt)),Mn||Lo(0,J)),!Mn&&!bn&&(Lo(0,0),Do(0,0))}if(Pn._x=Mn,Pn._y=bn,y==null){if(I){if(Bf!=null){let[mt,St]=un.scales;un.values[0]=mt!=null?Vi(D.ori==0?He:$e,mt):null,un.values[1]=St!=null?Vi(D.ori==1?He:$e,St):null}Uo(Bd,n,He,$e,B,Rt,N)}if(ne){let mt=I&&un.setSeries,St=kt.prox;Zs==null?as<=St&&Hi(Ts,Lr,!0,mt):as>St?Hi(null,Lr,!0,mt):Ts!=Zs&&Hi(Ts,Lr,!0,mt)}}gt&&(ft.idx=N,qh()),E!==!1&&wn("setCursor")}let As=null;Object.defineProperty(n,"rect",{get(){return As==null&&No(!1),As}});function No(y=!1){y?As=null:(As=g.getBoundingClientRect(),wn("syncRect",As))}function Rf(y,E,I,N,W,J,at){dt._lock||ws&&y!=null&&y.movementX==0&&y.movementY==0||(Yh(y,E,I,N,W,J,at,!1,y!=null),y!=null?Js(null,!0,!0):Js(E,!0,!1))}function Yh(y,E,I,N,W,J,at,mt,St){if(As==null&&No(!1),ee(y),y!=null)I=y.clientX-As.left,N=y.clientY-As.top;else{if(I<0||N<0){He=-10,$e=-10;return}let[Dt,Nt]=un.scales,Bt=E.cursor.sync,[oe,be]=Bt.values,[Se,me]=Bt.scales,[Qt,Wt]=un.match,Ge=E.axes[0].side%2==1,en=D.ori==0?B:Rt,En=D.ori==1?B:Rt,De=Ge?J:W,nn=Ge?W:J,ii=Ge?N:I,Hn=Ge?I:N;if(Se!=null?I=Qt(Dt,Se)?a(oe,S[Dt],en,0):-10:I=en*(ii/De),me!=null?N=Wt(Nt,me)?a(be,S[Nt],En,0):-10:N=En*(Hn/nn),D.ori==1){let fi=I;I=N,N=fi}}St&&(E==null||E.cursor.event.type==Bd)&&((I<=1||I>=B-1)&&(I=_r(I,B)),(N<=1||N>=Rt-1)&&(N=_r(N,Rt))),mt?(Mf=I,bf=N,[Cr,Pr]=dt.move(n,I,N)):(He=I,$e=N)}let $h={width:0,height:0,left:0,top:0};function Zh(){qa($h,!1)}let Cf,Pf,If,Lf;function Df(y,E,I,N,W,J,at){ws=!0,Mn=bn=Pn._x=Pn._y=!1,Yh(y,E,I,N,W,J,at,!0,!1),y!=null&&(ve(kd,Wd,Nf,!1),Uo(ng,n,Cr,Pr,B,Rt,null));let{left:mt,top:St,width:Dt,height:Nt}=Ve;Cf=mt,Pf=St,If=Dt,Lf=Nt}function Nf(y,E,I,N,W,J,at){ws=Pn._x=Pn._y=!1,Yh(y,E,I,N,W,J,at,!1,!0);let{left:mt,top:St,width:Dt,height:Nt}=Ve,Bt=Dt>0||Nt>0,oe=Cf!=mt||Pf!=St||If!=Dt||Lf!=Nt;if(Bt&&oe&&qa(Ve),Pn.setScale&&Bt&&oe){let be=mt,Se=Dt,me=St,Qt=Nt;if(D.ori==1&&(be=St,Se=Nt,me=mt,Qt=Dt),Mn&&Es(w,Vi(be,w),Vi(be+Se,w)),bn)for(let Wt in S){let Ge=S[Wt];Wt!=w&&Ge.from==null&&Ge.min!=Fe&&Es(Wt,Vi(me+Qt,Wt),Vi(me,Wt))}Zh()}else dt.lock&&(dt._lock=!dt._lock,Js(E,!0,y!=null));y!=null&&(pn(kd,Wd),Uo(kd,n,He,$e,B,Rt,null))}function j0(y,E,I,N,W,J,at){if(dt._lock)return;ee(y);let mt=ws;if(ws){let St=!0,Dt=!0,Nt=10,Bt,oe;D.ori==0?(Bt=Mn,oe=bn):(Bt=bn,oe=Mn),Bt&&oe&&(St=He<=Nt||He>=B-Nt,Dt=$e<=Nt||$e>=Rt-Nt),Bt&&St&&(He=He<Cr?0:B),oe&&Dt&&($e=$e<Pr?0:Rt),Js(null,!0,!0),ws=!1}He=-10,$e=-10,nt.fill(null),Js(null,!0,!0),mt&&(ws=mt)}function Uf(y,E,I,N,W,J,at){dt._lock||(ee(y),Io(),Zh(),y!=null&&Uo(rg,n,He,$e,B,Rt,null))}function Ff(){R.forEach(_E),O(n.width,n.height,!0)}vr(xh,xo,Ff);let Dr={};Dr.mousedown=Df,Dr.mousemove=Rf,Dr.mouseup=Nf,Dr.dblclick=Uf,Dr.setSeries=(y,E,I,N)=>{let W=un.match[2];I=W(n,E,I),I!=-1&&Hi(I,N,!0,!1)},pt&&(ve(ng,g,Df),ve(Bd,g,Rf),ve(ig,g,y=>{ee(y),No(!1)}),ve(sg,g,j0),ve(rg,g,Uf),jd.add(n),n.syncRect=No);let Ya=n.hooks=i.hooks||{};function wn(y,E,I){zn?Pe.push([y,E,I]):y in Ya&&Ya[y].forEach(N=>{N.call(null,n,E,I)})}(i.plugins||[]).forEach(y=>{for(let E in y.hooks)Ya[E]=(Ya[E]||[]).concat(y.hooks[E])});let Of=(y,E,I)=>I,un=fn({key:null,setSeries:!1,filters:{pub:gg,sub:gg},scales:[w,x[1]?x[1].scale:null],match:[_g,_g,Of],values:[null,null]},dt.sync);un.match.length==2&&un.match.push(Of),dt.sync=un;let Bf=un.key,Jh=f0(Bf);function Uo(y,E,I,N,W,J,at){un.filters.pub(y,E,I,N,W,J,at)&&Jh.pub(y,E,I,N,W,J,at)}Jh.sub(n);function Q0(y,E,I,N,W,J,at){un.filters.sub(y,E,I,N,W,J,at)&&Dr[y](null,E,I,N,W,J,at)}n.pub=Q0;function t_(){Jh.unsub(n),jd.delete(n),Sn.clear(),Yd(xh,xo,Ff),l.remove(),ct?.remove(),wn("destroy")}n.destroy=t_;function Kh(){wn("init",i,t),Po(t||i.data,!1),k[w]?Gh(w,k[w]):Io(),it=Ve.show&&(Ve.width>0||Ve.height>0),tt=gt=!0,O(i.width,i.height)}return x.forEach(br),R.forEach(is),e?e instanceof HTMLElement?(e.appendChild(l),Kh()):e(n,Kh):Kh(),n}Cn.assign=fn;Cn.fmtNum=of;Cn.rangeNum=yh;Cn.rangeLog=Mh;Cn.rangeAsinh=sf;Cn.orient=Mr;Cn.pxRatio=Ee;Cn.join=lw;Cn.fmtDate=lf,Cn.tzDate=yw;Cn.sync=f0;{Cn.addGap=eE,Cn.clipGaps=Eh;let i=Cn.paths={points:y0};i.linear=S0,i.stepped=sE,i.bars=rE,i.spline=aE}function mf(i,t){if(i===null)return[0,1];let e=Math.max(Math.abs(i),Math.abs(t)),n=t-i>1e-9*e?.06*(t-i):.1*e||1;return[i-n,t+n]}var za=class{constructor(t,e,n){this.log=e,this.pixels=n;let[s,r]=[1/0,-1/0];for(let o of t)for(let a of o){let c=this.place(a);c!==null&&(s=Math.min(s,c),r=Math.max(r,c))}[this.low,this.high]=mf(s<=r?s:null,r)}place(t){let e=this.log?Math.log10(t):t;return Number.isFinite(e)?e:null}get perPixel(){return(this.high-this.low)/this.pixels}widen(t){let e=(this.low+this.high)/2;[this.low,this.high]=[-1,1].map(n=>e+n*t*this.pixels/2)}pixel(t){let e=this.place(t);return e===null?null:(e-this.low)/this.perPixel}ticks(t){if(!this.log||this.high-this.low<.7){let r=xE(this.log?10**this.low:this.low,this.log?10**this.high:this.high,t);return this.log?r.filter(o=>o>0):r}let e=this.high-this.low<1.5?[1,2,5]:[1],n=Math.max(1,Math.ceil((this.high-this.low)/t)),s=[];for(let r=Math.floor(this.low);r<=this.high;r++)if(!(r%n))for(let o of e)s.push(o*10**r);return s.filter(r=>this.place(r)>=this.low&&this.place(r)<=this.high)}};function xE(i,t,e){let n=(t-i)/e,s=10**Math.floor(Math.log10(n)),r=[1,2,5,10].map(a=>a*s).find(a=>a>=n),o=[];for(let a=Math.ceil(i/r);a*r<=t&&o.length<20;a++)o.push(a*r);return o}var ei={left:58,right:12,top:8,bottom:34},yE=260,vE=[5,4],Ch=class{constructor(t,e,n,s,r,o=[!1,!1]){Object.assign(this,{plots:t,x:n,lines:s,over:r,log:o}),this.places=[n.place,...s.map(a=>a.place)],this.title=e||`${s.map(Ha).join(", ")} against ${Ha(n)}`}async fill(t,e){this.canvas=document.createElement("canvas"),this.canvas.className="orbit",t.append(this.canvas);let[n,s]=this.over??[],r=async(a,c)=>{let l=a.place(c.channel);if(l===void 0)return null;let[h,d]=await a.column(l,{from:n,to:s,even:!0});return{times:h,values:Array.from(d,u=>u/(c.unit?.size??1))}},o=this.plots.runs.flatMap((a,c)=>this.lines.map(async(l,h)=>{let[d,u]=await Promise.all([r(a,this.x),r(a,l)]);return d&&u?{other:c>0,colour:`--line${h%7}`,label:Ha(l)+(c?" (other run)":""),times:d.times,xs:d.values,ys:u.values}:null}));this.curves=(await Promise.all(o)).filter(Boolean),this.curves.length>1&&t.append(this.legend()),this.canvas.addEventListener("click",a=>this.seek(a.offsetX,a.offsetY)),this.resize(e)}legend(){let t=document.createElement("div");t.className="orbit-legend";for(let{label:e,colour:n,other:s}of this.curves){let r=document.createElement("span"),o=document.createElement("i");o.style.borderTop=`2px ${s?"dashed":"solid"} var(${n})`,r.append(o,e),t.append(r)}return t}resize(t){if(!this.curves)return;this.size=[t,Math.min(yE,t)],this.canvas.style.width=`${this.size[0]}px`,this.canvas.style.height=`${this.size[1]}px`,[this.canvas.width,this.canvas.height]=this.size.map(s=>s*devicePixelRatio);let[e,n]=[this.size[0]-ei.left-ei.right,this.size[1]-ei.top-ei.bottom];if(this.axes=[new za(this.curves.map(({xs:s})=>s),this.log[0],e),new za(this.curves.map(({ys:s})=>s),this.log[1],n)],!this.log.includes(!0)&&this.plots.unit(this.x)===this.plots.unit(this.lines[0])){let s=Math.max(...this.axes.map(r=>r.perPixel));for(let r of this.axes)r.widen(s)}this.draw()}at(t,e){let[n,s]=[this.axes[0].pixel(t.xs[e]),this.axes[1].pixel(t.ys[e])];return n===null||s===null?null:[ei.left+n,ei.top+this.axes[1].pixels-s]}draw(){if(!this.axes)return;let t=this.canvas.getContext("2d");t.setTransform(devicePixelRatio,0,0,devicePixelRatio,0,0),t.clearRect(0,0,...this.size),this.frame(t);for(let e of this.curves)this.curve(t,e);for(let e of this.curves){let n=e.times.length?this.at(e,SE(e.times,this.plots.player.time)):null;n&&(t.beginPath(),t.arc(...n,4,0,7),t.fillStyle=xi(e.other?"--card":"--cursor"),t.fill(),t.lineWidth=1.5,t.strokeStyle=xi("--cursor"),t.stroke())}}frame(t){let[e,n]=this.axes,s=ei.top+n.pixels;t.font="11px system-ui",t.fillStyle=xi("--soft"),t.strokeStyle=xi("--rule"),t.lineWidth=1,t.textAlign="center";for(let o of e.ticks(5)){let a=ei.left+e.pixel(o);gf(t,[[a,ei.top],[a,s]]),t.fillText(le(o),a,s+14)}t.fillText(pr(Ha(this.x),this.plots.unit(this.x)),ei.left+e.pixels/2,this.size[1]-6),t.textAlign="right";for(let o of n.ticks(5)){let a=s-n.pixel(o);gf(t,[[ei.left,a],[ei.left+e.pixels,a]]),t.fillText(le(o),ei.left-5,a+4)}let r=this.plots.unit(this.lines[0]);t.save(),t.translate(11,ei.top+n.pixels/2),t.rotate(-Math.PI/2),t.textAlign="center",t.fillText(this.lines.length===1?pr(Ha(this.lines[0]),r):Zn(r),0,0),t.restore()}curve(t,e){t.strokeStyle=xi(e.colour),t.lineWidth=1.5,t.setLineDash(e.other?vE:[]);let n=[];for(let s=0;s<=e.xs.length;s++){let r=s<e.xs.length?this.at(e,s):null;r?n.push(r):n.length&&(gf(t,n),n=[])}t.setLineDash([])}seek(t,e){let n={off:1/0};for(let s of this.curves)for(let r=0;r<s.xs.length;r++){let o=this.at(s,r),a=o?Math.hypot(o[0]-t,o[1]-e):1/0;a<n.off&&(n={off:a,time:s.times[r]})}n.time!==void 0&&this.plots.player.seek(n.time)}mark(){this.draw()}restyle(){this.draw()}destroy(){}},Ha=i=>i.label??i.channel;function gf(i,t){i.beginPath();for(let[e,n]of t)i.lineTo(e,n);i.stroke()}function SE(i,t){let e=0,n=i.length-1;for(;n-e>1;){let s=e+n>>1;i[s]<=t?e=s:n=s}return t-i[e]<i[n]-t?e:n}var Ph=class{constructor(t,e,n,s){Object.assign(this,{lines:e,columns:s,time:0,marker:null,mouse:null}),this.unit=n==="1"?"":` ${Zn(n)}`,this.table=document.createElement("table"),this.table.className="readout",t.append(this.table)}show(t,e){Object.assign(this,{time:t,marker:e}),this.draw()}point(t){this.mouse=t,this.draw()}kinds(){let t=[["now",`${le(this.time)} s`,e=>e(this.time)]];return this.marker!==null&&(t.push(["marker",`${le(this.marker)} s`,e=>e(this.marker)]),t.push(["difference",`Δ ${le(this.time-this.marker)} s`,e=>wE(e(this.time),e(this.marker))])),this.mouse!==null&&t.push(["mouse",`mouse ${le(this.mouse)} s`,e=>e(this.mouse)]),t}draw(){let t=this.kinds(),e=t.map(([s])=>s).join();this.built!==e&&this.build(t.map(([s])=>s)),this.built=e;let n=this.columns();t.forEach(([,s,r],o)=>{this.cells[0][o].textContent=s,this.lines.forEach((a,c)=>{let[l,h]=n[c]??[[],[]],d=r(f=>qs(l,h,f)),u=d!==null&&Math.abs(d)<ME*bE(h)?0:d;this.cells[c+1][o].textContent=u===null?"":`${le(u,5)}${this.unit}`})})}build(t){let e=[null,...this.lines].map(n=>{let s=document.createElement("tr"),r=document.createElement("th");if(n){let a=document.createElement("i");a.style.borderTop=`2px ${n.other?"dashed":"solid"} var(${n.colour})`,r.append(a,n.label)}let o=t.map(a=>{let c=document.createElement(n?"td":"th");return c.className=a,c});return s.append(r,...o),{row:s,cells:o}});this.cells=e.map(({cells:n})=>n),this.table.replaceChildren(...e.map(({row:n})=>n))}},ME=1e-12,_f=new WeakMap;function bE(i){return _f.has(i)||_f.set(i,i.reduce((t,e)=>Math.max(t,Math.abs(e??0)),0)),_f.get(i)}var wE=(i,t)=>i===null||t===null?null:i-t;var Ih=class{constructor(t,e,n){this.element=t,this.runs=e,this.player=n,this.cards=[],new ResizeObserver(()=>this.resize()).observe(t),n.on(()=>this.mark())}place(t){return this.runs[0].place(t)}async ask(t){let e=t.lines.map(r=>({...r,place:this.place(r.channel)})).filter(r=>r.place!==void 0),n=t.x&&{...t.x,place:this.place(t.x.channel)};if(n&&n.place===void 0)return;let s=Map.groupBy?Map.groupBy(e,r=>this.unit(r)):EE(e,r=>this.unit(r));for(let[,r]of s)await this.add(n?new Ch(this,t.title,n,r,t.over,t.log):new Lh(this,t.title,r,t.over,t.log))}unit(t){return t.unit?.symbol??this.runs[0].head.channels[t.place].unit}async channels(t,e,n=[],s=!1){let r=e.map((o,a)=>({channel:this.runs[0].head.channels[o].name,place:o,label:n[a]}));await this.add(new Lh(this,t,r),s)}shows(t){return this.cards.some(e=>e.places.includes(t))}async add(t,e=!1){this.cards.push(t);let n=document.createElement("article");n.className="card";let s=document.createElement("div");s.className="card-head";let r=document.createElement("h3");r.textContent=t.title;let o=document.createElement("button");o.textContent="×",o.title="Close this plot",o.addEventListener("click",()=>this.remove(t)),s.append(r,o);let a=document.createElement("div");n.append(s,a),t.box=n,e?this.element.prepend(n):this.element.append(n),await t.fill(a,T0(t)),this.mark()}remove(t){t.box.remove(),t.destroy(),this.cards=this.cards.filter(e=>e!==t),this.onchange?.()}resize(){for(let t of this.cards)t.resize?.(T0(t))}mark(){for(let t of this.cards)t.mark(this.player.time)}restyle(){for(let t of this.cards)t.restyle?.()}},E0=()=>document.documentElement.classList.contains("flat")?260:170,T0=({box:i})=>Math.max(240,i.clientWidth-18);function EE(i,t){let e=new Map;for(let n of i)e.has(t(n))||e.set(t(n),[]),e.get(t(n)).push(n);return e}var Lh=class{constructor(t,e,n,s,r=[!1,!1]){Object.assign(this,{plots:t,lines:n,over:s,log:r}),this.places=n.map(o=>o.place),this.title=e||n.map(o=>o.label??o.channel).join(", ")}async fill(t,e){let{runs:n}=this.plots,{unit:s,size:r}=await this.shown(),o=[{}];this.wanted=[];let a=[];n.forEach((p,m)=>{this.lines.forEach((x,R)=>{let S=p.place(x.channel);if(S===void 0)return;let C=(x.label??x.channel)+(m?" (other run)":"");o.push({label:C,stroke:()=>xi(`--line${R%7}`),width:1.5,dash:m?[5,4]:void 0,value:(w,_)=>_==null?"":le(_)}),this.wanted.push({run:p,place:S,size:x.unit?.size??r}),a.push({label:C,colour:`--line${R%7}`,other:m>0})})});let c=()=>xi("--soft"),l=(p,m)=>m.map(x=>x===null?"":le(x)),h={stroke:c,grid:{stroke:()=>xi("--rule"),width:1},ticks:{stroke:()=>xi("--rule"),width:1},font:"11px system-ui",labelFont:"11px system-ui",labelSize:16,size:34},d=this.lines.length===1&&(this.lines[0].label??this.lines[0].channel),u=d&&d!==this.title?pr(d,s):Zn(s),f={time:!1,distr:this.log[0]?3:1};this.over&&(f.range=(p,m,x)=>this.plot?[m,x]:this.over);let g={width:e,height:E0(),series:o,legend:{show:!1},scales:{x:f,y:this.log[1]?{distr:3}:{range:(p,m,x)=>mf(m,x)}},axes:[{...h,label:"time in s",values:l},{...h,size:52,label:u,values:l}],cursor:{drag:{x:!0,y:!1},points:{show:!1}},hooks:{draw:[p=>this.cursors(p)],setScale:[(p,m)=>m==="x"&&this.zoomed(p)],setCursor:[p=>this.pointed(p)]}},v=await this.data(this.over??[]);this.plot=new Cn(g,v,t),this.readout=new Ph(t,a,s,()=>this.columns),this.plot.over.addEventListener("click",p=>{let{left:m}=this.plot.over.getBoundingClientRect(),x=this.plot.posToVal(p.clientX-m,"x");p.shiftKey?this.plots.player.mark(x):this.plots.player.seek(x)}),this.mark()}pointed({cursor:{left:t}}){if(!this.readout)return;let e=t>=0?this.plot.posToVal(t,"x"):null;e!==this.readout.mouse&&this.readout.point(e)}async shown(){let t=this.plots.unit(this.lines[0]);if(t!=="m"||this.lines.some(o=>o.unit))return{unit:t,size:1};let n=(await Promise.all(this.lines.map(({place:o})=>this.plots.runs[0].column(o)))).reduce((o,[,a])=>a.reduce((c,l)=>Math.max(c,Math.abs(l)),o),0),[s,r]=Ia([n],t);return{unit:s,size:1/r}}async data([t,e]=[]){let n=a=>Promise.all(this.wanted.map(({run:c,place:l})=>c.column(l,a))),s=await n({from:t,to:e});s.some(([a])=>a.length<2)&&(s=await n({}));let r=a=>this.log[1]&&a<=0?null:a,o=s.map(([a,c],l)=>{let h=this.log[0]?Array.from(a).filter(d=>d<=0).length:0;return[Array.from(a.slice(h)),Array.from(c.slice(h),d=>r(d/this.wanted[l].size))]});return this.columns=o,o.length===1?o[0]:Cn.join(o,o.map(a=>a.slice(1).map(()=>2)))}async zoomed(t){if(this.filling||!t.data[0].length)return;let{min:e,max:n}=t.scales.x,s=[e,n].join();if(s===this.window)return;this.window=s,this.filling=!0;let r=.02*(n-e),o=await this.data([e-r,n+r]);t.setData(o,!1),t.setScale("x",{min:e,max:n}),this.filling=!1}cursors(t){let{player:e}=this.plots;e.marker!==null&&this.cursor(t,e.marker,"--accent",[4,3]),this.cursor(t,e.time,"--cursor",[])}cursor(t,e,n,s){let r=t.valToPos(e,"x",!0),{left:o,top:a,width:c,height:l}=t.bbox;if(!(r>=o&&r<=o+c))return;let{ctx:h}=t;h.save(),h.strokeStyle=xi(n),h.setLineDash(s.map(d=>d*devicePixelRatio)),h.lineWidth=1.5*devicePixelRatio,h.beginPath(),h.moveTo(r,a),h.lineTo(r,a+l),h.stroke(),h.restore()}mark(){this.plot?.redraw(!1),this.readout?.show(this.plots.player.time,this.plots.player.marker)}restyle(){this.plot?.redraw(!1,!0)}resize(t){this.plot&&this.plot.width!==t&&this.plot.setSize({width:t,height:E0()})}destroy(){this.plot?.destroy()}};var Dh=class{constructor(t,e,n,s){this.element=t,this.actions=s,this.rows=[],this.section("Bodies",n.bodies.map((l,h)=>({kind:"body",place:h,name:l.name})));let r=new Map;n.items.forEach((l,h)=>{let d=l.section[0].toUpperCase()+l.section.slice(1)+"s";r.has(d)||r.set(d,[]),r.get(d).push({kind:"item",place:h,name:l.name,type:l.kind})});for(let[l,h]of r)this.section(l,h);let o=new Set([...n.bodies,...n.items].map(({name:l})=>l)),a=n.train?[...n.train.discs,...n.train.links].map(({name:l})=>l):[],c=new Set(a);for(let l of TE(n))c.add(l);this.section(n.bodies.length?"Others":"Parts",[...c].filter(l=>!o.has(l)).map(l=>({kind:"other",place:l,name:l,type:""}))),e.addEventListener("input",()=>this.filter(e.value))}section(t,e){if(!e.length)return;let n=document.createElement("li");n.className="section",n.textContent=`${t} (${e.length})`,this.element.append(n);let s="";for(let r of e){let[o,a]=AE(r.name,e);if(o!==s&&o){let h=document.createElement("li");h.className="path",h.textContent=o,this.element.append(h)}s=o;let c=document.createElement("li");c.className="row",c.dataset.kind=r.kind,c.setAttribute("role","treeitem");let l=document.createElement("button");if(l.className="name",l.textContent=a,l.title=r.type?`${r.name} (${r.type})`:r.name,l.addEventListener("click",()=>this.actions.select({kind:r.kind,place:r.place})),c.append(l),r.kind==="body"){let h=A0("◎",`Show ${r.name} alone`,()=>this.actions.isolate(r.place)),d=A0("●",`Hide or show ${r.name}`,()=>this.actions.toggle(r.place));d.className="eye",c.append(h,d)}else{let h=document.createElement("span");h.className="type",h.textContent=r.type.replaceAll("_"," "),c.append(h)}this.element.append(c),this.rows.push({...r,row:c})}}walk(t,e){let n=this.rows.filter(({row:r})=>!r.hidden).map(({row:r})=>r),s=n.indexOf(t.closest(".row"));return s<0?!1:(n[Math.min(Math.max(s+(e?1:-1),0),n.length-1)].querySelector(".name").focus(),!0)}filter(t){let e=t.trim().toLowerCase();for(let{row:n,name:s}of this.rows)n.hidden=!s.toLowerCase().includes(e)}show(t,e){for(let{row:n,kind:s,place:r}of this.rows){let o=t?.kind===s&&t.place===r;n.classList.toggle("selected",o),n.setAttribute("aria-selected",o),o&&n.scrollIntoView({block:"nearest"}),s==="body"&&(n.classList.toggle("hidden",e.has(r)),n.querySelector(".eye").textContent=e.has(r)?"○":"●")}}};function TE(i){return i.channels.filter(({name:t})=>t.includes(".")).map(({name:t})=>t.slice(0,t.lastIndexOf(".")))}function AE(i,t){let e=i.slice(0,i.lastIndexOf("/")+1);return e&&t.filter(s=>s.name.startsWith(e)).length>1?[e,i.slice(e.length)]:["",i]}function A0(i,t,e){let n=document.createElement("button");return n.textContent=i,n.title=t,n.addEventListener("click",e),n}var RE=60,CE=40,Nh=class{constructor(t,e,n,s){Object.assign(this,{element:t,run:e,head:e.head,plots:n,player:s}),n.onchange=()=>this.mark(),s.on(()=>this.values())}show(t){this.element.replaceChildren();let e=document.createElement("h2"),n=document.createElement("p");if(n.className="soft",this.element.append(e,n),this.buttons=[],t){let c={body:this.head.bodies,item:this.head.items}[t.kind]?.[t.place]??{name:t.place};e.textContent=c.name,n.textContent={body:()=>`body, ${le(c.mass)} kg`,item:()=>this.words(c),other:()=>""}[t.kind]();let l=`${c.name}.`;this.list(this.head.channels.map(({name:h},d)=>({name:h,place:d})).filter(({name:h})=>h.startsWith(l)&&!h.slice(l.length).includes(".")),l.length),t.kind==="item"&&this.facts(c),t.kind==="other"&&this.part(t.place);return}if(!this.head.channels.length){e.textContent="Model",n.textContent="Click a body or a joint to see what the file says of it.";return}e.textContent="Channels",n.textContent=`${this.head.channels.length} in all; click a part for its own`;let s=document.createElement("input");s.type="search",s.id="search",s.placeholder="Find a channel",s.setAttribute("aria-label","Find a channel");let r=document.createElement("div");this.element.append(s,r);let o=()=>{let a=s.value.toLowerCase().split(/\s+/).filter(Boolean),c=this.head.channels.map(({name:l},h)=>({name:l,place:h})).filter(({name:l})=>a.every(h=>l.toLowerCase().includes(h)));r.replaceChildren(),this.buttons=[],a.length&&this.list(c.slice(0,RE),0,r)};s.addEventListener("input",o)}words(t){let e=t.on.map(n=>n===null?"ground":this.head.bodies[n].name);return`${t.kind.replaceAll("_"," ")} ${e.length>1?`between ${e.join(" and ")}`:`on ${e[0]}`}`}facts({numbers:t,words:e,written:n={},units:s={},derived:r=[],points:o,on:a}){let c=new Map,l=new Map,h=u=>n[u]===void 0?l:c;for(let[u,f]of Object.entries(e))h(u).set(u,f);for(let[u,f]of Object.entries(t))h(u).set(u,qm(n[u],f,s[u]));let d=new Set(o.map(String)).size===1;o.forEach((u,f)=>{let g=a[f]===null?"ground":this.head.bodies[a[f]].name;(!d||f===0)&&c.set(d?"position":`point on ${g}`,gr(u,"m"))}),this.element.append(xf(c)),r.length&&this.fold("Follows from these",r.map(({name:u,value:f,unit:g})=>[u,gr([f],g)]),!0),l.size&&this.fold(`${l.size} by default`,l,!1)}part(t){let e=this.head.train?.discs.find(r=>r.name===t),n=this.head.train?.links.find(r=>r.name===t),s=[];if(e&&s.push(["moment of inertia",gr([e.inertia],"kg m^2")]),n){let r=n.ends.map((o,a)=>[n.roles?.[a]??"",o===null?"ground":this.head.train.discs[o].name]);s.push(["type",n.kind.replaceAll("_"," ")],...r.map(([o,a])=>[o.length>1?o:"connects",a])),n.ratio!=null&&s.push(["ratio",le(n.ratio,6)]),n.stiffness!=null&&s.push(["stiffness",gr([n.stiffness],"N m/rad")])}s.length&&this.element.append(xf(s))}fold(t,e,n){let s=document.createElement("details");s.open=n;let r=document.createElement("summary");r.textContent=t,s.append(r,xf(e)),this.element.append(s)}values(){for(let{output:t,column:e,unit:n}of this.buttons??[]){let s=e&&qs(...e,this.player.time);t&&(t.textContent=s==null?"":`${le(s)}${n==="1"?"":` ${Zn(n)}`}`)}}list(t,e,n=this.element){let s=document.createElement("div");s.className="chips";for(let{name:r,place:o}of t){let a=document.createElement("button");a.textContent=`${r.slice(e)}`;let{unit:c}=this.head.channels[o],l=document.createElement("output");a.append(l),a.title=`${r} in ${Zn(this.head.channels[o].unit)}`,a.addEventListener("click",()=>this.toggle(o)),s.append(a);let h={button:a,place:o,output:l,unit:c};this.buttons.push(h),this.buttons.length<=CE&&this.head.rows&&this.run.column(o).then(d=>{h.column=d,this.values()})}n.append(s),this.mark()}async toggle(t){let e=this.plots.cards.find(n=>n.places.length===1&&n.places[0]===t);e?this.plots.remove(e):await this.plots.channels("",[t],[],!0),this.mark()}mark(){for(let{button:t,place:e}of this.buttons??[])t.setAttribute("aria-pressed",this.plots.shows(e))}};function xf(i){let t=document.createElement("dl");t.className="facts";for(let[e,n]of i){let[s,r]=["dt","dd"].map(o=>document.createElement(o));s.textContent=e.replaceAll("_"," "),r.textContent=n,t.append(s,r)}return t}var PE=.06,IE=2,Uh=81,Va=class extends Nr{constructor(t,e){super(e.buffer),this.head=t,this.start=t.bodies.map((n,s)=>Float64Array.from(e.pose(s,[0,0]))),this.frames=Uh,this.time=Float64Array.from({length:Uh},(n,s)=>IE*s/(Uh-1)),this.show(0)}show(t){let{shape:e}=this.head.modes[t];this.number=t,this.shapes=this.head.bodies.map(({name:r})=>Array.from({length:6},(o,a)=>e[r]?.[a]??0));let n=this.shapes.map(([r,o,a,c,l,h])=>Math.max(Math.hypot(r,o,a),.1*this.head.extent*Math.hypot(c,l,h))),s=Math.max(...n,0);this.amplitude=s>0?PE*this.head.extent/s:0}pose(t,[e,n],s=new Float64Array(7)){let r=this.amplitude*Math.sin(2*Math.PI*(e+n)/(Uh-1)),o=this.shapes[t],a=this.start[t];for(let c=0;c<3;c++)s[c]=a[c]+r*o[c];return s.set(Ja(a.subarray(3),eu(o.slice(3).map(c=>r*c))),3),s}};var LE=5,DE=.005,Fh=class{constructor(t,e){this.head=e,this.box=document.createElement("section"),this.box.id="mode-card",t.before(this.box)}show(t){let e=this.head.modes[t],n=this.head.energies?.[t]??{shares:[],nodes:[]},s=document.createElement("h2");s.textContent=`Mode ${t+1}: ${le(e.frequency_hz,5)} Hz`;let r=document.createElement("dl");r.className="facts";let o=(c,l)=>{let[h,d]=["dt","dd"].map(u=>document.createElement(u));h.textContent=c,d.textContent=l,r.append(h,d)};e.frequency_hz===0&&e.damping_ratio===0?o("kind","rigid-body motion"):(o("damped frequency",`${le(e.damped_frequency_hz,5)} Hz`),o("damping ratio",e.damping_ratio<0&&e.damped_frequency_hz===0?"unstable":`${le(100*e.damping_ratio)} %`));for(let[c,l]of n.nodes)o("nodal point",`${c}, at ${le(100*l,3)} %`);this.box.replaceChildren(s,r);for(let[c,l]of[["potential energy",2],["kinetic energy",1]])this.shares(c,n.shares,l)}shares(t,e,n){let s=e.filter(a=>Math.abs(a[n])>=DE).sort((a,c)=>Math.abs(c[n])-Math.abs(a[n])).slice(0,LE);if(!s.length)return;let r=document.createElement("table");r.className="shares";let o=document.createElement("caption");o.textContent=t,r.append(o);for(let a of s){let c=document.createElement("tr"),[l,h,d]=["th","td","td"].map(f=>document.createElement(f));l.textContent=a[0];let u=document.createElement("meter");u.value=Math.abs(a[n]),h.append(u),d.textContent=`${le(100*a[n],3)} %`,c.append(l,h,d),r.append(c)}this.box.append(r)}};var NE="http://www.w3.org/2000/svg",UE=new Set(["svg","g","path","rect","circle","text","title"]),R0=6,FE=.6,C0=34,OE=1.2,Oh=class{constructor(t,e,n){Object.assign(this,{run:e,modes:n,train:e.head.train}),this.box=document.createElement("div"),this.box.className="train",this.svg=BE(this.train.drawing),this.box.append(this.svg),t.before(this.box),this.discs=this.train.discs.map(({name:s},r)=>this.disc(s,r)),this.links=this.train.links.map(({name:s},r)=>this.link(s,r)),n&&this.curve()}disc(t,e){let n=this.svg.querySelector(`[data-disc="${e}"]`),[s,r,o,a]=["x","y","width","height"].map(h=>Number(n.querySelector("rect").getAttribute(h))),c=Ao("path",{class:"stripes",fill:"none",stroke:"#fff","stroke-width":1.6,opacity:.85}),l=Ao("text",{class:"t value",x:s+o/2,y:r+a/2-51,"text-anchor":"middle","font-size":10,"font-weight":600});return n.append(c,l),{name:t,x:s,width:o,half:a/2,middle:r+a/2,stripes:c,speed:l}}link(t,e){let n=this.svg.querySelector(`[data-link="${e}"]`),[s,r]=(n.dataset.at??"0 0").split(" ").map(Number),o=Ao("text",{class:"t value",x:s,y:r,"text-anchor":"middle","font-size":10,"font-weight":600});return n.append(o),{name:t,torque:o,lines:[...n.querySelectorAll("path:not(.s)")]}}curve(){let t=this.train.links.flatMap(({ends:e})=>L0(e)).map(([e,n])=>this.line(e,n,()=>0)).join("");this.rest=Ao("path",{class:"rest",d:t,fill:"none",stroke:"#999","stroke-dasharray":"4 4"}),this.shape=Ao("path",{class:"shape",fill:"none",stroke:"#d55e00","stroke-width":2}),this.dots=this.discs.map(()=>Ao("circle",{r:4,fill:"#d55e00"})),this.svg.append(this.rest,this.shape,...this.dots)}line(t,e,n){let s=(r,o)=>`${(r.x+r.width/2).toFixed(1)} ${(r.middle-n(o)).toFixed(1)}`;return`M${s(this.discs[t],t)}L${s(this.discs[e],e)}`}async read(){let t=async(e,n)=>{let s=this.run.place(`${e}.${n}`);return s===void 0?null:this.run.column(s)};await Promise.all([...this.discs.map(async e=>Object.assign(e,{angles:await t(e.name,"angle"),speeds:await t(e.name,"speed")})),...this.links.map(async e=>Object.assign(e,{torques:await t(e.name,"torque")}))]),this.fastest=this.discs.reduce((e,{speeds:n})=>I0(n,e),0),this.strongest=this.links.reduce((e,{torques:n})=>I0(n,e),0)}update(t,e){if(this.modes){this.swing(t);return}this.slower=this.fastest>0?Math.min(1,2*Math.PI*FE/(this.fastest*e)):1;for(let n of this.discs){let s=n.angles&&qs(...n.angles,t);s!=null&&P0(n,this.slower*s);let r=n.speeds&&qs(...n.speeds,t);n.speed.textContent=r==null?"":`${le(r*30/Math.PI,4)} rpm`}for(let{torque:n,torques:s,lines:r}of this.links){let o=s&&qs(...s,t);n.textContent=o==null?"":`${le(o,3)} N·m`;let a=o==null||!this.strongest?null:Math.abs(o)/this.strongest;for(let c of r)c.setAttribute("stroke",a===null?"#555":mr(a)),c.setAttribute("stroke-width",a===null?2:2+3*a)}}swing(t){let{shape:e}=this.modes.head.modes[this.modes.number],n=Math.sin(2*Math.PI*t/this.modes.end),s=this.discs.map(({name:o})=>typeof e[o]=="number"?e[o]:0);this.discs.forEach((o,a)=>{P0(o,OE*n*s[a]),o.speed.textContent=le(s[a],3),this.dots[a].setAttribute("cx",o.x+o.width/2),this.dots[a].setAttribute("cy",o.middle-C0*n*s[a])});let r=this.train.links.flatMap(({ends:o})=>L0(o));this.shape.setAttribute("d",r.map(([o,a])=>this.line(o,a,c=>C0*n*s[c])).join(""))}};function P0({x:i,width:t,half:e,middle:n,stripes:s},r){let o="";for(let a=0;a<R0;a++){let c=r+2*Math.PI*a/R0;Math.cos(c)>0&&(o+=`M${i} ${(n-e*Math.sin(c)).toFixed(2)}h${t}`)}s.setAttribute("d",o)}function I0(i,t){return i?Array.from(i[1]).reduce((e,n)=>Math.max(e,Math.abs(n)),t):t}function L0(i){let[t,...e]=i.filter(n=>n!==null);return e.map(n=>[t,n])}function Ao(i,t){let e=document.createElementNS(NE,i);for(let[n,s]of Object.entries(t))e.setAttribute(n,s);return e}function BE(i){let{documentElement:t}=new DOMParser().parseFromString(i,"image/svg+xml");for(let e of t.querySelectorAll("*"))UE.has(e.localName)||e.remove();for(let e of[t,...t.querySelectorAll("*")])for(let{name:n}of[...e.attributes])/^on|href$/i.test(n)&&e.removeAttribute(n);return document.importNode(t,!0)}var Bh=class{constructor(t,e,n){Object.assign(this,{stage:t,player:e,title:n}),this.canvas=document.createElement("canvas"),this.canvas.width=t.canvas.width&-2,this.canvas.height=t.canvas.height&-2,this.ctx=this.canvas.getContext("2d")}take(t){let{ctx:e,stage:n,player:s}=this;s.seek(t),n.dirty=!0,n.draw(),e.drawImage(n.canvas,0,0);let r=n.canvas.width/n.canvas.clientWidth,o=getComputedStyle(document.documentElement);e.save(),e.scale(r,r),e.textBaseline="top";for(let{words:a,kind:c,left:l,top:h}of n.labels.seen())e.font=`${c==="body"?"600 ":""}11px system-ui`,e.fillStyle=o.getPropertyValue("--ink"),e.fillText(a,l+3,h+2);e.font="13px system-ui",e.fillStyle=o.getPropertyValue("--soft"),e.fillText(`${this.title} · ${document.getElementById("time").textContent}`,12,n.canvas.clientHeight-24),e.restore()}};function D0({begin:i,end:t},e,n){let s=Math.max(2,Math.round((t-i)/e*n)+1);return Array.from({length:s},(r,o)=>i+(t-i)*o/(s-1))}async function N0(i,t,e,n,s){let r=new Bh(i,t,e),o=r.canvas.captureStream(0),[a]=o.getVideoTracks(),c=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"].find(g=>MediaRecorder.isTypeSupported(g)),l=new MediaRecorder(o,{mimeType:c,videoBitsPerSecond:12e6}),h=[];l.addEventListener("dataavailable",({data:g})=>h.push(g));let d=new Promise(g=>{l.addEventListener("stop",g)});r.take(t.motion.begin),l.start();let u=D0(t.motion,t.speed,n),f=performance.now();for(let[g,v]of u.entries()){if(a.requestFrame(),r.take(v),await new Promise(requestAnimationFrame),!s((g+1)/u.length))break;await kE(Math.max(0,f+1e3*(g+1)/n-performance.now()))}return l.stop(),await d,a.stop(),new Blob(h,{type:"video/webm"})}async function U0(i,t,e,n,s){let r=new Bh(i,t,e),o=[],a=D0(t.motion,t.speed,n);for(let[c,l]of a.entries()){r.take(l);let h=await new Promise(d=>{r.canvas.toBlob(d,"image/png")});if(o.push([`frame-${String(c).padStart(5,"0")}.png`,new Uint8Array(await h.arrayBuffer())]),!s((c+1)/a.length))break}return zE(o)}function F0(i,t){let e=document.createElement("a");e.href=URL.createObjectURL(i),e.download=t,e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),6e4)}var kE=i=>new Promise(t=>{setTimeout(t,i)});function zE(i){let t=[],e=[],n=0;for(let[o,a]of i){let c=new TextEncoder().encode(o),l=Ga([20,2],[2048,2],[0,2],[0,2],[33,2],[VE(a),4],[a.length,4],[a.length,4],[c.length,2],[0,2]);e.push(Ga([33639248,4],[20,2]),l,Ga([0,2],[0,2],[0,2],[0,4],[n,4]),c),t.push(Ga([67324752,4]),l,c,a),n+=4+l.length+c.length+a.length}let s=e.reduce((o,a)=>o+a.length,0),r=Ga([101010256,4],[0,2],[0,2],[i.length,2],[i.length,2],[s,4],[n,4],[0,2]);return new Blob([...t,...e,r],{type:"application/zip"})}function Ga(...i){let t=new Uint8Array(i.reduce((n,[,s])=>n+s,0)),e=0;for(let[n,s]of i)for(let r=0;r<s;r++)t[e++]=Math.floor(n/256**r)&255;return t}var HE=Uint32Array.from({length:256},(i,t)=>{let e=t;for(let n=0;n<8;n++)e=e&1?e>>>1^3988292384:e>>>1;return e});function VE(i){let t=4294967295;for(let e of i)t=t>>>8^HE[(t^e)&255];return(t^4294967295)>>>0}var kh=i=>document.getElementById(i),O0=(i,t)=>kh(i).setAttribute("aria-pressed",t);function B0(i,t){let e=i.followed==null&&t()?.kind==="body"?t().place:null;return i.follow(e),O0("follow",e!==null),e}function yf(i,t,e=!i.distance.active){i.distance.active=e,e||i.distance.clear(),O0("distance",e),t()}function k0(i,t,e){let[n,s,r,o]=["recording","record-start","record-stop","record-progress"].map(kh),a=!1;r.addEventListener("click",()=>{a=!1,n.close()}),s.addEventListener("click",async()=>{if(a)return;a=!0,s.disabled=!0,t.pause();let{time:c}=t,l=Math.min(Math.max(Number(kh("record-rate").value)||30,1),60),h=u=>(o.value=u,a),d=kh("record-as").value;try{let u=await(d==="video"?N0:U0)(i,t,e,l,h);a&&F0(u,d==="video"?"halfshaft.webm":"halfshaft.zip")}finally{a=!1,s.disabled=!1,t.seek(c)}})}var zh=Math.PI/36,z0=1.15,Xt=i=>document.getElementById(i),Hh=(i,t)=>Xt(i).setAttribute("aria-pressed",t);async function WE(){let i=document.getElementById("halfshaft-data");document.body.innerHTML=zf,i&&document.head.append(i);let t=await Hf(),{head:e}=t[0];e.modes?.length&&(t[0].motion=new Va(e,t[0].motion));let{motion:n}=t[0],s=n instanceof Va,r=t.reduce((A,k)=>k.motion.end>A.end?k.motion:A,n),o=new Ka(r);document.title=`${e.title} – halfshaft`,Xt("title").textContent=e.title,Xt("facts").textContent=ZE(e,t[1]?.head);let a=null;try{a=new fh(Xt("canvas"),t)}catch(A){V0(`This browser cannot draw in three dimensions (${A.message}); the plots work without.`)}let c=null,l=a?.hidden??new Set,h=new Ih(Xt("plots"),t,o),d=new Nh(Xt("inspector"),t[0],h,o),u=()=>a?.update(o.time,c),f=()=>{v.show(c,l),u()},g={select(A){c=A,d.show(A),d.values(),f()},toggle(A){l.delete(A)||l.add(A),f()},isolate(A){let k=e.bodies.map((V,lt)=>lt).filter(V=>V!==A),X=!l.has(A)&&k.every(V=>l.has(V));l.clear(),X||k.forEach(V=>l.add(V)),f()},all(){l.clear(),f()}},v=new Dh(Xt("tree"),Xt("filter"),e,g);d.show(null),JE(o,r),o.on(u);let p=A=>{a&&(A==="glass"?a.glass(!a.showing.glass):a.showing[A]=!a.showing[A],Hh(A,a.showing[A]),A==="arrows"&&(Xt("arrow-settings").hidden=!a.showing.arrows),vf(a),u())},m=()=>{let{axis:A}=a.cut;Hh("cut",A!==null),Xt("cut").textContent=A===null?"Cut":`Cut ${"xyz"[A]}`,u()},x=()=>{a?.nextCut(),a&&m()},R=()=>o.mark(o.marker===null?o.time:null),S=A=>{A!==void 0&&(document.documentElement.dataset.theme=A?"dark":"light"),a?.paint(getComputedStyle(document.documentElement).getPropertyValue("--stage").trim()),h.restyle()},C=()=>getComputedStyle(document.documentElement).colorScheme==="dark";matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>S());let w=YE(e,h);e.films.length&&Xt("colour").add(new Option("by pressure","pressure"));for(let[A,{unit:k}]of w)Xt("colour").add(new Option(`by ${pr(A.replaceAll("_"," "),k)}`,`scalar ${A}`));let _=async()=>{if(!a)return;let A=Xt("colour").value,k=w.get(A.replace(/^scalar /,"")),X=async([lt,$])=>[lt,await t[0].column($,{points:4e3})],V=new Map(A.startsWith("scalar ")?await Promise.all([...k.places].map(X)):[]);A===Xt("colour").value&&(a.colourBy(A,V),a.unit=k&&Zn(k.unit),vf(a),u())};Xt("colour").addEventListener("change",_),Xt("fit").addEventListener("click",()=>a?.fit()),Xt("cut").addEventListener("click",x);for(let A of["joints","frames","arrows","films","glass","names"])Xt(A).addEventListener("click",()=>p(A));Xt("theme").addEventListener("click",()=>S(!C())),Xt("help").addEventListener("click",()=>Xt("keys").showModal()),Xt("scale").addEventListener("input",()=>{a.arrows.scale=2**Number(Xt("scale").value),u()});for(let A of a?.arrows.sections??[])Xt("arrows-of").add(new Option(`${A}s`,A));Xt("arrows-of").addEventListener("change",()=>{a.arrows.choose(Xt("arrows-of").value),vf(a),u()}),Xt("exaggerate").addEventListener("input",()=>{let A=$E();Xt("factor").textContent=`${le(A,2)} ×`,a?.exaggerate(A),u()});let b=s&&new Fh(Xt("inspector"),e),U=A=>{s&&(n.show((A+e.modes.length)%e.modes.length),Xt("mode").value=n.number,b.show(n.number),u(),z?.update(o.time,o.speed))};Xt("marker").addEventListener("click",R),Xt("follow").addEventListener("click",()=>a&&B0(a,()=>c)),Xt("distance").addEventListener("click",()=>a&&yf(a,u)),Xt("record").addEventListener("click",()=>a&&Xt("recording").showModal()),Xt("parts").addEventListener("click",()=>Hh("parts",document.documentElement.classList.toggle("listed"))),a&&k0(a,o,e.title),Xt("mode").addEventListener("change",()=>U(Number(Xt("mode").value)));let L=null;Xt("canvas").addEventListener("pointerdown",A=>{L=[A.clientX,A.clientY]}),Xt("canvas").addEventListener("click",A=>{let k=L&&Math.hypot(A.clientX-L[0],A.clientY-L[1])>4;!a||k||a.turnTo(A)||(a.distance.active?a.measure(A)&&u():g.select(a.pick(A)))});let D={" ":()=>o.toggle(),ArrowLeft:A=>o.step(A.shiftKey?-10:-1),ArrowRight:A=>o.step(A.shiftKey?10:1),Home:()=>o.seek(r.begin),End:()=>o.seek(r.end),"[":()=>o.faster(-1),"]":()=>o.faster(1),l:()=>Xt("loop").click(),f:()=>a?.fit(),",":()=>a?.orbit(-zh,0),".":()=>a?.orbit(zh,0),ArrowUp:()=>a?.orbit(0,-zh),ArrowDown:()=>a?.orbit(0,zh),"+":()=>a?.nearer(1/z0),"-":()=>a?.nearer(z0),1:()=>a?.look(0),2:()=>a?.look(1),3:()=>a?.look(2),j:()=>p("joints"),x:()=>p("frames"),a:()=>p("arrows"),o:()=>p("films"),m:()=>p("names"),g:()=>p("glass"),c:x,k:R,v:()=>Xt("follow").click(),d:()=>Xt("distance").click(),r:()=>Xt("record").click(),n:()=>U(n.number+1),p:()=>U(n.number-1),h:()=>c?.kind==="body"&&g.toggle(c.place),i:()=>c?.kind==="body"&&g.isolate(c.place),u:()=>g.all(),t:()=>S(!C()),"?":()=>Xt("keys").showModal(),Escape:()=>{a?.distance.active&&yf(a,u,!1),o.mark(),g.select(null)}};document.addEventListener("keydown",A=>{if(A.ctrlKey||A.metaKey||A.altKey||document.querySelector("dialog[open]"))return;let{target:k}=A;if(k.matches("input[type=search], select")){A.key==="Escape"&&k.blur();return}if(A.key===" "&&k.matches("button:focus-visible")||/^(Arrow|Home|End)/.test(A.key)&&k.matches("input[type=range]:not(#scrub)"))return;if(/^Arrow(Up|Down)$/.test(A.key)&&v.walk(k,A.key==="ArrowDown")){A.preventDefault();return}let X=D[A.key.length===1?A.key.toLowerCase():A.key];X&&(A.preventDefault(),X(A))});let z=e.train&&!e.bodies.length?new Oh(s?b.box:Xt("plots"),t[0],s?n:null):null;S(),!e.rows&&!s&&(document.documentElement.classList.add("still"),p("frames"),p("names"),V0(`The model at its design position; ${e.status?"the run has no steps":"it has not been run"}.`));for(let A of["films"])Xt(A).hidden=!e.films.length;if(s&&(document.documentElement.classList.add("modes"),e.modes.forEach(({frequency_hz:A},k)=>Xt("mode").add(new Option(`mode ${k+1}: ${le(A)} Hz`,k))),U(Math.max(0,e.modes.findIndex(({frequency_hz:A})=>A>0))),o.speed=1,o.toggle()),!e.bodies.length){document.documentElement.classList.add("flat"),Xt("right").prepend(Xt("facts"),Xt("note"));for(let A of["follow","distance","record"])Xt(A).hidden=!0;b&&Xt("inspector").before(b.box)}if(z){let A=()=>z.update(o.time,o.speed);A(),e.rows&&z.read().then(A),o.on(({time:k,speed:X})=>z.update(k,X))}f(),a?.openUp()&&(p("joints"),m());let G=A=>{o.tick(A),a?.draw(),requestAnimationFrame(G)};requestAnimationFrame(G),e.rows&&await XE(e,h),d.mark(),window.halfshaft={runs:t,player:o,stage:a,plots:h,tree:v,train:z,hidden:l,actions:g,ready:!0}}var H0=["x","y","z"];async function XE(i,t){for(let o of i.plots)await t.ask(o);if(i.plots.length)return;let e=(o,a)=>a.map(c=>t.place(`${o}.${c}`)).filter(c=>c!==void 0),n=i.items.find(o=>o.section==="joint"),[s]=i.bodies;if(s&&await t.channels(`${s.name}: position`,e(s.name,["position_x","position_y","position_z"]),H0),n){let o=e(n.name,["force_x","force_y","force_z"]);o.length&&await t.channels(`${n.name}: force`,o,H0)}if(!s)for(let[o,a]of[["Speeds","rad/s"],["Torques","N m"]]){let c=i.channels.map((l,h)=>({...l,place:h})).filter(l=>l.unit===a&&l.name.includes(".")).slice(0,7);c.length&&await t.channels(o,c.map(({place:l})=>l),c.map(({name:l})=>l.replace(/\.(speed|torque)$/,"")))}let r=["energy_kinetic","energy_dissipated","energy_supplied"].map(o=>t.place(o)).filter(o=>o!==void 0);r.length&&await t.channels("Energy",r,r.map(o=>i.channels[o].name.slice(7)))}var qE=["angle_a","angle_b","distance","flank","status","stiffness"];function YE(i,t){let e=new Map;i.items.forEach((r,o)=>{if(["contact","gear"].includes(r.section))for(let{name:a,unit:c}of i.channels){let l=a.startsWith(`${r.name}.`)?a.slice(r.name.length+1):"";!l||l.includes(".")||/_[xyz]$/.test(l)||qE.includes(l)||(e.has(l)||e.set(l,{unit:c,places:new Map}),e.get(l).places.set(o,t.place(a)))}});let n=["normal_force","film_thickness","gap","mean_pressure"],s=([r])=>(n.indexOf(r)+n.length+1)%(n.length+1);return new Map([...e].sort((r,o)=>s(r)-s(o)))}var $E=()=>10**Number(Xt("exaggerate").value);function ZE(i,t){let e=[i.model];return i.status&&e.push(i.status),i.real_time_factor&&e.push(`computed at ${le(i.real_time_factor,3)} × real time`),t&&e.push(`${i.bodies.length?"grey":"dashed"}: ${t.model} (${t.hash.slice(0,8)})`),e.join(" · ")}function V0(i){let t=Xt("note");t.hidden=!1,t.textContent=i}function vf(i){let t=Xt("legend"),e=i.colour!=="body";t.hidden=!e&&!i.showing.arrows&&!i.showing.frames,t.replaceChildren();let n=(s,r)=>{let o=document.createElement("span");o.style.color=`var(${r})`,o.textContent=s,t.append(o)};if(e){let s=document.createElement("div");s.className="bar",s.style.background=Wm,t.append(s),n(i.colour==="force"?`largest force on the body: 0 … ${le(i.arrows.largest[0],3)} N`:i.colour==="pressure"?`pressure in films and between faces: 0 … ${le(i.films.largest/1e6,3)} MPa`:`${i.colour.slice(7).replaceAll("_"," ")}: ${le(i.range.low,2)} … ${le(i.range.high,3)} ${i.unit==="1"?"":i.unit}${i.range.log?", logarithmic":""}`,"--ink")}if(i.showing.frames){for(let[s,r]of[["x","--line1"],["y","--line2"],["z","--line0"]])n(`→ ${s}`,r);i.axes.length&&n("→ axis of a joint","--axis")}if(i.showing.arrows)for(let[s,r,o,a]of[["force",0,"N","--line1"],["torque",1,"N·m","--line0"]]){let c=i.arrows.largest[r];c>0&&n(`→ ${s}, longest ${le(c,3)} ${o}`,a)}}function JE(i,t){let[e,n,s,r,o]=["play","loop","scrub","time","speed"].map(Xt);for(let c of js)o.add(new Option(`${c} ×`,c));s.min=t.begin,s.max=t.end,e.addEventListener("click",()=>i.toggle()),n.addEventListener("click",()=>{i.loop=!i.loop,n.setAttribute("aria-pressed",i.loop)}),s.addEventListener("input",()=>{i.playing=!1,i.seek(Number(s.value))}),o.addEventListener("change",()=>{i.speed=Number(o.value),i.tell()});let a=Math.max(0,Math.min(6,3-Math.floor(Math.log10(t.end-t.begin||1))));i.on(()=>{Hh("marker",i.marker!==null),e.textContent=i.playing?"❚❚":"▶",s.value=i.time,o.value=i.speed,r.textContent=`${i.time.toFixed(a)} s of ${le(t.end)} s`}),i.tell()}WE().catch(i=>{document.body.textContent=`The page could not be shown: ${i.message}`});})();
