import { Refusal } from '../api/client.ts';
import { signIn, signOut, type Session } from '../api/session.ts';
import { switchLanguage, words } from '../words/words.ts';
import { byId, element, setText } from './dom.ts';
import { setUpTheme } from './theme.ts';

/** Asks for a token in place of the page, and loads it anew with a session; the address stays. */
export function showSignIn(): void {
  document.documentElement.dataset.session = 'none';
  setUpTheme(byId('theme-toggle'), () => undefined);
  byId('language-switch').addEventListener('click', switchLanguage);
  const field = element('input');
  field.type = 'password';
  field.id = 'token';
  field.autocomplete = 'current-password';
  field.required = true;
  const label = element('label', '', words.signIn.token);
  label.htmlFor = field.id;
  const press = element('button', 'chip is-main', words.signIn.enter);
  const message = element('p', 'sign-in-message');
  message.setAttribute('role', 'alert');
  const form = element('form', 'sign-in');
  form.append(element('h2', '', words.signIn.title), label, field, press, message, element('p', 'quiet', words.signIn.help));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    press.disabled = true;
    signIn(field.value).then(() => window.location.reload(), (reason) => {
      setText(message, reason instanceof Refusal ? reason.text : words.unreachable);
      press.disabled = false;
      field.select();
    });
  });
  byId('view').replaceChildren(form);
  field.focus();
}

/** Says who is signed in, with the way out; a viewer has nothing to press that acts. */
export function showSession({ who, role, signs_in: signsIn }: Session): void {
  document.documentElement.dataset.role = role ?? '';
  const leave = byId('sign-out');
  leave.hidden = !signsIn;
  leave.title = words.signIn.as(who ?? '', words.signIn.roles[role ?? 'viewer']);
  leave.addEventListener('click', () => void signOut().finally(() => window.location.reload()));
}
