import './styles/theme.css';
import './styles/page.css';
import './styles/masthead.css';
import './styles/controls.css';
import './styles/panel.css';
import './styles/happenings.css';
import './styles/requests.css';
import './styles/incidents.css';
import './styles/demo.css';
import './styles/drawer.css';
import './styles/incident.css';
import './styles/causes.css';
import './styles/heat.css';
import { Console } from './console.ts';
import { fillTexts } from './words/words.ts';

fillTexts(document);
new Console();
