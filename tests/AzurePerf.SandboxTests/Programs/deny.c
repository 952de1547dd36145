// Runs a command on which a system call fails as if the kernel had none: deny NUMBER ERROR COMMAND...
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words)
{
    struct sock_filter filter[] = {
        {0x20, 0, 0, 0},
        {0x15, 0, 1, atoi(words[1])},
        {0x06, 0, 0, SECCOMP_RET_ERRNO | atoi(words[2])},
        {0x06, 0, 0, SECCOMP_RET_ALLOW},
    };
    struct sock_fprog program = {4, filter};
    if (count < 4 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    {
        return 125;
    }

    execv(words[3], words + 3);
    return 127;
}
