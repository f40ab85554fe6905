#pragma once

#include <rows.h>

#define CLONED

#define rows_place plain_rows_place
#define rows_place_projected plain_rows_place_projected
#define rows_fetch_placed plain_rows_fetch_placed
#define rows_store_placed plain_rows_store_placed
#define rows_cover_placed plain_rows_cover_placed
#define rows_store_moved plain_rows_store_moved
#define rows_cover_moved plain_rows_cover_moved
#define rows_store_copied plain_rows_store_copied
#define rows_cover_copied plain_rows_cover_copied
#define rows_store_row plain_rows_store_row
#define rows_cover_row plain_rows_cover_row
#define rows_cover_clear plain_rows_cover_clear
#define rows_map plain_rows_map
#define rows_finish plain_rows_finish
#define rows_blend plain_rows_blend
#define rows_keep plain_rows_keep
#define rows_luminance_to_alpha plain_rows_luminance_to_alpha
#define rows_blur plain_rows_blur
