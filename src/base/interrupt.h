/* interrupt.h -- the flag by which a signal stops what is under way. */
#ifndef ABS_INTERRUPT_H
#define ABS_INTERRUPT_H

extern volatile int abs_interrupted;

#endif
