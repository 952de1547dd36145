using System.Runtime.InteropServices;
using System.Text;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;

namespace AzurePerf.Sandbox.Guard;

/// <summary>
/// Sizes and number of the files below a folder. No link is followed, and it stops soon after a limit. A file with several names takes the
/// disk once. Names are bytes, as the kernel has them: those that are no text could not be found again by it.
/// </summary>
internal sealed unsafe class FolderUsage
{
    private const long BlockBytes = 4096;
    private const int EntriesBytes = 1 << 15;

    /// <summary>In an entry of getdents64.</summary>
    private const int LengthOffset = 16;

    private const int NameOffset = 19;

    /// <summary>O_CLOEXEC, and O_DIRECTORY with O_NOFOLLOW, which each architecture has elsewhere.</summary>
    private static readonly int AsFolder = 0x80000 | (RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 0x30000 : 0xC000);

    private static readonly int List = SystemCallTable.Embedded.Number("getdents64");

    private readonly Queue<byte[]> _folders = new();
    private readonly HashSet<(ulong Device, ulong Inode)> _ofSeveralNames = [];
    private readonly byte[] _entries = new byte[EntriesBytes];
    private readonly int _mostFiles;

    private FolderUsage(int mostFiles) => _mostFiles = mostFiles;

    public long Bytes { get; private set; }

    public int Files { get; private set; }

    /// <summary>A folder that cannot be opened, or a file whose size nobody tells: the owner took the right away, or nested the folder
    /// deeper than a path is long.</summary>
    public bool HasHiddenPart { get; private set; }

    /// <summary>A folder that was gone before it could be looked into: what it has may be elsewhere by now.</summary>
    public bool HasLost { get; private set; }

    public static FolderUsage Of(string folder, int mostFiles)
    {
        var usage = new FolderUsage(mostFiles);
        usage._folders.Enqueue(Encoding.UTF8.GetBytes(folder + '\0'));
        while (usage.Files <= mostFiles && usage._folders.TryDequeue(out var next))
        {
            usage.LookInto(next);
        }

        return usage;
    }

    private void LookInto(byte[] folder)
    {
        fixed (byte* path = folder, entries = _entries)
        {
            var descriptor = LibC.Open(path, AsFolder, 0);
            if (descriptor < 0)
            {
                Note(Marshal.GetLastPInvokeError());
                return;
            }

            nint bytes = 0;
            while (Files <= _mostFiles && (bytes = LibC.SystemCall(List, descriptor, (nint)entries, EntriesBytes)) > 0)
            {
                for (var entry = entries; entry < entries + bytes && Files <= _mostFiles; entry += *(ushort*)(entry + LengthOffset))
                {
                    Add(folder, descriptor, entry + NameOffset);
                }
            }

            if (bytes < 0)
            {
                Note(Marshal.GetLastPInvokeError());
            }

            _ = LibC.Close(descriptor);
        }
    }

    /// <summary>What was deleted meanwhile is no failure.</summary>
    private void Add(byte[] folder, int descriptor, byte* name)
    {
        var letters = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(name);
        if (letters.SequenceEqual("."u8) || letters.SequenceEqual(".."u8))
        {
            return;
        }

        Files++;
        if (FileFacts.Of(descriptor, name, out var errno) is not { } facts)
        {
            HasHiddenPart |= errno != Errno.NoSuchFile;
            return;
        }

        if (facts is { IsRegular: true, Links: > 1 } && !_ofSeveralNames.Add((facts.Device, facts.Inode)))
        {
            return;
        }

        Bytes += Math.Max(facts.IsFolder ? BlockBytes : 0, (facts.SizeBytes + BlockBytes - 1) / BlockBytes * BlockBytes);
        if (facts.IsFolder)
        {
            _folders.Enqueue([.. folder.AsSpan(..^1), (byte)'/', .. letters, 0]);
        }
    }

    /// <summary>A folder that another file has taken the place of has gone, too.</summary>
    private void Note(int errno)
    {
        var isGone = errno is Errno.NoSuchFile or Errno.NoFolder or Errno.TooManyLinks;
        HasLost |= isGone;
        HasHiddenPart |= !isGone;
    }
}
