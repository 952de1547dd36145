using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Processes;

/// <summary>Facts of a file by statx, whose layout is the same on every architecture.</summary>
internal readonly unsafe record struct FileFacts(uint Links, uint Owner, bool IsRegular, ulong Inode, long Bytes, ulong Device)
{
    private const int Here = -100;
    private const int BasicFacts = 0x7FF;
    private static readonly int StatX = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 332 : 291;

    /// <summary>Null and the error number when there is none.</summary>
    public static FileFacts? Of(string path, out int errno)
    {
        var native = Marshal.StringToCoTaskMemUTF8(path);
        var facts = stackalloc byte[256];
        var result = LibC.SystemCall(StatX, Here, native, 0, BasicFacts, (nint)facts, 0);
        errno = result == 0 ? 0 : Marshal.GetLastPInvokeError();
        Marshal.FreeCoTaskMem(native);
        if (result != 0)
        {
            return null;
        }

        var size = *(long*)(facts + 40);
        var blocks = *(long*)(facts + 48);
        return new(
            *(uint*)(facts + 16), *(uint*)(facts + 20), (*(ushort*)(facts + 28) & 0xF000) == 0x8000, *(ulong*)(facts + 32),
            Math.Max(size, blocks * 512), *(ulong*)(facts + 136));
    }
}
