import * as library from 'styled-components-5';
import { show } from './styled.js';

await show(5, library);
