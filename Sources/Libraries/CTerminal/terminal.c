#include "cterminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
    /* Duplicates of the terminal's descriptors, and /dev/null. They stay open, because another thread may close
     * the originals before `terminal_restore`. */
    int own_input, own_output, null;
    int output, wake;
    struct termios before, raw;
} terminal = {.own_output = -1, .null = -1, .own_input = -1};
static volatile sig_atomic_t is_taken, is_restored, needs_repaint, has_saved_title;

/* The terminal saves its title, which it gets back when it is left (23;0t). */
static const char save_title_text[] = "\033[22;0t";
/* No line is wrapped: wide characters take more columns than are counted, and a wrapped last line would scroll the
 * screen. */
static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
/* Starts with the end of an incomplete frame. */
static const char leave_text[] = "\033[?2026l\033[23;0t\033[?7h\033[0m\033[?25h\033[?1049l";

static const int crashes[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
enum { crash_count = sizeof crashes / sizeof *crashes };
static struct sigaction before_crash[crash_count], before_stop, before_continue, before_resize;
/* The stack on which handlers run, so that they also run after a stack overflow. Only the thread that calls
 * `terminal_take` has it; on other threads handlers run on the thread's own stack. */
static char handler_stack[32768];

/* Writes to the terminal; if its buffer is full, drops the buffer's contents, a part of a frame. Waits
 * at most 0.1 s for another thread that is writing. */
static void put(const char *text, size_t count)
{
    int tries = 10;
    while (count > 0 && tries > 0) {
        ssize_t written = write(terminal.own_output, text, count);
        if (written > 0) {
            text += written;
            count -= written;
        } else if (errno == EAGAIN) {
            tcflush(terminal.own_output, TCOFLUSH);
            if (--tries < 9) poll(NULL, 0, 10);
        } else if (errno != EINTR) {
            return;
        }
    }
}

/* Blocks SIGTTOU, which would stop a background process here. */
static void set_mode(const struct termios *mode)
{
    sigset_t set, mask;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &mask);
    tcsetattr(terminal.own_input, TCSANOW, mode);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void request_repaint(void)
{
    const uint64_t one = 1;
    needs_repaint = 1;
    (void)!write(terminal.wake, &one, sizeof one);
}

static void enter_screen(void)
{
    /* Once: after SIGSTOP the terminal is entered without having been left; after SIGTSTP both `go_on` and `stop`
     * enter it. */
    if (!has_saved_title) put(save_title_text, sizeof save_title_text - 1);
    has_saved_title = 1;
    put(enter_text, sizeof enter_text - 1);
}

static void enter(void)
{
    /* A background process is stopped here until it is in the foreground. */
    tcsetattr(terminal.own_input, TCSANOW, &terminal.raw);
    enter_screen();
    request_repaint();
}

static void leave_screen(void)
{
    put(leave_text, sizeof leave_text - 1);
    has_saved_title = 0;
}

static void leave(void)
{
    set_mode(&terminal.before);
    leave_screen();
}

void terminal_restore(void)
{
    int error = errno;
    if (is_taken) {
        is_restored = 1;
        is_taken = 0;
        dup2(terminal.null, terminal.output);
        leave();
    }
    errno = error;
}

static void crash(int number)
{
    terminal_restore();
    for (int i = 0; i < crash_count; i++)
        if (crashes[i] == number) sigaction(number, &before_crash[i], NULL);
    raise(number);
}

/* Stops by the default action, which an orphaned process group ignores. */
static void stop(int number)
{
    int error = errno;
    struct sigaction ours, usual = {.sa_handler = SIG_DFL};
    sigset_t set, mask;
    sigemptyset(&set);
    sigaddset(&set, number);
    if (is_taken) leave();
    sigaction(number, &usual, &ours);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, &mask);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(number, &ours, NULL);
    if (is_taken) enter();
    errno = error;
}

static void go_on(int number)
{
    int error = errno;
    (void)number;
    if (is_taken) enter();
    errno = error;
}

static void resize(int number)
{
    int error = errno;
    (void)number;
    if (is_taken) request_repaint();
    errno = error;
}

static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigaction(number, &action, before);
    /* A signal that was ignored before stays ignored, as in a shell without job control. */
    if (before->sa_handler == SIG_IGN) sigaction(number, before, NULL);
}

static void handle_all(void)
{
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < crash_count; i++) handle(crashes[i], crash, &before_crash[i]);
    handle(SIGTSTP, stop, &before_stop);
    handle(SIGCONT, go_on, &before_continue);
    handle(SIGWINCH, resize, &before_resize);
}

static void handle_no_more(void)
{
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before_crash[i], NULL);
    sigaction(SIGTSTP, &before_stop, NULL);
    sigaction(SIGCONT, &before_continue, NULL);
    sigaction(SIGWINCH, &before_resize, NULL);
}

int terminal_take(int input, int output, int wake)
{
    if (tcgetattr(input, &terminal.before) != 0) return -1;
    terminal.raw = terminal.before;
    cfmakeraw(&terminal.raw);
    /* The kernel sends the signals of Ctrl-C, Ctrl-Z and Ctrl-\, also while no keys are read. */
    terminal.raw.c_lflag |= ISIG;
    terminal.output = output;
    if (terminal.null < 0) {
        terminal.own_input = fcntl(input, F_DUPFD_CLOEXEC, 0);
        terminal.own_output = fcntl(output, F_DUPFD_CLOEXEC, 0);
        terminal.null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    }
    terminal.wake = wake;
    handle_all();
    is_taken = 1;
    tcsetattr(input, TCSAFLUSH, &terminal.raw);
    enter_screen();
    return 0;
}

void terminal_give_back(void)
{
    /* `terminal_restore` was called: another thread is ending the program. */
    while (is_restored) pause();
    if (is_taken) {
        struct pollfd writable = {.fd = terminal.own_output, .events = POLLOUT};
        while (poll(&writable, 1, -1) < 0 && errno == EINTR) {}
        is_taken = 0;
        leave_screen();
        tcsetattr(terminal.own_input, TCSAFLUSH, &terminal.before);
        handle_no_more();
    }
}

int terminal_fetch_repaint(void)
{
    if (!needs_repaint) return 0;
    needs_repaint = 0;
    return 1;
}
