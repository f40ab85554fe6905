// Decodes pictures for lenticule, which starts it with a socket as the descriptor 3.

import DecodeServer
import Decoding
import Platform

StandardFiles.open()
var server = DecodeServer(.inherited())
server.run()
