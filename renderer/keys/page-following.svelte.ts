/** What the pages of controllers follow, as far as this screen leads them. Each screen begins without. */
export class PageFollowing {
  what = $state<'nothing' | 'selection' | 'next'>('nothing');
}
