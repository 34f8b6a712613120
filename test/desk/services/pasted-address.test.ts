import { texts } from '../../../contract/texts/texts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastedAddress } from '../../../desk/services/pasted-address.ts';

const token = '5Yk9_xQ2-abcDEF0123456789abcdefg';

describe('what is pasted', () => {
  it.each([
    [`https://g.example/apiv2/controlapps/${token}/control`, 'https://g.example', token],
    [`https://g.example/apiv2/controlapps/${token}`, 'https://g.example', token],
    [`https://g.example/apiv2/controlapps/${token}/`, 'https://g.example', token],
    [`https://g.example/apiv2/controlapps/${token}/model`, 'https://g.example', token],
    [`https://g.example/apiv2/controlapps/${token}/command`, 'https://g.example', token],
    [`wss://g.example/apiv2/controlapps/${token}/live?revision=3`, 'https://g.example', token],
    [`ws://127.0.0.1:8830/apiv2/controlapps/${token}/live`, 'http://127.0.0.1:8830', token],
    [`https://g.example/apiv1/control/${token}`, 'https://g.example', token],
    [`https://g.example/apiv1/control/${token}/model`, 'https://g.example', token],
    [`https://g.example/apiv1/control/${token}/subcompositions`, 'https://g.example', token],
    [`https://g.example/control/${token}`, 'https://g.example', token],
    [`http://10.0.0.5:8830/tv/graphics/apiv2/controlapps/${token}/control`, 'http://10.0.0.5:8830/tv/graphics', token],
    [`HTTPS://G.Example:8443/apiv2/controlapps/${token}/control?x=1#y`, 'https://g.example:8443', token],
    [`  "https://g.example/apiv1/control/${token}",\n`, 'https://g.example', token],
    [`<https://g.example/apiv1/control/${token}>`, 'https://g.example', token],
    [`g.example/apiv1/control/${token}`, 'https://g.example', token],
    [`https://g.example/?token=${token}`, 'https://g.example', token],
    [`https://[2001:db8::5]:8830/apiv1/control/${token}`, 'https://[2001:db8::5]:8830', token],
    [`https://bücher.example/apiv1/control/${token}`, 'https://xn--bcher-kva.example', token],
    [token, '', token],
    [` ${token}\n`, '', token],
    ['eyJhbGciOi.eyJzdWIi_x.c2ln-0', '', 'eyJhbGciOi.eyJzdWIi_x.c2ln-0'],
    ['https://g.example', 'https://g.example', null],
    ['https://g.example/', 'https://g.example', null],
    ['https://g.example/tv/', 'https://g.example/tv', null],
    ['https://g.example/apiv1/appinstances', 'https://g.example', null],
    ['g.example', 'https://g.example', null],
    ['http://localhost:8830', 'http://localhost:8830', null],
    ['localhost:8830', 'http://localhost:8830', null],
    ['127.0.0.1:8830/', 'http://127.0.0.1:8830', null],
    ['localhost.example', 'https://localhost.example', null],
    ['192.168.1.20', 'https://192.168.1.20', null],
  ])('%s', (text, base, found) => {
    expect(pastedAddress(text)).toEqual({ base, token: found });
  });

  it.each([
    ['', texts.services.nothingPasted],
    [`the token is ${token}`, 'This is more than one word.'],
    [`https://g.example/onair/${token}?aspect=16:9`, 'This is the address of an output'],
    [`https://g.example/output/${token}`, 'This is the address of an output'],
    ['https://g.example/apiv1/appinstances/12/control', 'This address names an app instance by its number'],
    ['https://ada:lovelace@g.example/', 'There is a user or a password in this address.'],
    ['ftp://g.example/x', texts.services.noAddress],
    ['file:///etc/passwd', 'This is neither'],
    ['https://', 'This is neither'],
    ['https://g.example/apiv1/control/x', 'is no token'],
    ['https://g.example/apiv2/controlapps/%E0%A4%A/control', 'is no token'],
    ['https://g.example/apiv1/control/YOUR TOKEN', 'This is more than one word.'],
  ])('%s is refused with the reason', (text, problem) => {
    const understood = pastedAddress(text);
    expect(understood).toEqual({ problem: expect.stringContaining(problem) });
    expect(JSON.stringify(understood)).not.toContain(token);
  });

  it('never fails, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        const understood = pastedAddress(text);
        const usable = 'problem' in understood || understood.base === '' || URL.canParse(understood.base);
        expect(usable && understood).toEqual(understood);
      }),
    );
  });
});
