"""A small file system over the kernel's raw FUSE protocol: nodes in memory, read and written live.

Structures and numbers are those of linux/fuse.h, protocol 7.31.
"""

import errno
import os
import stat
import struct

from device import Refusal

(LOOKUP, FORGET, GETATTR, SETATTR, READLINK, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC) = (
    1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 20,
)
(FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, FSYNCDIR, ACCESS, INTERRUPT, DESTROY, IOCTL) = (
    25, 26, 27, 28, 29, 30, 34, 36, 38, 39,
)
POLL, BATCH_FORGET = 40, 42
NOTIFY_POLL = 1
ATOMIC_O_TRUNC = 8
DIRECT_IO, NON_SEEKABLE, STREAM = 1, 4, 16
SCHEDULE_NOTIFY = 1
IN_HEADER = 40
BLOCK = 4096


class Node:
    """A folder, a link, an attribute or a device's node."""

    def __init__(self, number, name, parent, mode, attribute=None, link="", device=None):
        self.number, self.name, self.parent, self.mode = number, name, parent, mode
        self.attribute, self.link, self.device = attribute, link, device
        self.children, self.is_gone = {}, False

    @property
    def is_stream(self):
        """Whether scans are read from it: a device's node, not one of its attributes."""
        return self.device is not None and self.attribute is None and stat.S_ISREG(self.mode)

    def packed(self):
        """struct fuse_attr."""
        size = BLOCK if stat.S_ISREG(self.mode) else len(self.link)
        return struct.pack(
            "<6Q10I", self.number, size, *[0] * 7, self.mode, 1, 0, 0, 0, BLOCK, 0
        )


class FileSystem:
    """Answers the kernel's requests; what a request has to wait for is `delay`'s to call later."""

    def __init__(self, descriptor, delay):
        self.descriptor, self.delay = descriptor, delay
        self.nodes, self.files, self.last_file = {}, {}, 0
        # Poll handles that wait for a device, and reads that do: (request, size).
        self.pollers, self.blocked = {}, []
        self.root = self.add(None, "", stat.S_IFDIR | 0o755)
        self.answers = {
            LOOKUP: self.lookup, GETATTR: self.getattr, SETATTR: self.getattr,
            READLINK: lambda _, node, body: node.link.encode(),
            OPEN: self.open, OPENDIR: lambda _, node, body: struct.pack("<QII", 0, 0, 0),
            READDIR: self.readdir, READ: self.read, WRITE: self.write, RELEASE: self.release,
            IOCTL: self.no_ioctl, POLL: self.poll,
        }

    # Building the tree.

    def add(self, parent, name, mode, **content):
        """A new node in `parent`."""
        node = Node(len(self.nodes) + 1, name, parent, mode, **content)
        self.nodes[node.number] = node
        if parent:
            parent.children[name] = node
        return node

    def add_attribute(self, folder, path, attribute, device):
        """A file at `path` below `folder`, with the folders between."""
        *between, name = path.split("/")
        for each in between:
            folder = folder.children.get(each) or self.add(folder, each, stat.S_IFDIR | 0o755)
        mode = stat.S_IFREG | (0o644 if attribute.write else 0o444)
        self.add(folder, name, mode, attribute=attribute, device=device)

    def remove(self, node):
        """Takes a node away, and what is in it."""
        for child in list(node.children.values()):
            self.remove(child)
        node.is_gone = True
        node.parent.children.pop(node.name, None)

    # Requests.

    def serve(self):
        """Answers one request; false when the file system was unmounted."""
        try:
            request = os.read(self.descriptor, 200_000)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.EINTR, errno.EAGAIN):
                return True
            if error.errno == errno.ENODEV:
                return False
            raise
        length, code, unique, number = struct.unpack_from("<IIQQ", request)
        if code in (FORGET, BATCH_FORGET, INTERRUPT):
            return True
        try:
            answer = self.answer(code, unique, number, request[IN_HEADER:length])
            if answer is not None:
                self.reply(unique, answer)
        except Refusal as refusal:
            self.reply(unique, error=refusal.number)
        return True

    def answer(self, code, unique, number, body):
        if code == INIT:
            sizes = (16, 12, 131072, 1)
            return struct.pack("<4I2H2I2H8I", 7, 31, 65536, ATOMIC_O_TRUNC, *sizes, *[0] * 10)
        if code == STATFS:
            return struct.pack("<5Q4I6I", 0, 0, 0, 0, 0, BLOCK, 255, BLOCK, 0, *[0] * 6)
        if code in (DESTROY, RELEASEDIR, FLUSH, FSYNC, ACCESS, FSYNCDIR):
            return b""
        node = self.nodes.get(number)
        if node is None or (node.is_gone and code in (LOOKUP, GETATTR, READLINK, OPEN, OPENDIR)):
            raise Refusal(errno.ENOENT)
        if code not in self.answers:
            raise Refusal(errno.ENOSYS)
        return self.answers[code](unique, node, body)

    def reply(self, unique, data=b"", error=0):
        data = b"" if error else data
        try:
            os.write(self.descriptor, struct.pack("<IiQ", 16 + len(data), -error, unique) + data)
        except OSError as failure:
            if failure.errno != errno.ENOENT:  # The caller was interrupted.
                raise

    def lookup(self, _, node, body):
        child = node.children.get(body.split(b"\0")[0].decode())
        if not child:
            raise Refusal(errno.ENOENT)
        return struct.pack("<4Q2I", child.number, 0, 0, 0, 0, 0) + child.packed()

    def getattr(self, _, node, body):
        return struct.pack("<QII", 0, 0, 0) + node.packed()

    def readdir(self, _, node, body):
        offset, size = struct.unpack_from("<8xQI", body)
        entries = [(".", node), ("..", node.parent or node), *node.children.items()]
        listing = b""
        for index, (name, each) in enumerate(entries[offset:], offset):
            name = name.encode()
            entry = struct.pack("<2Q2I", each.number, index + 1, len(name), each.mode >> 12) + name
            entry += bytes(-len(entry) % 8)
            if len(listing) + len(entry) > size:
                break
            listing += entry
        return listing

    def open(self, _, node, body):
        flags = struct.unpack_from("<I", body)[0]
        if node.is_stream:
            if node.device.is_open:
                raise Refusal(errno.EBUSY)
            node.device.is_open = True
        elif flags & os.O_ACCMODE and not node.attribute.write:
            raise Refusal(errno.EACCES)
        self.last_file += 1
        # An attribute's text, once it has been read from the start.
        self.files[self.last_file] = [node, None]
        kind = DIRECT_IO | NON_SEEKABLE | STREAM if node.is_stream else DIRECT_IO
        return struct.pack("<QII", self.last_file, kind, 0)

    def release(self, _, node, body):
        self.files.pop(struct.unpack_from("<Q", body)[0], None)
        if node.is_stream:
            node.device.is_open = False
        return b""

    def read(self, unique, node, body):
        handle, offset, size, flags = struct.unpack_from("<QQI12xI", body)
        if node.is_stream:
            return self.read_scans(unique, node.device, size, flags)
        file = self.files[handle]
        if offset == 0 or file[1] is None:
            wait = node.device.waking_delay() if node.name.endswith("_raw") else 0
            if wait:
                return self.delay(wait, lambda: self.read_late(unique, node, file, size))
            file[1] = node.attribute.read().encode()
        return file[1][offset : offset + size]

    def read_late(self, unique, node, file, size):
        try:
            file[1] = node.attribute.read().encode()
            self.reply(unique, file[1][:size])
        except Refusal as refusal:
            self.reply(unique, error=refusal.number)

    def read_scans(self, unique, device, size, flags):
        if not device.is_present:
            raise Refusal(errno.ENODEV)
        if device.scan_size and size < device.scan_size:
            raise Refusal(errno.EINVAL)
        if device.holds_back() and flags & os.O_NONBLOCK:
            raise Refusal(errno.EAGAIN)
        if device.fifo and (flags & os.O_NONBLOCK or self.has_enough(device, size)):
            return device.take(size)
        if flags & os.O_NONBLOCK:
            raise Refusal(device.take_failure() or errno.EAGAIN)
        self.blocked.append((device, unique, size))
        return None

    @staticmethod
    def has_enough(device, size):
        """Whether a blocking read returns: the watermark, or all that fits."""
        wanted = min(device.watermark, max(1, size // device.scan_size)) if device.is_on else 1
        return len(device.fifo) >= wanted

    def write(self, _, node, body):
        size = struct.unpack_from("<16xI", body)[0]
        text = body[40 : 40 + size].split(b"\0")[0].decode(errors="replace").strip()
        if node.is_stream or not node.attribute.write:
            raise Refusal(errno.EACCES)
        node.attribute.write(text)
        if node.name == "enable":
            self.wake(node.device)
        return struct.pack("<II", size, 0)

    def no_ioctl(self, _, node, body):
        # The kernel's block interface is that of other devices.
        raise Refusal(errno.ENOTTY)

    def poll(self, _, node, body):
        handle, flags = struct.unpack_from("<8xQI", body)
        if not node.is_stream:
            return struct.pack("<II", 0x145, 0)
        if node.device.is_readable:
            return struct.pack("<II", 0x41, 0)
        if flags & SCHEDULE_NOTIFY:
            self.pollers[handle] = node.device
        return struct.pack("<II", 0, 0)

    def wake(self, device):
        """Tells whoever waits for `device` that it has something, or is gone."""
        if device.is_readable or not device.is_present:
            for handle in [each for each, of in self.pollers.items() if of is device]:
                os.write(self.descriptor, struct.pack("<IiQQ", 24, NOTIFY_POLL, 0, handle))
                del self.pollers[handle]
        for waiting in [each for each in self.blocked if each[0] is device]:
            self.wake_reader(*waiting)

    def wake_reader(self, device, unique, size):
        if not device.is_present:
            self.reply(unique, error=errno.ENODEV)
        elif self.has_enough(device, size):
            self.reply(unique, device.take(size))
        else:
            return
        self.blocked.remove((device, unique, size))
