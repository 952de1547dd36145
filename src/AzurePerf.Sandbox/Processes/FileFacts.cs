using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Processes;

/// <summary>Facts of a file by statx, whose layout is the same on every architecture.</summary>
/// <param name="SizeBytes">The end of what was written.</param>
/// <param name="Bytes">The larger of the size and what the file takes of the disk.</param>
internal readonly unsafe record struct FileFacts(
    uint Links, uint Owner, bool IsRegular, bool IsFolder, ulong Inode, long SizeBytes, long Bytes, ulong Device)
{
    private const int Here = -100;
    private const int NoLink = 0x100;
    private const int BasicFacts = 0x7FF;
    private static readonly int StatX = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 332 : 291;

    /// <summary>Null and the error number when there is none.</summary>
    public static FileFacts? Of(string path, out int errno)
    {
        var native = Marshal.StringToCoTaskMemUTF8(path);
        var facts = Of(Here, (byte*)native, 0, out errno);
        Marshal.FreeCoTaskMem(native);
        return facts;
    }

    /// <summary>The same of an entry of an open folder; of a link itself.</summary>
    public static FileFacts? Of(int folder, byte* name, out int errno) => Of(folder, name, NoLink, out errno);

    private static FileFacts? Of(int folder, byte* name, int flags, out int errno)
    {
        var facts = stackalloc byte[256];
        var result = LibC.SystemCall(StatX, folder, (nint)name, flags, BasicFacts, (nint)facts, 0);
        errno = result == 0 ? 0 : Marshal.GetLastPInvokeError();
        if (result != 0)
        {
            return null;
        }

        var size = *(long*)(facts + 40);
        var blocks = *(long*)(facts + 48);
        var kind = *(ushort*)(facts + 28) & 0xF000;
        return new(
            *(uint*)(facts + 16), *(uint*)(facts + 20), kind == 0x8000, kind == 0x4000, *(ulong*)(facts + 32),
            size, Math.Max(size, blocks * 512), *(ulong*)(facts + 136));
    }
}
