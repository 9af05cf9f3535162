/* completion.h -- what makes bash and zsh complete a command line: functions of lists from the
   table of options and the tables of names, and behind them bash.completion or zsh.completion. */
#ifndef ABS_COMPLETION_H
#define ABS_COMPLETION_H

#include "base/buffer.h"

void completion_bash(abs_buffer *b);
void completion_zsh(abs_buffer *b);

#endif
