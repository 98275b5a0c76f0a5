import { mistakesIn, read } from '../../support/environment.ts';

const NAME = 'APPLICATIONINSIGHTS_CONNECTION_STRING';
const KEY = 'InstrumentationKey=11111111-2222-4333-8444-555555555555';

test('nothing is measured unless it is asked for', () => {
  expect(read().applicationInsights).toBeUndefined();
});

test.each([
  KEY,
  `${KEY};IngestionEndpoint=https://westeurope-5.in.applicationinsights.azure.com/;LiveEndpoint=https://x.example/`,
])('%s is taken as it stands', (text) => {
  expect(read({ [NAME]: text }).applicationInsights).toBe(text);
});

test.each([
  ['11111111-2222-4333-8444-555555555555', /lacks InstrumentationKey/],
  ['InstrumentationKey=secret-thing', /lacks InstrumentationKey/],
  [`${KEY};IngestionEndpoint=http://ingestion.example/`, /https:/],
  [`${KEY};IngestionEndpoint=somewhere`, /https:/],
])('%s is a mistake that does not quote it', (text, mistake) => {
  const mistakes = mistakesIn({ [NAME]: text });
  expect(mistakes).toEqual([expect.stringMatching(mistake)]);
  expect(mistakes.join()).not.toContain(text);
});
