// The declarations of <systemd/sd-daemon.h> that the program uses. The header itself is not included, because it
// includes <sys/socket.h>: whole-module builds would then take SOCK_STREAM and other constants from this module
// instead of Glibc.
#include <stddef.h>

#define SD_LISTEN_FDS_START 3

int sd_listen_fds(int unset_environment);
int sd_is_socket_unix(int fd, int type, int listening, const char *path, size_t length);
int sd_notify(int unset_environment, const char *state);
