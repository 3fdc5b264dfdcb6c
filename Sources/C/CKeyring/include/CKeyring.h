#pragma once

// The names and passwords of servers, in the desktop's keyring. Every call blocks and may be made on any thread. The
// keyring may ask the user to unlock it; cancelling ends the wait.

// Ends a call from another thread.
typedef struct KeyringCancellation KeyringCancellation;

KeyringCancellation *keyring_cancellation_new(void);
void keyring_cancel(KeyringCancellation *cancellation);
void keyring_cancellation_free(KeyringCancellation *cancellation);

typedef enum {
    KEYRING_DONE,
    // The keyring has nothing for this server.
    KEYRING_NOTHING,
    // The keyring is locked, and wasn't unlocked.
    KEYRING_LOCKED,
    KEYRING_CANCELLED,
    // The keyring is missing or doesn't work.
    KEYRING_UNAVAILABLE,
} KeyringResult;

// Finds the name and password of a server. The caller frees both with `keyring_free`, and also the reason why the
// keyring is unavailable. Unless `asks_to_unlock` is 0, the user may be asked to unlock the keyring.
KeyringResult keyring_look_up(
    const char *server, int asks_to_unlock, KeyringCancellation *cancellation, char **user, char **password,
    char **reason);

// Saves a server's name and password, and replaces its earlier ones.
KeyringResult keyring_save(
    const char *server, const char *user, const char *password, const char *label,
    KeyringCancellation *cancellation, char **reason);

// Removes the name and password of a server.
KeyringResult keyring_remove(const char *server, KeyringCancellation *cancellation, char **reason);

// Overwrites a text and frees it.
void keyring_free(char *text);
