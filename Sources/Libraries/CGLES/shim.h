#include <GLES2/gl2.h>
