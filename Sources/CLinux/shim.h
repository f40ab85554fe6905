#define _GNU_SOURCE
#include <link.h>
#include <malloc.h>
#include <unistd.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

/* Swift does not import functions with any number of arguments. */

/* Chooses the chip to talk to: 0, or -1 with EBUSY where a driver of the kernel has it. */
static inline int lenticule_i2c_choose(int bus, unsigned address) {
    return ioctl(bus, I2C_SLAVE, (unsigned long)address);
}

/* Reads a register of the chosen chip: its value, or -1 where nobody answers. */
static inline int lenticule_i2c_read(int bus, unsigned char address) {
    union i2c_smbus_data data = {0};
    struct i2c_smbus_ioctl_data request = {
        .read_write = I2C_SMBUS_READ, .command = address, .size = I2C_SMBUS_BYTE_DATA, .data = &data};
    return ioctl(bus, I2C_SMBUS, &request) < 0 ? -1 : data.byte;
}

static inline int lenticule_forget_code_of(struct dl_phdr_info *object, size_t size, void *none) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || part->p_flags & PF_W) continue;
        ElfW(Addr) page = getpagesize() - 1, start = (object->dlpi_addr + part->p_vaddr + page) & ~page;
        ElfW(Addr) end = (object->dlpi_addr + part->p_vaddr + part->p_memsz) & ~page;
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

/* Gives back the memory of all code: what is used again comes from the page cache at once. */
static inline void lenticule_forget_code(void) {
    dl_iterate_phdr(lenticule_forget_code_of, 0);
}
