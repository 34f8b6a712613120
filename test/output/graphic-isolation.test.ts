import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultTerms } from '../../service/http/network-terms.ts';
import { GraphicStage } from '../kit/picture/graphic-stage.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { type Files, lowerThird, tellingPackage } from '../kit/scene/ograf-packages.ts';

/** A server that answers every request and records it. */
interface Elsewhere {
  url: string;
  host: string;
  asked: string[];
  server: Server;
}

let house: House;
let elsewhere: Elsewhere;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('from elsewhere');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  elsewhere = { url: `http://${host}`, host, asked, server };
});
afterEach(() => {
  elsewhere.server.closeAllConnections();
  elsewhere.server.close();
});

/**
 * A graphic that tries things when it is loaded and records the results. `tries` are JavaScript expressions by name; in
 * them `url` is the address of the other server.
 */
const trying = (tries: Record<string, string>, more: object = {}): Files =>
  tellingPackage(
    more,
    `async load() {
      const url = ${JSON.stringify(elsewhere.url)};
      const outcome = async (attempt) => { try { return String(await attempt()); } catch (error) { return error.name; } };
      const outcomes = {};
      ${Object.entries(tries)
        .map(([name, attempt]) => `outcomes[${JSON.stringify(name)}] = await outcome(async () => ${attempt});`)
        .join('\n')}
      this.calls = [];
      return this.note('tried', outcomes);
    }`,
  );

/** The results that the first graphic of a stage recorded. */
const tried = async (stage: GraphicStage): Promise<unknown> => {
  const [line = ''] = await stage.calls(0, 1);
  return JSON.parse(line.slice('tried '.length));
};

/** Resolves to `loaded` or `failed` for an element that loads something. */
const loading = (tag: string, attributes: string): string =>
  `new Promise((done) => { const element = Object.assign(document.createElement('${tag}'), ${attributes});
    element.onload = () => done('loaded'); element.onerror = () => done('failed'); document.body.append(element); })`;

describe('a graphic', () => {
  it('reaches nothing of the page around it, and nothing that is kept in the browser', async () => {
    const files = trying({
      'the page': 'parent.document.title',
      'the address of the page': 'parent.location.href',
      'the page at the top': 'top.document.title',
      'the frame it is in': 'String(frameElement)',
      'where it was opened from': "document.referrer || 'nowhere'",
      'its origin': 'self.origin',
      'what is stored': 'localStorage.length',
      'what is stored for the session': 'sessionStorage.length',
      cookies: 'document.cookie',
      'a database':
        "new Promise((done, fail) => { const asked = indexedDB.open('x'); asked.onsuccess = () => done('opened'); asked.onerror = () => fail(asked.error); })",
      'another graphic': 'parent.frames[1].document.title',
    });
    const stage = await GraphicStage.open(house, [files, lowerThird]);
    try {
      expect(await tried(stage)).toEqual({
        'the page': 'SecurityError',
        'the address of the page': 'SecurityError',
        'the page at the top': 'SecurityError',
        'the frame it is in': 'null',
        'where it was opened from': 'nowhere',
        'its origin': 'null',
        'what is stored': 'SecurityError',
        'what is stored for the session': 'SecurityError',
        cookies: 'SecurityError',
        'a database': 'SecurityError',
        'another graphic': 'SecurityError',
      });
    } finally {
      await stage.close();
    }
  });

  it('has no network, neither that of the service nor any other', async () => {
    const files = trying({
      fetch: "fetch(url + '/fetch')",
      'fetch without looking': "fetch(url + '/blind', { mode: 'no-cors' })",
      beacon: "String(navigator.sendBeacon(url + '/beacon'))",
      socket:
        "new Promise((done) => { const socket = new WebSocket(url.replace('http', 'ws')); socket.onopen = () => done('open'); socket.onerror = () => done('failed'); })",
      events:
        "new Promise((done) => { const source = new EventSource(url + '/events'); source.onopen = () => done('open'); source.onerror = () => done('failed'); })",
      picture: loading('img', "{ src: url + '/picture' }"),
      sound:
        "new Promise((done) => { const sound = new Audio(url + '/sound'); sound.onerror = () => done('failed'); sound.onloadedmetadata = () => done('loaded'); })",
      style: loading('link', "{ rel: 'stylesheet', href: url + '/style' }"),
      script: loading('script', "{ src: url + '/script' }"),
      module: "import(url + '/module')",
      'module of data': "import(['data:text/javascript,export default 1'].join())",
      eval: "eval('1')",
      font: "new FontFace('x', `url(${url}/font)`).load()",
      worker:
        "new Promise((done) => { const worker = new Worker(URL.createObjectURL(new Blob([`fetch('${url}/worker').then(() => postMessage('open'), () => postMessage('failed'))`]))); worker.onmessage = ({ data }) => done(data); worker.onerror = () => done('failed'); })",
      'the service': "fetch(document.location.ancestorOrigins[0] + '/health')",
      'the live channel':
        "new Promise((done) => { const socket = new WebSocket(document.location.ancestorOrigins[0].replace('http', 'ws') + '/apiv2/controlapps/x/live'); socket.onopen = () => done('open'); socket.onerror = () => done('failed'); })",
    });
    const stage = await GraphicStage.open(house, [files]);
    try {
      expect(await tried(stage)).toEqual({
        fetch: 'TypeError',
        'fetch without looking': 'TypeError',
        beacon: expect.stringMatching(/^(true|false)$/),
        socket: expect.stringMatching(/^(failed|SecurityError)$/),
        events: expect.stringMatching(/^(failed|SecurityError)$/),
        picture: 'failed',
        sound: 'failed',
        style: 'failed',
        script: 'failed',
        module: 'TypeError',
        'module of data': 'TypeError',
        eval: 'EvalError',
        font: 'NetworkError',
        worker: 'failed',
        'the service': 'TypeError',
        'the live channel': expect.stringMatching(/^(failed|SecurityError)$/),
      });
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await stage.close();
    }
  });

  it('cannot go elsewhere, take the page there, or open something', async () => {
    const files = trying(
      {
        window: "String(window.open(url + '/window'))",
        'the page at the top': "(top.location.href = url + '/top')",
        form: "(() => { const form = Object.assign(document.createElement('form'), { action: url + '/form', method: 'post' }); document.body.append(form); form.submit(); return 'asked'; })()",
        frame:
          "(() => { const frame = Object.assign(document.createElement('iframe'), { src: url + '/frame' }); document.body.append(frame); return 'asked'; })()",
        link: "(() => { const link = Object.assign(document.createElement('a'), { href: url + '/link', target: '_blank' }); link.click(); return 'asked'; })()",
      },
      { customActions: [{ id: 'leave', name: 'Leave' }] },
    );
    const leaving = {
      ...files,
      'graphic.mjs': String(files['graphic.mjs']).replace(
        'async customAction(params) {',
        `async customAction(params) { location.href = ${JSON.stringify(`${elsewhere.url}/self`)};`,
      ),
    };
    const stage = await GraphicStage.open(house, [leaving, lowerThird]);
    try {
      expect(await tried(stage)).toEqual({
        window: 'null',
        'the page at the top': 'SecurityError',
        form: 'asked',
        frame: 'asked',
        link: 'asked',
      });
      await stage.control(0, undefined, { leave: 'execute' });
      await stage.hears(/frame-src|Refused to frame|violates the following Content Security Policy/);
      await stage.calls(1, 1);
      await stage.control(1, 'In');
      await stage.calls(1, 2);
      expect(elsewhere.asked).toEqual([]);
      expect(stage.page.url()).toBe(stage.service.onairUrl);
    } finally {
      await stage.close();
    }
  });

  it('has the files of its package, and the media of the service', async () => {
    const files = trying({
      'its data': "(await (await fetch('./data.json')).json()).rows",
      'from its script':
        "(await (await fetch(new URL('../data.json', new URL('./lib/line.js', import.meta.url)))).json()).rows",
      style: loading('link', "{ rel: 'stylesheet', href: './style.css' }"),
      picture: loading('img', "{ src: './picture.svg' }"),
      media: loading('img', "{ src: '/media/no-picture.svg' }"),
      'files of others': "fetch('../../media/no-picture.svg')",
      'a file that is not there': "(await fetch('./gone.json')).status",
    });
    const more = {
      'data.json': '{"rows": 3}',
      'style.css': '',
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    };
    const stage = await GraphicStage.open(house, [{ ...files, ...more }]);
    try {
      expect(await tried(stage)).toEqual({
        'its data': '3',
        'from its script': '3',
        style: 'loaded',
        picture: 'loaded',
        media: 'loaded',
        'files of others': 'TypeError',
        'a file that is not there': '404',
      });
    } finally {
      await stage.close();
    }
  });

  it('reaches a host that its package asks for and the operator allows, and only that', async () => {
    const asks = { v_overlaydesk: { network: [elsewhere.url] } };
    const tries = {
      fetch: "(await fetch(url + '/data')).text()",
      script: loading('script', "{ src: url + '/script' }"),
    };
    const network = { ...defaultTerms, graphicHosts: [elsewhere.host] };
    const outcomes = async (files: Files, options: object): Promise<unknown> => {
      const stage = await GraphicStage.open(house, [files], options);
      try {
        return [await tried(stage), stage.graphics[0]?.network];
      } finally {
        await stage.close();
      }
    };
    const wanted = (allowed: boolean): object[] => [{ origin: elsewhere.url, allowed }];
    expect(await outcomes(trying(tries, asks), {})).toEqual([{ fetch: 'TypeError', script: 'failed' }, wanted(false)]);
    expect(await outcomes(trying(tries), { network })).toEqual([{ fetch: 'TypeError', script: 'failed' }, []]);
    expect(elsewhere.asked).toEqual([]);
    expect(await outcomes(trying(tries, asks), { network })).toEqual([
      { fetch: 'from elsewhere', script: 'failed' },
      wanted(true),
    ]);
    expect(elsewhere.asked).toEqual(['/data']);
  });

  it('has no way past the network by a call from browser to browser', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    let packets = 0;
    socket.on('message', () => (packets += 1));
    const calling = `(async () => {
      const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
      call.createDataChannel('x');
      await call.setLocalDescription(await call.createOffer());
      return 'called';
    })()`;
    const files = trying({
      itself: calling,
      'a page of its own': `(() => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<script src="' + new URL('./call.js', location.href) + '"></scr' + 'ipt>';
        document.body.append(frame);
        return 'asked';
      })()`,
    });
    const call = { 'call.js': calling };
    const stage = await GraphicStage.open(house, [{ ...files, ...call }]);
    try {
      expect(await tried(stage)).toEqual({ itself: 'ReferenceError', 'a page of its own': 'asked' });
      expect(await stage.hears(/call\.js/)).toMatch(/violates the following Content Security Policy directive/);
      expect(packets).toBe(0);
    } finally {
      await stage.close();
      socket.close();
    }
  });

  it('plays a page of its package, which is as isolated and has an origin of its own', async () => {
    const outcome =
      'const outcome = async (attempt) => { try { return String(await attempt()); } catch (error) { return error.name; } };';
    const page = `<!doctype html>
      <html><head><title>Inside</title><link rel="stylesheet" href="look.css"></head>
      <body class="plate"><h1>Harbour opens</h1>
      <script src="first.js"></script>
      <script>
        ${outcome}
        const steps = [first, document.querySelector('h1').textContent];
        document.addEventListener('DOMContentLoaded', () => steps.push('parsed'));
        addEventListener('load', async () => parent.postMessage({
          steps: [...steps, 'loaded', getComputedStyle(document.body).backgroundColor].join(),
          origin: self.origin,
          around: await outcome(() => parent.document.title),
          stored: await outcome(() => localStorage.length),
          fetch: await outcome(() => fetch('${elsewhere.url}/fetch')),
          own: await outcome(async () => (await fetch('look.css')).status),
          eval: await outcome(() => eval('1')),
          call: await outcome(() => new RTCPeerConnection()),
        }, '*'));
        const frame = document.createElement('iframe');
        frame.srcdoc = '<script src="' + new URL('call.js', location.href) + '"></scr' + 'ipt>';
        document.body.append(frame);
      </script></body></html>`;
    const files = tellingPackage(
      {},
      `async load() {
        this.calls = [];
        const heard = new Promise((done) => addEventListener('message', ({ data }) => data?.steps && done(data)));
        const frame = Object.assign(document.createElement('iframe'), { src: new URL('./inside/page.html', import.meta.url) });
        const root = this.attachShadow({ mode: 'closed' });
        root.append(frame, document.createElement('slot'));
        const inside = await heard;
        const seen = getComputedStyle(frame).visibility;
        const reached = await Promise.resolve().then(() => frame.contentWindow.document.title).catch(({ name }) => name);
        const elsewhere = Object.assign(document.createElement('iframe'), { src: '${elsewhere.url}/page' });
        root.append(elsewhere);
        await new Promise((done) => elsewhere.addEventListener('load', done));
        return this.note('tried', { ...inside, seen, reached, elsewhere: getComputedStyle(elsewhere).visibility });
      }`,
    );
    const inside = {
      'inside/page.html': page,
      'inside/first.js': 'const first = "first";',
      'inside/call.js': 'new RTCPeerConnection();',
      'inside/look.css': '.plate { background: #0a0 }',
    };
    const stage = await GraphicStage.open(house, [{ ...files, ...inside }]);
    try {
      expect(await tried(stage)).toEqual({
        steps: 'first,Harbour opens,parsed,loaded,rgb(0, 170, 0)',
        origin: 'null',
        around: 'SecurityError',
        stored: 'SecurityError',
        fetch: 'TypeError',
        own: '200',
        eval: 'EvalError',
        call: 'ReferenceError',
        seen: 'visible',
        reached: 'SecurityError',
        elsewhere: 'hidden',
      });
      expect(await stage.hears(/call\.js/)).toMatch(/violates the following Content Security Policy directive/);
      expect(elsewhere.asked).toEqual([]);
      await stage.control(0, 'In');
      await stage.sees(0, 'visible');
    } finally {
      await stage.close();
    }
  });

  it('calls a page of its package as makers do, though that has an origin of its own', async () => {
    const files = tellingPackage(
      {},
      `async load() {
        this.calls = [];
        this.frame = document.createElement('iframe');
        this.append(this.frame);
        await new Promise((done) => {
          this.frame.onload = () => this.frame.contentWindow.onReady(done);
          this.frame.src = new URL('./page.html', import.meta.url);
        });
        this.frame.contentWindow.update(JSON.stringify({ name: 'Ada' }));
        return {};
      }
      async playAction() { this.frame.contentWindow.player.play(); return {}; }
      async stopAction() { this.frame.contentWindow.gone(); return {}; }`,
    );
    const page = `<!doctype html><p>Not ready</p><script>
      const words = document.querySelector('p');
      var onReady = (ready) => ready();
      var update = (data) => (words.textContent = JSON.parse(data).name);
      var player = { suffix: ' plays', play() { words.textContent += this.suffix; } };
    </script>`;
    const stage = await GraphicStage.open(house, [{ ...files, 'page.html': page }]);
    try {
      const inside = stage.inside(0).frameLocator('iframe');
      await inside.getByText('Ada').waitFor({ state: 'attached' });
      await stage.control(0, 'In');
      await inside.getByText('Ada plays').waitFor();
      await stage.control(0, 'Out');
      expect(await stage.reports(/gone/)).toEqual(['"Graphic" says: Uncaught Error: Error: the page has no gone()']);
    } finally {
      await stage.close();
    }
  });

  it('runs nowhere but in its frame, and is as isolated where that is opened by itself', async () => {
    const page = {
      'page.html': '<title>still</title><script src="page.js"></script>',
      'page.js': 'document.title = "run";',
    };
    const stage = await GraphicStage.open(house, [{ ...lowerThird, ...page }]);
    const tab = await house.browser.newPage();
    try {
      const address = `${stage.service.mediaUrl}/graphics/${stage.graphics[0]?.id}`;
      await tab.goto(`${address}/page.html`);
      expect(await tab.title()).toBe('still');
      await tab.goto(`${address}/~frame`);
      expect(await tab.evaluate(() => self.origin)).toBe('null');
    } finally {
      await tab.close();
      await stage.close();
    }
  });
});
