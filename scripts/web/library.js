/* Stubs of Linux functions that the program calls and a page lacks. (Emscripten reads no newer JavaScript here.) */
mergeInto(LibraryManager.library, {
    __sched_cpucount: function () { return 1; },
    sched_getaffinity: function () { return 0; },
    at_quick_exit: function () { return 0; },
    sigaltstack: function () { return 0; },
    prctl: function () { return -1; },
    pthread_attr_setguardsize: function () { return 0; },
    pthread_kill: function () { return 0; },
    timer_create: function () { return -1; },
    timer_settime: function () { return -1; },
    timer_delete: function () { return -1; },
});
