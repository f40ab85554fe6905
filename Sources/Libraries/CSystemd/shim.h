// The declarations of <systemd/sd-daemon.h> and <systemd/sd-bus.h> that the program uses. The headers themselves are
// not included, because they include <sys/socket.h>: whole-module builds would then take SOCK_STREAM and other
// constants from this module instead of Glibc.
#include <stddef.h>
#include <stdint.h>

#define SD_LISTEN_FDS_START 3

int sd_listen_fds(int unset_environment);
int sd_is_socket_unix(int fd, int type, int listening, const char *path, size_t length);
int sd_notify(int unset_environment, const char *state);
int sd_watchdog_enabled(int unset_environment, uint64_t *microseconds);

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_error sd_bus_error;
typedef struct sd_bus_slot sd_bus_slot;
typedef int (*sd_bus_message_handler)(sd_bus_message *message, void *data, sd_bus_error *error);

int sd_bus_open_user(sd_bus **bus);
int sd_bus_open_system(sd_bus **bus);
sd_bus *sd_bus_flush_close_unref(sd_bus *bus);
int sd_bus_add_match(sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler handler, void *data);
int sd_bus_process(sd_bus *bus, sd_bus_message **message);
int sd_bus_wait(sd_bus *bus, uint64_t microseconds);
int sd_bus_call(sd_bus *bus, sd_bus_message *call, uint64_t microseconds, sd_bus_error *error, sd_bus_message **answer);
int sd_bus_message_new_method_call(sd_bus *bus, sd_bus_message **message, const char *destination, const char *path,
                                   const char *interface, const char *member);
int sd_bus_message_set_auto_start(sd_bus_message *message, int starts);
int sd_bus_message_is_signal(sd_bus_message *message, const char *interface, const char *member);
sd_bus_message *sd_bus_message_unref(sd_bus_message *message);
int sd_bus_message_open_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_close_container(sd_bus_message *message);
int sd_bus_message_append_basic(sd_bus_message *message, char type, const void *value);
int sd_bus_message_peek_type(sd_bus_message *message, char *type, const char **contents);
int sd_bus_message_enter_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_exit_container(sd_bus_message *message);
int sd_bus_message_read_basic(sd_bus_message *message, char type, void *value);
int sd_bus_message_skip(sd_bus_message *message, const char *types);
