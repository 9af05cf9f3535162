# For bats files that start scripts by the dozen: load python, then quick_python in setup_file.

# A version manager's stand-in for python3 takes longer to start than most scripts take to run, and so
# does compiling their modules at each start.
quick_python() {
    PATH=$(dirname "$(python3 -c 'import sys; print(sys.executable)')"):$PATH
    unset PYTHONDONTWRITEBYTECODE
    export PATH PYTHONPYCACHEPREFIX=$BATS_FILE_TMPDIR/compiled
}
