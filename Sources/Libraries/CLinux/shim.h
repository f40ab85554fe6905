#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <sys/ioctl.h>

/* Swift does not import variadic functions such as ioctl. */

/* Chooses the chip at `address` for later reads through `descriptor`, which is that of an open /dev/i2c-N.
   Returns 0, or -1 with errno: EBUSY if a driver of the kernel uses the chip. */
static inline int lenticule_i2c_choose(int descriptor, unsigned address) {
    return ioctl(descriptor, I2C_SLAVE, (unsigned long)address);
}

/* Reads the register `number` of the chosen chip. Returns its value, or -1 on any error, as when no chip
   answers. */
static inline int lenticule_i2c_read(int descriptor, unsigned char number) {
    union i2c_smbus_data data = {0};
    struct i2c_smbus_ioctl_data request = {
        .read_write = I2C_SMBUS_READ, .command = number, .size = I2C_SMBUS_BYTE_DATA, .data = &data};
    return ioctl(descriptor, I2C_SMBUS, &request) < 0 ? -1 : data.byte;
}

/* Whether the switch `code` of an input device, open as `descriptor`, is on; -1 if the device has none or has gone. */
static inline int lenticule_input_switch(int descriptor, unsigned code) {
    unsigned char bits[SW_MAX / 8 + 1] = {0};
    return ioctl(descriptor, EVIOCGSW(sizeof bits), bits) < 0 ? -1 : bits[code / 8] >> code % 8 & 1;
}

/* The mode of a virtual console's keyboard, as K_UNICODE; -1 if `descriptor` is none. */
static inline int lenticule_keyboard_mode(int descriptor) {
    int mode = 0;
    return ioctl(descriptor, KDGKBMODE, &mode) < 0 ? -1 : mode;
}

static inline int lenticule_set_keyboard_mode(int descriptor, int mode) {
    return ioctl(descriptor, KDSKBMODE, (unsigned long)mode);
}
