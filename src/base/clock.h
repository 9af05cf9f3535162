/* clock.h -- seconds. */
#ifndef ABS_CLOCK_H
#define ABS_CLOCK_H

/* Since some fixed moment; a clock that is never set. */
double clock_now(void);

/* Of processor time used by the calling thread. */
double clock_thread(void);

#endif
