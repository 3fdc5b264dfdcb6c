#include "CKeyring.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libsecret is loaded on demand: programs start, install and build without it. These are the used parts of libsecret's
// and GLib's interfaces.
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} Error;

typedef struct List {
    void *data;
    struct List *next, *previous;
} List;

enum {
    schema_flags = 0,          // SECRET_SCHEMA_NONE
    schema_any_name = 1 << 1,  // SECRET_SCHEMA_DONT_MATCH_NAME
    schema_string = 0,         // SECRET_SCHEMA_ATTRIBUTE_STRING
    search_all = 1 << 1,       // SECRET_SEARCH_ALL
    search_unlock = 1 << 2,    // SECRET_SEARCH_UNLOCK
    search_load = 1 << 3,      // SECRET_SEARCH_LOAD_SECRETS
    error_locked = 2,          // SECRET_ERROR_IS_LOCKED
    error_cancelled = 19,      // G_IO_ERROR_CANCELLED
};

#define FUNCTIONS(FUNCTION) \
    FUNCTION(void *, g_cancellable_new, (void)) \
    FUNCTION(void, g_cancellable_cancel, (void *)) \
    FUNCTION(void, g_object_unref, (void *)) \
    FUNCTION(void, g_error_free, (Error *)) \
    FUNCTION(uint32_t, g_io_error_quark, (void)) \
    FUNCTION(void *, g_hash_table_lookup, (void *, const void *)) \
    FUNCTION(void, g_hash_table_unref, (void *)) \
    FUNCTION(void, g_list_free_full, (List *, void (*)(void *))) \
    FUNCTION(uint32_t, secret_error_get_quark, (void)) \
    FUNCTION(void *, secret_schema_new, (const char *, int, ...)) \
    FUNCTION(void *, secret_attributes_build, (void *, ...)) \
    FUNCTION(List *, secret_password_searchv_sync, (void *, void *, int, void *, Error **)) \
    FUNCTION(int, secret_password_clearv_sync, (void *, void *, void *, Error **)) \
    FUNCTION(int, secret_password_storev_sync, \
             (void *, void *, const char *, const char *, const char *, void *, Error **)) \
    FUNCTION(void, secret_password_wipe, (char *)) \
    FUNCTION(void *, secret_retrievable_get_attributes, (void *)) \
    FUNCTION(void *, secret_retrievable_retrieve_secret_sync, (void *, void *, Error **)) \
    FUNCTION(const char *, secret_value_get_text, (void *)) \
    FUNCTION(void, secret_value_unref, (void *))

#define MEMBER(result, name, parameters) result (*name) parameters;
static struct {
    FUNCTIONS(MEMBER)
} lib;

static const char schema_name[] = "org.essentialfeed.EssentialFeed.SignIn";
// The schema of all sign-ins; NULL if libsecret can't be used.
static void *schema;
// The same for items of all schemas: gnome-keyring reports the generic schema for a locked item.
static void *any_schema;
static const char generic_name[] = "org.freedesktop.Secret.Generic";

static void load(void) {
    void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(result, name, parameters) \
    if (!(lib.name = (result (*) parameters)dlsym(library, #name))) return;
    FUNCTIONS(LOAD)
    any_schema = lib.secret_schema_new(
        schema_name, schema_any_name, "server", schema_string, "user", schema_string, NULL);
    schema = lib.secret_schema_new(
        schema_name, schema_flags, "server", schema_string, "user", schema_string, NULL);
}

static KeyringResult available(char **reason) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!schema) *reason = strdup("libsecret isn't installed");
    return schema ? KEYRING_DONE : KEYRING_UNAVAILABLE;
}

// Called before every other call, so it must work without libsecret.
KeyringCancellation *keyring_cancellation_new(void) {
    char *reason = NULL;
    KeyringResult result = available(&reason);
    free(reason);
    return result == KEYRING_DONE ? lib.g_cancellable_new() : NULL;
}

void keyring_cancel(KeyringCancellation *cancellation) {
    if (cancellation) lib.g_cancellable_cancel(cancellation);
}

void keyring_cancellation_free(KeyringCancellation *cancellation) {
    if (cancellation) lib.g_object_unref(cancellation);
}

// Translates an error into a result, and frees the error.
static KeyringResult result(Error *error, char **reason) {
    KeyringResult result = KEYRING_UNAVAILABLE;
    if (error->domain == lib.g_io_error_quark() && error->code == error_cancelled) {
        result = KEYRING_CANCELLED;
    } else if (error->domain == lib.secret_error_get_quark() && error->code == error_locked) {
        result = KEYRING_LOCKED;
    } else {
        *reason = strdup(error->message);
    }
    lib.g_error_free(error);
    return result;
}

static List *search(
    void *schema, const char *server, int flags, KeyringCancellation *cancellation, Error **error) {
    void *attributes = lib.secret_attributes_build(schema, "server", server, NULL);
    List *items = lib.secret_password_searchv_sync(schema, attributes, flags, cancellation, error);
    lib.g_hash_table_unref(attributes);
    return items;
}

// Returns whether an item of the server is, or was, locked. The user may be asked to unlock it.
static int has_locked(const char *server, int asks_to_unlock, KeyringCancellation *cancellation, Error **error) {
    int flags = search_all | (asks_to_unlock ? search_unlock : 0), has_locked = 0;
    List *items = search(any_schema, server, flags, cancellation, error);
    for (List *place = items; place; place = place->next) {
        void *attributes = lib.secret_retrievable_get_attributes(place->data);
        const char *name = lib.g_hash_table_lookup(attributes, "xdg:schema");
        has_locked |= !name || strcmp(name, generic_name) == 0;
        lib.g_hash_table_unref(attributes);
    }
    lib.g_list_free_full(items, lib.g_object_unref);
    return has_locked;
}

KeyringResult keyring_look_up(
    const char *server, int asks_to_unlock, KeyringCancellation *cancellation, char **user, char **password,
    char **reason) {
    if (available(reason) != KEYRING_DONE) return KEYRING_UNAVAILABLE;
    Error *error = NULL;
    int flags = search_load | (asks_to_unlock ? search_unlock : 0);
    List *items = search(schema, server, flags, cancellation, &error);
    if (!items && !error && has_locked(server, asks_to_unlock, cancellation, &error)) {
        if (asks_to_unlock) items = search(schema, server, flags, cancellation, &error);
        if (!items && !error) return KEYRING_LOCKED;
    }
    if (error) return result(error, reason);
    if (!items) return KEYRING_NOTHING;

    void *item = items->data;
    void *found = lib.secret_retrievable_get_attributes(item);
    void *value = lib.secret_retrievable_retrieve_secret_sync(item, cancellation, &error);
    const char *text = value ? lib.secret_value_get_text(value) : NULL;
    if (text) {
        const char *name = lib.g_hash_table_lookup(found, "user");
        *user = name ? strdup(name) : NULL;
        *password = strdup(text);
    }
    if (value) lib.secret_value_unref(value);
    lib.g_hash_table_unref(found);
    lib.g_list_free_full(items, lib.g_object_unref);
    if (error) return result(error, reason);
    // If the text is missing, the keyring is locked.
    return text ? KEYRING_DONE : KEYRING_LOCKED;
}

KeyringResult keyring_remove(const char *server, KeyringCancellation *cancellation, char **reason) {
    if (available(reason) != KEYRING_DONE) return KEYRING_UNAVAILABLE;
    Error *error = NULL;
    int was_locked = has_locked(server, 1, cancellation, &error);
    if (error) return result(error, reason);
    void *attributes = lib.secret_attributes_build(schema, "server", server, NULL);
    int is_removed = lib.secret_password_clearv_sync(schema, attributes, cancellation, &error);
    lib.g_hash_table_unref(attributes);
    if (error) return result(error, reason);
    return is_removed ? KEYRING_DONE : was_locked ? KEYRING_LOCKED : KEYRING_NOTHING;
}

KeyringResult keyring_save(
    const char *server, const char *user, const char *password, const char *label,
    KeyringCancellation *cancellation, char **reason) {
    KeyringResult removed = keyring_remove(server, cancellation, reason);
    if (removed != KEYRING_DONE && removed != KEYRING_NOTHING) return removed;

    Error *error = NULL;
    void *attributes = lib.secret_attributes_build(schema, "server", server, "user", user, NULL);
    lib.secret_password_storev_sync(schema, attributes, "default", label, password, cancellation, &error);
    lib.g_hash_table_unref(attributes);
    return error ? result(error, reason) : KEYRING_DONE;
}

void keyring_free(char *text) {
    if (text && schema) lib.secret_password_wipe(text);
    free(text);
}
