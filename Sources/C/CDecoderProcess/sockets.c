#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "include/CDecoderProcess.h"

/// Room for the descriptors of a message, aligned as the kernel writes them.
typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * DECODER_MAXIMUM_DESCRIPTORS)];
} Descriptors;

int decoder_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int decoder_socket_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }

int decoder_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  if (descriptor_count < 0 || descriptor_count > DECODER_MAXIMUM_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  Descriptors room;
  memset(&room, 0, sizeof room);
  if (descriptor_count > 0) {
    message.msg_control = room.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)descriptor_count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count ? 0 : -1;
}

ssize_t decoder_receive(int socket, void *bytes, size_t capacity) {
  struct iovec part = {bytes, capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_TRUNC);
  while (count < 0 && errno == EINTR);
  return count;
}

ssize_t decoder_receive_with_descriptors(
    int socket, void *bytes, size_t capacity, int descriptors[DECODER_MAXIMUM_DESCRIPTORS]) {
  for (int index = 0; index < DECODER_MAXIMUM_DESCRIPTORS; index++) descriptors[index] = -1;
  struct iovec part = {bytes, capacity};
  Descriptors room;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_TRUNC);
  while (count < 0 && errno == EINTR);
  if (count <= 0) return count;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    size_t size = header->cmsg_len - CMSG_LEN(0);
    if (size > sizeof(int) * DECODER_MAXIMUM_DESCRIPTORS) size = sizeof(int) * DECODER_MAXIMUM_DESCRIPTORS;
    memcpy(descriptors, CMSG_DATA(header), size);
  }
  return count;
}
