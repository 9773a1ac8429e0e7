// Colours for the shapes of assembly text: comments, strings, numbers, what begins with $ or a dot, the first word of a
// line. No names are known here; a language server's tokens know them.

import {HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting} from '@codemirror/language';
import {tags} from '@lezer/highlight';

interface Line {
    hasOperator: boolean;
}

function token(stream: StringStream, line: Line): string | null {
    if (stream.sol()) {
        line.hasOperator = false;
    }
    if (stream.eatSpace()) {
        return null;
    }
    if (stream.match(/^#.*/)) {
        return 'comment';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)'/)) {
        return 'string';
    }
    if (stream.match(/^[$%][\w]+/)) {
        return 'variableName';
    }
    if (stream.match(/^[A-Za-z_][\w.$]*(?=\s*:)/)) {
        return 'labelName';
    }
    if (stream.match(/^\.[A-Za-z_]+/)) {
        line.hasOperator = true;
        return 'meta';
    }
    if (stream.match(/^[+-]?(?:0x[0-9a-fA-F]+|\d[\d.]*(?:[eE][+-]?\d+)?)/)) {
        return 'number';
    }
    if (stream.match(/^[A-Za-z_][\w.]*/)) {
        const isOperator = !line.hasOperator;
        line.hasOperator = true;
        return isOperator ? 'keyword' : 'name';
    }
    stream.next();
    return null;
}

const shapes = StreamLanguage.define<Line>({
    startState: () => ({hasOperator: false}),
    token,
    languageData: {commentTokens: {line: '#'}},
});

const style = HighlightStyle.define([
    {tag: tags.comment, class: 'c'}, {tag: tags.string, class: 's'}, {tag: tags.variableName, class: 'r'}, {tag: tags.labelName, class: 'd'},
    {tag: tags.meta, class: 'k'}, {tag: tags.number, class: 'n_'}, {tag: tags.keyword, class: 'm'}, {tag: tags.name, class: 'l'},
]);

export const colours = [shapes, syntaxHighlighting(style)];
