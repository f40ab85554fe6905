// Decodes pictures for lenticule, which starts it with a socket as the descriptor 3.

import DecodeServer
import Decoding
import System

StandardFiles.open()
var server = DecodeServer(.inherited())
server.run()
