'use strict';
import('./command.js');
