// What a decoder's process and its client say to each other, and what Swift can't call: functions with a variable number
// of arguments, macros, and system calls that the C library has no function for.
//
// Each function returns -1 after a failure, with the reason in errno.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Creates two connected sockets that keep messages apart and in order. They are closed in programs that are started.
int decoder_socket_pair(int sockets[2]);

/// The most descriptors that a message carries.
enum { DECODER_MAXIMUM_DESCRIPTORS = 2 };

/// Sends a message with descriptors, which the receiver gets copies of. Never raises SIGPIPE.
int decoder_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives a message without its descriptors, which the kernel closes. Doesn't wait.
/// Returns the length of the message, which may be more than there is room for; 0 at the end of the connection.
ssize_t decoder_receive(int socket, void *bytes, size_t capacity);

/// Waits for a message with descriptors. Returns its length, or 0 at the end of the connection. Sets the descriptors that
/// are missing to -1.
ssize_t decoder_receive_with_descriptors(
    int socket, void *bytes, size_t capacity, int descriptors[DECODER_MAXIMUM_DESCRIPTORS]);

/// Creates memory of a length that can't be changed any more. Returns its descriptor, which is closed in programs that are
/// started.
int decoder_memory_create(size_t length);

/// Keeps everybody from changing the memory. Fails with EBUSY while somebody could.
int decoder_memory_seal(int descriptor);

/// Starts a decoder with its end of the socket as descriptor 3 and the id of this process as its argument.
///
/// It inherits nothing else: no other descriptor, no environment, no blocked signals, and not the terminal's signals either.
/// Returns 0, or the reason of a failure.
int decoder_process_start(const char *path, int socket, pid_t *process);

/// Returns a descriptor that stands for a process, even after its id has been used again.
int decoder_process_open(pid_t process);

/// Kills a process by the descriptor that stands for it.
int decoder_process_kill(int descriptor);

/// Creates an event, which becomes readable when it is signalled, and isn't any more when it is cleared.
int decoder_event_create(void);
void decoder_event_signal(int descriptor);
void decoder_event_clear(int descriptor);
void decoder_event_end(int descriptor);
