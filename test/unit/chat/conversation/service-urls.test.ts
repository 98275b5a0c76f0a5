import { createServiceUrlCheck, sameServiceUrl } from '../../../../src/chat/conversation/service-urls.ts';

describe('a service URL', () => {
  const isAllowed = createServiceUrlCheck(['https://connector.test', 'http://127.0.0.1:3978']);

  test.each([
    ['https://smba.trafficmanager.net/emea/', true],
    ['https://SMBA.trafficmanager.net/amer/', true],
    ['https://connector.test/v3', true],
    ['http://127.0.0.1:3978/', true],
    ['http://127.0.0.1:3979/', false],
    ['http://smba.trafficmanager.net/emea/', false],
    ['https://other.trafficmanager.net/emea/', false],
    ['https://smba.trafficmanager.net.evil.test/', false],
    ['https://user@smba.trafficmanager.net/emea/', false],
    ['https://smba.trafficmanager.net:444/emea/', false],
    ['smba.trafficmanager.net', false],
    ['', false],
  ])('%j: %s, each time it is asked', (serviceUrl, allowed) => {
    for (let time = 0; time < 3; time += 1) expect(isAllowed(serviceUrl)).toBe(allowed);
  });

  test('is parsed only once while it is allowed', () => {
    const parse = jest.spyOn(URL, 'parse');
    for (let time = 0; time < 3; time += 1) isAllowed('https://smba.trafficmanager.net/in/');
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});

test.each([
  ['https://smba.trafficmanager.net/emea/', 'https://smba.trafficmanager.net/emea', true],
  ['https://smba.trafficmanager.net/emea/', 'https://SMBA.TRAFFICMANAGER.NET/emea/', true],
  ['https://smba.trafficmanager.net/emea/', 'https://smba.trafficmanager.net/amer/', false],
  ['https://smba.trafficmanager.net/emea/', 'http://smba.trafficmanager.net/emea/', false],
  ['not a URL', 'not a URL', true],
  ['not a URL', 'neither', false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(sameServiceUrl(one, other)).toBe(same);
});
