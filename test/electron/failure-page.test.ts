import { describe, expect, it } from 'vitest';
import { failurePage } from '../../electron/failure-page.ts';

describe('the page that stands where the screens should be', () => {
  it('says why, and shows the reason as it is', () => {
    const page = decodeURIComponent(failurePage('ERR_FAILED <script>take()</script> & more'));
    expect(page).toMatch(/^data:text\/html;charset=utf-8,<!doctype html>/);
    expect(page).toContain('<p>ERR_FAILED &#60;script&#62;take()&#60;/script&#62; &#38; more</p>');
  });
});
