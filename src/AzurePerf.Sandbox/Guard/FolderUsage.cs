using System.IO.Enumeration;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Sizes and number of the files below a folder. No link is followed, and it stops soon after a limit.</summary>
internal sealed class FolderUsage : FileSystemEnumerator<long>
{
    private const long BlockBytes = 4096;

    private static readonly EnumerationOptions All =
        new() { AttributesToSkip = 0, RecurseSubdirectories = true, IgnoreInaccessible = false };

    private FolderUsage(string folder) : base(folder, All)
    {
    }

    public long Bytes { get; private set; }

    public int Files { get; private set; }

    /// <summary>A folder that cannot be opened: its owner took the right away, or nested it deeper than a path is long.</summary>
    public bool HasHiddenPart { get; private set; }

    /// <summary>A folder that was gone before it could be looked into: what it has may be elsewhere by now.</summary>
    public bool HasLost { get; private set; }

    public static FolderUsage Of(string folder, int mostFiles)
    {
        var usage = new FolderUsage(folder);
        using (usage)
        {
            while (usage.Files <= mostFiles && usage.MoveNext())
            {
                usage.Files++;
                usage.Bytes += usage.Current;
            }
        }

        return usage;
    }

    protected override bool ShouldRecurseIntoEntry(ref FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) == 0;

    protected override long TransformEntry(ref FileSystemEntry entry) =>
        (entry.Attributes & FileAttributes.ReparsePoint) != 0 ? BlockBytes
        : entry.IsDirectory ? Math.Max(BlockBytes, Rounded(entry.Length))
        : Rounded(entry.Length);

    /// <summary>What was deleted meanwhile is no failure.</summary>
    protected override bool ContinueOnError(int error)
    {
        HasHiddenPart |= error is Errno.AccessDenied or Errno.NameTooLong;
        HasLost |= error is Errno.NoSuchFile;
        return true;
    }

    private static long Rounded(long bytes) => (bytes + BlockBytes - 1) / BlockBytes * BlockBytes;
}
