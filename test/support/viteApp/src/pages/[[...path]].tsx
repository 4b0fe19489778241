export { default } from '../App.tsx';
export const ownRouter = true;
