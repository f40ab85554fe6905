// Tests of the other C and C++ targets that need no further library. `run` runs them on an emulated processor. What is
// wrong is printed; the program then ends with 1.
#include <cdecimal.h>
#include <ctoml.h>
extern "C" {
#include <cstandarderror.h>
#include <cterminal.h>
#include <process.h>
}

#include <cerrno>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int mistakes;

static void expect(bool is_so, const std::string &what) {
    if (is_so) return;
    std::fprintf(stderr, "not so: %s (errno: %s)\n", what.c_str(), std::strerror(errno));
    mistakes++;
}

// Numbers are read as the C library reads them, and written so that they read back as the same.
static void decimals() {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = random();
        double number, back = 0;
        std::memcpy(&number, &bits, sizeof number);
        if (i % 2) number = std::ldexp(double(int64_t(bits)), -40);
        if (!std::isfinite(number)) continue;
        char text[DECIMAL_LENGTH + 16] = {};
        *decimal_write(text, number) = ' ';
        expect(decimal_read(text, '.', &back) == std::strchr(text, ' ') && back == number, text);
        expect(std::strtod(text, nullptr) == number, text);
    }
    for (const char *text : {"0.1 ", "-1e-310 ", "179769313486231570000e288 ", "+5 ", ".5 ", "7. ", "3,25 ", "1e5x        "}) {
        std::string padded = std::string(text) + "        ", pointed = padded;
        if (size_t comma = pointed.find(','); comma != std::string::npos) pointed[comma] = '.';
        double value = 0;
        char *end = nullptr;
        const double wanted = std::strtod(pointed.c_str(), &end);
        const char *found = decimal_read(padded.c_str(), ',', &value);
        expect(value == wanted && found - padded.c_str() == end - pointed.c_str(), text);
    }
    int64_t scaled = 0;
    decimal_read_scaled("1712345678.1234567895          ", '.', 9, &scaled);
    expect(scaled == 1712345678123456790, "the time in nanoseconds");
    // Above 127 a char is negative on x86-64, and not on arm64.
    double none = 3;
    const char letters[] = "\xC3\xA9 5        ";
    expect(decimal_read(letters, '.', &none) == letters, "a letter is no number");
}

static void documents() {
    const std::string text = "name = \"Füße\"\n[a.b]\nlist = [1, 2.5, true, 2020-01-02]\n";
    ctoml_document *document = ctoml_parse(text.data(), text.size());
    size_t count = 0;
    const ctoml_node *nodes = ctoml_nodes(document, &count);
    expect(nodes && count == 9, "nine values: " + std::to_string(count));
    bool has_name = false, has_real = false, has_date = false;
    for (size_t i = 0; nodes && i < count; i++) {
        const std::string own(nodes[i].text.bytes ? nodes[i].text.bytes : "", nodes[i].text.length);
        has_name |= nodes[i].kind == CTOML_STRING && own == "Füße" && nodes[i].end.column == 14;
        has_real |= nodes[i].kind == CTOML_FLOAT && nodes[i].real == 2.5;
        has_date |= nodes[i].kind == CTOML_DATE && own == "2020-01-02";
    }
    expect(has_name && has_real && has_date, "the values of a document");
    ctoml_free(document);
    const std::string wrong = "ä = 1\n";
    document = ctoml_parse(wrong.data(), wrong.size());
    ctoml_location at = {0, 0};
    expect(ctoml_error(document, &at).length > 0 && at.line == 1 && at.column == 1, "a letter that no key has");
    ctoml_free(document);
}

// A message with descriptors, and memory of a size that stays, also with larger pages: 65536 bytes are whole pages
// of 4, 16 and 64 kB.
static void messages() {
    int ends[2], received[2];
    expect(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0, "a pair of sockets");
    const int memory = process_shared_memory(65536);
    expect(memory >= 0 && ftruncate(memory, 100) != 0, "memory whose size stays");
    expect(process_send(ends[0], "hello", 5, &memory, 1) == 5, "send");
    char bytes[8];
    expect(process_receive(ends[1], bytes, sizeof bytes, received) == 5 && !std::memcmp(bytes, "hello", 5), "receive");
    expect(received[0] >= 0 && received[1] == -1, "one descriptor");
    auto *one = (char *)mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    auto *two = (char *)mmap(nullptr, 65536, PROT_READ, MAP_SHARED, received[0], 0);
    expect(one != MAP_FAILED && two != MAP_FAILED, "mapped twice");
    one[65535] = 'x';
    expect(two[65535] == 'x', "the same memory");
    expect(process_send(ends[0], "too long for it", 15, nullptr, 0) == 15, "send more");
    expect(process_receive(ends[1], bytes, sizeof bytes, received) == -1 && errno == EMSGSIZE, "too large a message");
}

static void programs() {
    int pipe[2];
    expect(process_pipe(pipe) == 0, "a pipe");
    const int nothing = open("/dev/null", O_RDWR);
    std::string words[] = {"echo", "spawned"};
    char *arguments[] = {words[0].data(), words[1].data(), nullptr};
    const int files[3] = {nothing, pipe[1], nothing};
    const int child = process_spawn(arguments, files);
    close(pipe[1]);
    char text[32] = {};
    expect(child > 0 && read(pipe[0], text, sizeof text) == 8 && !std::strcmp(text, "spawned\n"), "a program's output");
    int status = -1;
    expect(waitpid(child, &status, 0) == child && status == 0, "a program's end");
}

static void terminals() {
    const int main = posix_openpt(O_RDWR | O_NOCTTY);
    expect(main >= 0 && grantpt(main) == 0 && unlockpt(main) == 0, "a terminal");
    const char *name = ptsname(main);
    const int terminal = name ? open(name, O_RDWR | O_NOCTTY) : -1, wake = eventfd(0, EFD_NONBLOCK);
    termios before, taken, after;
    expect(tcgetattr(terminal, &before) == 0, "the terminal's settings");
    expect(terminal_take(terminal, terminal, wake) == 0, "take the terminal");
    expect(tcgetattr(terminal, &taken) == 0 && !(taken.c_lflag & ECHO), "no echo");
    terminal_give_back();
    expect(tcgetattr(terminal, &after) == 0 && after.c_lflag == before.c_lflag, "the settings are back");
    expect(terminal_take(open("/dev/null", O_RDWR), terminal, wake) == -1, "no terminal");
}

static void errors() {
    expect(standard_error_mute(1) == 0 && standard_error_mute(0) == 1, "mute");
    standard_error_install();
    standard_error_mute(1);
    std::fprintf(stderr, "this is not seen\n");
    standard_error_mute(0);
}

int main() {
    decimals();
    documents();
    messages();
    programs();
    terminals();
    errors();
    return mistakes != 0;
}
