#include "CKeyring.h"

#include <libsecret/secret.h>

static const SecretSchema schema = {
    .name = "org.essentialfeed.EssentialFeed.SignIn",
    .flags = SECRET_SCHEMA_NONE,
    .attributes = {
        {"server", SECRET_SCHEMA_ATTRIBUTE_STRING},
        {"user", SECRET_SCHEMA_ATTRIBUTE_STRING},
    },
};

KeyringCancellation *keyring_cancellation_new(void) { return (KeyringCancellation *)g_cancellable_new(); }

void keyring_cancel(KeyringCancellation *cancellation) { g_cancellable_cancel(G_CANCELLABLE(cancellation)); }

void keyring_cancellation_free(KeyringCancellation *cancellation) { g_object_unref(cancellation); }

// Returns what an error means, and frees it.
static KeyringResult result(GError *error, char **reason) {
    KeyringResult result = KEYRING_UNAVAILABLE;
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        result = KEYRING_CANCELLED;
    } else if (g_error_matches(error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED)) {
        result = KEYRING_LOCKED;
    } else {
        *reason = g_strdup(error->message);
    }
    g_error_free(error);
    return result;
}

KeyringResult keyring_look_up(
    const char *server, KeyringCancellation *cancellation, char **user, char **password, char **reason) {
    GHashTable *attributes = secret_attributes_build(&schema, "server", server, NULL);
    GError *error = NULL;
    GList *items = secret_password_searchv_sync(
        &schema, attributes, SECRET_SEARCH_UNLOCK | SECRET_SEARCH_LOAD_SECRETS, G_CANCELLABLE(cancellation), &error);
    g_hash_table_unref(attributes);
    if (error) return result(error, reason);
    if (!items) return KEYRING_NOTHING;

    SecretRetrievable *item = items->data;
    GHashTable *found = secret_retrievable_get_attributes(item);
    SecretValue *value = secret_retrievable_retrieve_secret_sync(item, G_CANCELLABLE(cancellation), &error);
    const char *text = value ? secret_value_get_text(value) : NULL;
    if (text) {
        *user = g_strdup(g_hash_table_lookup(found, "user"));
        *password = g_strdup(text);
    }
    if (value) secret_value_unref(value);
    g_hash_table_unref(found);
    g_list_free_full(items, g_object_unref);
    if (error) return result(error, reason);
    // Without a text, the person hasn't unlocked the keyring.
    return text ? KEYRING_DONE : KEYRING_LOCKED;
}

KeyringResult keyring_remove(const char *server, KeyringCancellation *cancellation, char **reason) {
    GError *error = NULL;
    GHashTable *attributes = secret_attributes_build(&schema, "server", server, NULL);
    gboolean is_removed = secret_password_clearv_sync(&schema, attributes, G_CANCELLABLE(cancellation), &error);
    g_hash_table_unref(attributes);
    if (error) return result(error, reason);
    return is_removed ? KEYRING_DONE : KEYRING_NOTHING;
}

KeyringResult keyring_save(
    const char *server, const char *user, const char *password, const char *label,
    KeyringCancellation *cancellation, char **reason) {
    KeyringResult removed = keyring_remove(server, cancellation, reason);
    if (removed != KEYRING_DONE && removed != KEYRING_NOTHING) return removed;

    GError *error = NULL;
    GHashTable *attributes = secret_attributes_build(&schema, "server", server, "user", user, NULL);
    secret_password_storev_sync(
        &schema, attributes, SECRET_COLLECTION_DEFAULT, label, password, G_CANCELLABLE(cancellation), &error);
    g_hash_table_unref(attributes);
    return error ? result(error, reason) : KEYRING_DONE;
}

void keyring_free(char *text) {
    if (text) secret_password_wipe(text);
    g_free(text);
}
