// TABLE of panes: a row for each gives it a place, a tab where it has one, and its tests. `machine` panes share one place.

import {makeChecks} from './checks.ts';
import {makeConsole} from './console.ts';
import {makeDisplay} from './display.ts';
import {makeEditor} from './editor.ts';
import {makeGame} from './game.ts';
import {makeMemory} from './memory.ts';
import type {MakePane} from './pane.ts';
import {makeFloats, makeRegisters, makeSystem} from './registers.ts';
import {makeStack} from './stack.ts';
import {makeStart} from './start.ts';
import {makeStatistics} from './statistics.ts';
import {makeSymbols} from './symbols.ts';
import {makeTasks} from './tasks.ts';
import {makeTimeline} from './timeline.ts';
import {makeTools} from './tools.ts';
import {makeTour} from './tour.ts';
import {makeWho} from './who.ts';

export interface PaneRow {
    id: string;
    place: 'program' | 'start' | 'machine' | 'world' | 'time' | 'tour' | 'float';
    make: MakePane;
}

export const panes: PaneRow[] = [
    {id: 'program', place: 'program', make: makeEditor},
    {id: 'start', place: 'start', make: makeStart},
    {id: 'registers', place: 'machine', make: makeRegisters},
    {id: 'floats', place: 'machine', make: makeFloats},
    {id: 'system', place: 'machine', make: makeSystem},
    {id: 'memory', place: 'machine', make: makeMemory},
    {id: 'stack', place: 'machine', make: makeStack},
    {id: 'symbols', place: 'machine', make: makeSymbols},
    {id: 'statistics', place: 'machine', make: makeStatistics},
    {id: 'checks', place: 'machine', make: makeChecks},
    {id: 'tools', place: 'machine', make: makeTools},
    {id: 'tasks', place: 'machine', make: makeTasks},
    {id: 'game', place: 'machine', make: makeGame},
    {id: 'display', place: 'world', make: makeDisplay},
    {id: 'console', place: 'world', make: makeConsole},
    {id: 'timeline', place: 'time', make: makeTimeline},
    {id: 'tour', place: 'tour', make: makeTour},
    {id: 'who', place: 'float', make: makeWho},
];
