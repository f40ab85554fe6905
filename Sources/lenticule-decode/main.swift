// Decodes pictures for lenticule, which starts it with a socket in the place of a descriptor.

import DecodeServer
import Decoding

var server = DecodeServer(.standard())
server.run()
