/** Whether the pages of controllers follow what is selected on this screen. Each screen begins without. */
export class PageFollowing {
  isOn = $state(false);
}
