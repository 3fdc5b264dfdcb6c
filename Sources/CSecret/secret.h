// libsecret, which talks to the desktop's keyring.
#pragma once

#include <libsecret/secret.h>
