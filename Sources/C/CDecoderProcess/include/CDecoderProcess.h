// Messages between a decoder process and its client, and calls that Swift can't make: variadic functions, macros, and
// system calls without a function in the C library.
//
// Each function returns -1 on failure and sets errno.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Creates two connected sockets that keep message boundaries and order. Both are closed in started programs.
int decoder_socket_pair(int sockets[2]);

/// The maximum number of descriptors in a message.
enum { DECODER_MAXIMUM_DESCRIPTORS = 2 };

/// Sends a message with descriptors; the receiver gets copies of them. Never raises SIGPIPE.
int decoder_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives a message without waiting; the kernel closes the message's descriptors. Returns the length of the message,
/// which may exceed the capacity, or 0 at the end of the connection.
ssize_t decoder_receive(int socket, void *bytes, size_t capacity);

/// Waits for a message with descriptors. Returns its length, or 0 at the end of the connection. Sets missing
/// descriptors to -1.
ssize_t decoder_receive_with_descriptors(
    int socket, void *bytes, size_t capacity, int descriptors[DECODER_MAXIMUM_DESCRIPTORS]);

/// Creates memory of a fixed length. Returns its descriptor, which is closed in started programs.
int decoder_memory_create(size_t length);

/// Prevents all further changes to the memory. Fails with EBUSY while the memory is mapped as writable.
int decoder_memory_seal(int descriptor);

/// Starts a decoder with its end of the socket as descriptor 3 and the id of this process as its argument.
///
/// The decoder inherits nothing else: no other descriptors, no environment, no blocked signals and no terminal signals.
/// Returns 0, or the error number.
int decoder_process_start(const char *path, int socket, pid_t *process);

/// Creates an event, which is readable from the time a 64-bit number is written to it until the number is read.
int decoder_event_create(void);
