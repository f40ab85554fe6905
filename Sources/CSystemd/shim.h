// What is used of <systemd/sd-daemon.h>. That header includes <sys/socket.h>, and whole-module builds
// then take SOCK_STREAM and the like for this module's instead of Glibc's.
#include <stddef.h>

#define SD_LISTEN_FDS_START 3

int sd_listen_fds(int unset_environment);
int sd_is_socket_unix(int fd, int type, int listening, const char *path, size_t length);
int sd_notify(int unset_environment, const char *state);
