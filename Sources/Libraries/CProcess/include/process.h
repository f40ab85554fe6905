/* Functions for processes that trust each other little. Most are in C because Swift can use neither macros
 * with arguments nor functions with a variable number of arguments. A function that returns a number returns -1 and sets
 * errno where it fails. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Creates memory of `size` bytes that two processes can map, and whose size neither can change. Returns a
 * descriptor. */
int process_shared_memory(size_t size);

/* Sends a message with up to two descriptors, without waiting. Returns the number of bytes. */
long process_send(
    int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

/* Waits for a message, and receives it with up to two descriptors, which are -1 where none came. Returns the
 * number of bytes, 0 where the other end is closed; fails with EMSGSIZE where the message is larger than `size`.
 * The caller closes the descriptors, also those of a message that is too large. */
long process_receive(int socket, void *bytes, size_t size, int descriptors[2]);

/* Starts an executable in a session of its own, with this environment, /dev/null as its standard files, and
 * `socket` as `child_descriptor`, which must be 3; it has no other open file. Returns the pid. The process can write no
 * file, has at most 32 open files, leaves no core dump when it crashes, and gets SIGXCPU after `processor_time` seconds
 * of processor time, and SIGKILL one second later. No limit exceeds the hard limit of this process. */
int process_start(
    const char *executable, char *const environment[], int socket, int child_descriptor,
    long processor_time);

/* Limits the private memory that a process may write to, in bytes, including what it already has; where its
 * hard limit is lower, to that. */
int process_limit_memory(int process, long memory);

/* Forbids that this thread, and the threads and programs that it starts later, gain rights. */
int process_forbid_new_privileges(void);

/* The kernel's version of Landlock. */
int process_landlock_version(void);

/* A ruleset for all kinds of access to files that this version knows. Each is forbidden where no rule
 * allows it. Returns a descriptor. */
int process_landlock_ruleset(int version);

/* Allows to read what is beneath an open folder, or to read an open file. */
int process_landlock_allow_reading(int ruleset, int file, int is_folder);

/* Applies the ruleset to this thread and to what it starts, for ever; needs `process_forbid_new_privileges` before. */
int process_landlock_restrict(int ruleset);

/* Creates an empty file in memory. Returns a descriptor. */
int process_memory_file(void);

/* Creates a pipe that holds 1 MB where the system allows it: a large picture then needs few changes from one program
 * to the other. `ends` are the one to read from, and the one to write to. */
int process_pipe(int ends[2]);

/* Starts a program of PATH with these arguments, the last of which is NULL, this program's environment, and three
 * open files as its standard files. It is in a process group of its own, with usual signals. Returns the pid. */
int process_spawn(char *const arguments[], const int files[3]);
