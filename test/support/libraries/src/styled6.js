import * as library from 'styled-components-6';
import { show } from './styled.js';

await show(6, library);
