import { expect, it } from 'vitest';
import { plainLetters } from '../../../surfaces/faces/plain-letters.ts';

it.each([
  ['Lower Third – “Title” © 5 °C', 'Lower Third – “Title” © 5 °C'],
  ['⚽ Goal', 'Goal'],
  ['Home⚽️Away', 'Home Away'],
  ['👩‍👩‍👧 Family 👍🏽', 'Family'],
  ['🇩🇪 Germany', 'DE Germany'],
  ['1️⃣ First', '1 First'],
  ['A → B ▶', 'A B'],
  ['Ti\u{200B}t\u{7}le\n2', 'Title 2'],
  ['e\u{301}cole', 'école'],
  // Letters of other writings are kept: without them two names would look alike.
  ['日本 2', '日本 2'],
  ['🔥🔥', ''],
])('%j has the letters %j', (text, letters) => {
  expect(plainLetters(text)).toBe(letters);
});
