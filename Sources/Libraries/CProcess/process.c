#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int process_shared_memory(size_t size) {
    int memory = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)size) == 0 &&
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return memory;
    close(memory);
    return -1;
}

/* Space for two descriptors beside a message. */
union control {
    char space[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr align;
};

long process_send(
    int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
    union control control = {{0}};
    struct iovec part = {(void *)bytes, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 2) return errno = EINVAL, -1;
    if (count > 0) {
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

long process_receive(int socket, void *bytes, size_t size, int descriptors[2]) {
    union control control = {{0}};
    struct iovec part = {bytes, size};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.space,
        .msg_controllen = sizeof control.space};
    descriptors[0] = descriptors[1] = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = received < 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
    if (received > 0 && message.msg_flags & MSG_TRUNC) return errno = EMSGSIZE, -1;
    return received;
}

/* Only a privileged process may raise a hard limit, so a lower one stays. */
static int limit(int process, int resource, rlim_t soft, rlim_t hard) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) return -1;
    if (hard < limit.rlim_max) limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return prlimit(process, resource, &limit, NULL);
}

int process_limit_memory(int process, long memory) {
    return limit(process, RLIMIT_DATA, (rlim_t)memory, RLIM_INFINITY);
}

int process_start(
    const char *executable, char *const environment[], int socket, int child_descriptor,
    long processor_time) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    for (int standard = 0; standard < 3; standard++)
        posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files, socket, child_descriptor);
    posix_spawn_file_actions_addclosefrom_np(&files, child_descriptor + 1);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    /* In a session of its own it does not get the signals of the terminal's keys. */
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    char *arguments[] = {(char *)executable, NULL};
    pid_t process = -1;
    int error = posix_spawn(&process, executable, &files, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) return errno = error, -1;
    /* The limit 1, unlike 0, also keeps the kernel from giving the memory to a program that collects crashes:
     * do_coredump in Linux's fs/coredump.c. */
    if (limit(process, RLIMIT_CORE, 1, 1) == 0 &&
        /* At the hard limit the kernel sends SIGKILL, at the soft limit SIGXCPU; so the hard limit must be later. */
        limit(process, RLIMIT_CPU, (rlim_t)processor_time, (rlim_t)processor_time + 1) == 0 &&
        limit(process, RLIMIT_FSIZE, 0, 0) == 0 && limit(process, RLIMIT_NOFILE, 32, 32) == 0)
        return process;
    error = errno;
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    return errno = error, -1;
}

int process_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int process_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int process_landlock_ruleset(int version) {
    /* The kinds of access are the lowest bits; later versions know more kinds. */
    int kinds = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    struct landlock_ruleset_attr ruleset = {.handled_access_fs = (1ULL << kinds) - 1};
    return (int)syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset.handled_access_fs, 0);
}

int process_landlock_allow_reading(int ruleset, int file, int is_folder) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access =
            LANDLOCK_ACCESS_FS_READ_FILE | (is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = file};
    return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

int process_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

int process_memory_file(void) { return memfd_create("file", MFD_CLOEXEC); }

int process_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    return 0;
}

int process_spawn(char *const arguments[], const int files[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    pid_t process = -1;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    int error = 0;
    for (int file = 0; file < 3 && error == 0; file++)
        error = posix_spawn_file_actions_adddup2(&actions, files[file], file);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (error == 0) error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return errno = error, -1;
    return process;
}
