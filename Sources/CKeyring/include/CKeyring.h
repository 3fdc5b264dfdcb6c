#pragma once

// The names and passwords that servers ask for, in the desktop's keyring. Every call blocks, and may be made on any thread.
// The keyring may ask the person to unlock it; cancelling ends the wait.

// Ends a call from another thread.
typedef struct KeyringCancellation KeyringCancellation;

KeyringCancellation *keyring_cancellation_new(void);
void keyring_cancel(KeyringCancellation *cancellation);
void keyring_cancellation_free(KeyringCancellation *cancellation);

typedef enum {
    KEYRING_DONE,
    // There is nothing for this server.
    KEYRING_NOTHING,
    // The keyring is locked, and the person doesn't want to unlock it.
    KEYRING_LOCKED,
    KEYRING_CANCELLED,
    // There is no keyring here, or it doesn't work.
    KEYRING_UNAVAILABLE,
} KeyringResult;

// Finds the name and the password of a server. The caller frees both with `keyring_free`, and so the text that says why the
// keyring is unavailable.
KeyringResult keyring_look_up(
    const char *server, KeyringCancellation *cancellation, char **user, char **password, char **reason);

// Saves the name and the password of a server, in place of all others of the server.
KeyringResult keyring_save(
    const char *server, const char *user, const char *password, const char *label,
    KeyringCancellation *cancellation, char **reason);

// Removes the name and the password of a server.
KeyringResult keyring_remove(const char *server, KeyringCancellation *cancellation, char **reason);

// Overwrites a text and frees it.
void keyring_free(char *text);
