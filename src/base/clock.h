/* clock.h -- seconds. */
#ifndef ABS_CLOCK_H
#define ABS_CLOCK_H

/* Since some fixed moment; nobody sets this clock. */
double clock_now(void);

/* Of processor time that the calling thread has taken. */
double clock_thread(void);

#endif
