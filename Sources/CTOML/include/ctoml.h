#pragma once
int ctoml_placeholder(void);
